import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createExecutor, type ExecutorComponents } from '../src/index.js'
import { call, modelFailure, subTask, toolCalls, value } from './builders.js'
import { briefOf, drive, lastWordOf, payloadOf, payloadsOf, routesOf } from './drive.js'

fc.configureGlobal({ seed: 20260221 })

const done = (given = {}) => value('1.1', { status: 'completed', output: '2', reason: null, ...given })
const correction = (attempt: number) => ({
  subtaskId: '1.1',
  attempt,
  failedCriterion: 'it is a number',
  failureClass: 'logical' as const,
  whatWasWrong: 'it says two',
  whatToDo: 'use digits',
})

function executing(given: Parameters<typeof subTask>[0] = {}, components: ExecutorComponents = {}) {
  const { tell } = drive(createExecutor(components))
  const asked = tell('SubTask', subTask(given))
  return {
    tell,
    asked,
    /** Answers a tool request. */
    answer: (callId: string, given: Parameters<typeof call>[0] = {}) =>
      tell('ToolResult', { ...call(given), subtaskId: '1.1', callId, durationMs: 1 }),
  }
}

const idsOf = (sent: ReturnType<ReturnType<typeof executing>['tell']>) =>
  payloadsOf(sent, 'ToolRequest').map(({ callId }) => callId)

describe('the model', () => {
  it('is told the subtask and nothing of the task', () => {
    const { asked } = executing({ context: 'a.txt is here', blockedTargets: [{ tool: 'read_file', target: 'b.txt' }] })
    expect(briefOf(asked)).toEqual({
      intent: 'count them',
      context: 'a.txt is here',
      criteria: ['it is a number'],
      blockedTargets: [{ tool: 'read_file', target: 'b.txt' }],
    })
  })

  it('sees the subtask’s tools only, in every turn', () => {
    const { tell, asked, answer } = executing({ tools: ['glob'] })
    expect(payloadOf(asked, 'ModelRequest')).toMatchObject({ key: '1.1', output: 'execution', tools: ['glob'] })
    const [callId = ''] = idsOf(tell('ModelReply', toolCalls('1.1', ['c1', 'glob'])))
    expect(payloadOf(answer(callId), 'ModelRequest').tools).toEqual(['glob'])
  })

  it('is told the output of its calls, and of failures the code', () => {
    const { tell, answer } = executing()
    const [first = '', second = ''] = idsOf(tell('ModelReply', toolCalls('1.1', ['c1', 'glob'], ['c2', 'read_file'])))
    answer(first, { tool: 'glob', output: 'a.txt' })
    const sent = answer(second, { status: 'error', code: 'not_found', output: 'no a.txt' })
    expect(payloadOf(sent, 'ModelRequest').messages.slice(-3)).toEqual([
      {
        role: 'assistant',
        content: '',
        toolCalls: [
          { id: first, name: 'glob', input: {} },
          { id: second, name: 'read_file', input: {} },
        ],
      },
      { role: 'tool', toolCallId: first, name: 'glob', content: 'a.txt' },
      { role: 'tool', toolCallId: second, name: 'read_file', content: '{"error":"not_found","output":"no a.txt"}' },
    ])
  })
})

describe('the id of a tool call', () => {
  const executions = fc.uniqueArray(
    fc.record({
      round: fc.integer({ min: 1, max: 12 }),
      position: fc.integer({ min: 1, max: 12 }),
      /** How many calls the model makes, by attempt and turn. */
      attempts: fc.array(fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }), { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 5, selector: ({ round, position }) => `${round}.${position}` },
  )

  it('is one that every provider takes, and no other call of the task has it', () => {
    fc.assert(
      fc.property(executions, (subtasks) => {
        const { tell } = drive(createExecutor())
        const conversations = subtasks.map(({ round, position, attempts }) => {
          const subtaskId = `${round}.${position}`
          let sent = tell('SubTask', subTask({ subtaskId }))
          attempts.forEach((turns, index) => {
            if (index > 0) sent = tell('CorrectionSignal', { ...correction(index + 1), subtaskId })
            for (const count of turns) {
              const calls = [...Array(count)].map((_, place): [string, string] => ['c', place % 3 ? 'glob' : 'shell'])
              const asked = tell('ModelReply', toolCalls(subtaskId, ...calls))
              const answers = idsOf(asked).map((callId) => {
                return tell('ToolResult', { ...call(), subtaskId, callId, durationMs: 1 })
              })
              sent = [...asked, ...answers.flat()].filter(({ type }) => type === 'ModelRequest')
            }
            tell('ModelReply', { ...done(), key: subtaskId })
          })
          return payloadOf(sent, 'ModelRequest').messages
        })
        const messages = conversations.flat()
        const ids = messages
          .flatMap((item) => (item.role === 'assistant' ? (item.toolCalls ?? []) : []))
          .map(({ id }) => id)
        expect(ids).toHaveLength(
          subtasks.flatMap(({ attempts }) => attempts.flat()).reduce((sum, count) => sum + count, 0),
        )
        expect(ids.filter((id) => !/^[a-zA-Z0-9_-]+$/.test(id))).toEqual([])
        expect(new Set(ids).size).toBe(ids.length)
        expect(messages.flatMap((item) => (item.role === 'tool' ? item.toolCallId : []))).toEqual(ids)
      }),
      { numRuns: 50 },
    )
  })

  it('tells subtask, attempt, turn and place', () => {
    const { tell, answer } = executing()
    const twoCalls = toolCalls('1.1', ['c1', 'glob'], ['c2', 'glob'])
    const first = idsOf(tell('ModelReply', twoCalls))
    for (const callId of first) answer(callId)
    const second = idsOf(tell('ModelReply', twoCalls))
    for (const callId of second) answer(callId)
    tell('ModelReply', done())
    tell('CorrectionSignal', correction(2))
    const corrected = idsOf(tell('ModelReply', twoCalls))
    expect([...first, ...second, ...corrected]).toEqual([
      'call_1-1_1_1_1',
      'call_1-1_1_1_2',
      'call_1-1_1_2_1',
      'call_1-1_1_2_2',
      'call_1-1_2_1_1',
      'call_1-1_2_1_2',
    ])
  })
})

describe('what a provider wants back', () => {
  const opaquesIn = (sent: ReturnType<ReturnType<typeof executing>['tell']>) =>
    payloadOf(sent, 'ModelRequest').messages.flatMap((item) => (item.role === 'assistant' ? [item.opaque] : []))

  it('travels with the words that it came with, through tool turns and corrections', () => {
    const { tell, answer } = executing()
    for (const opaque of [{ signature: 'a' }, ['b']]) {
      const [callId = ''] = idsOf(tell('ModelReply', { ...toolCalls('1.1', ['c', 'glob']), opaque }))
      answer(callId)
    }
    tell('ModelReply', { ...done(), opaque: 'c' })
    expect(opaquesIn(tell('CorrectionSignal', correction(2)))).toEqual([{ signature: 'a' }, ['b'], 'c'])
  })

  it('is nothing when it gave nothing', () => {
    const { tell, answer } = executing()
    const [callId = ''] = idsOf(tell('ModelReply', toolCalls('1.1', ['c', 'glob'])))
    expect(opaquesIn(answer(callId))).toEqual([undefined])
    tell('ModelReply', done())
    expect(opaquesIn(tell('CorrectionSignal', correction(2)))).toEqual([undefined, undefined])
  })

  it('leaves the words themselves as they were', () => {
    const { tell, answer } = executing()
    const [callId = ''] = idsOf(tell('ModelReply', { ...toolCalls('1.1', ['c', 'glob']), text: 'I look first.' }))
    const said = payloadOf(answer(callId), 'ModelRequest').messages.find(({ role }) => role === 'assistant')
    expect(said).toMatchObject({ content: 'I look first.', toolCalls: [{ id: callId, name: 'glob' }] })
  })
})

describe('a tool call', () => {
  it('beyond the thirty-second of a turn is refused without being made', () => {
    const { tell } = executing()
    const many = Array.from({ length: 40 }, (_, index): [string, string] => [`c${index}`, 'glob'])
    const sent = tell('ModelReply', toolCalls('1.1', ...many))
    expect(payloadsOf(sent, 'ToolRequest')).toHaveLength(32)
  })

  it('carries the blocked targets along', () => {
    const blockedTargets = [{ tool: 'glob', target: 'src' }]
    const { tell } = executing({ blockedTargets })
    const sent = tell('ModelReply', toolCalls('1.1', ['c1', 'glob', { pattern: '*' }]))
    expect(payloadOf(sent, 'ToolRequest')).toMatchObject({
      subtaskId: '1.1',
      tool: 'glob',
      input: { pattern: '*' },
      blockedTargets,
    })
  })

  it('of a tool outside the subtask never leaves the executor, and the model hears why', () => {
    const { tell } = executing({ tools: ['glob'] })
    const sent = tell('ModelReply', toolCalls('1.1', ['c1', 'shell', { command: 'rm -r /' }]))
    expect(routesOf(sent)).toEqual(['ModelRequest → model'])
    expect(lastWordOf(sent)).toContain('shell is not available in this subtask; available: glob')
    expect(payloadOf(tell('ModelReply', done()), 'ExecutionResult').toolCalls).toMatchObject([
      { tool: 'shell', status: 'refused', code: 'tool_not_allowed', input: { command: 'rm -r /' } },
    ])
  })

  it('is refused without stopping its siblings', () => {
    const { tell, answer } = executing({ tools: ['glob'] })
    const sent = tell('ModelReply', toolCalls('1.1', ['c1', 'shell'], ['c2', 'glob']))
    expect(routesOf(sent)).toEqual(['ToolRequest → tools'])
    const next = answer(payloadOf(sent, 'ToolRequest').callId, { tool: 'glob' })
    expect(
      payloadOf(next, 'ModelRequest')
        .messages.slice(-2)
        .map((item) => 'name' in item && item.name),
    ).toEqual(['shell', 'glob'])
  })

  it('keeps its place among parallel calls, in whatever order they end', () => {
    const names = ['glob', 'read_file', 'glob', 'read_file', 'glob']
    const permutation = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(permutation, (order) => {
        const { tell, answer } = executing()
        const requests = idsOf(
          tell('ModelReply', toolCalls('1.1', ...names.map((name, index): [string, string] => [`c${index}`, name]))),
        )
        const replies = order.map((index) => answer(requests[index] ?? '', { output: `of ${index}` }))
        expect(replies.slice(0, -1).flat()).toEqual([])
        const told = payloadOf(replies.at(-1) ?? [], 'ModelRequest').messages.slice(-5)
        expect(told.map(({ content }) => content)).toEqual(['of 0', 'of 1', 'of 2', 'of 3', 'of 4'])
        const { toolCalls: records } = payloadOf(tell('ModelReply', done()), 'ExecutionResult')
        expect(records.map(({ output }) => output)).toEqual(['of 0', 'of 1', 'of 2', 'of 3', 'of 4'])
      }),
      { numRuns: 30 },
    )
  })

  it('is not confused with another to which the model gave the same id', () => {
    const { tell, answer } = executing()
    const [first = '', second = ''] = idsOf(tell('ModelReply', toolCalls('1.1', ['call', 'glob'], ['call', 'glob'])))
    expect(answer(first, { output: 'one' })).toEqual([])
    answer(second, { output: 'two' })
    const { toolCalls: records } = payloadOf(tell('ModelReply', done()), 'ExecutionResult')
    expect(records.map(({ output }) => output)).toEqual(['one', 'two'])
  })

  it('is answered once: a second or an unknown result changes nothing', () => {
    const { tell, answer } = executing()
    const [callId = ''] = idsOf(tell('ModelReply', toolCalls('1.1', ['c1', 'glob'])))
    expect(answer('c1')).toEqual([])
    answer(callId, { output: 'first' })
    expect(answer(callId, { output: 'second' })).toEqual([])
    expect(payloadOf(tell('ModelReply', done()), 'ExecutionResult').toolCalls).toHaveLength(1)
  })

  describe('refused under Law 1', () => {
    const output = '[LAW1] refused: shell would delete a.txt.'
    const refusing = () => {
      const { tell, answer } = executing()
      const [callId = ''] = idsOf(tell('ModelReply', toolCalls('1.1', ['c1', 'glob'])))
      return { tell, sent: answer(callId, { tool: 'shell', status: 'refused', code: 'law1_refused', output }) }
    }

    it('is told to the model, which may go another way', () => {
      const { tell, sent } = refusing()
      expect(lastWordOf(sent)).toContain(output)
      const report = payloadOf(tell('ModelReply', done({ output: 'it is 2' })), 'ExecutionResult')
      expect(report).toMatchObject({ status: 'completed', output: 'it is 2', code: null })
      expect(report.toolCalls).toMatchObject([{ code: 'law1_refused' }])
    })

    it('is why a subtask failed that found no other way', () => {
      const { tell } = refusing()
      const failed = done({ status: 'failed', output: '', reason: 'there is no other way' })
      expect(payloadOf(tell('ModelReply', failed), 'ExecutionResult')).toMatchObject({
        status: 'failed',
        code: 'law1_refused',
        reason: `${output} there is no other way`,
      })
    })

    it('is not why a provider failed', () => {
      const { tell } = refusing()
      const { code, infrastructure } = payloadOf(tell('ModelFailure', modelFailure('1.1', true)), 'ExecutionResult')
      expect([code, infrastructure]).toEqual(['provider_unavailable', true])
    })

    it('is forgotten with its attempt', () => {
      const { tell } = refusing()
      tell('ModelReply', done({ output: 'two' }))
      tell('CorrectionSignal', correction(2))
      const failed = done({ status: 'failed', output: '', reason: 'no' })
      expect(payloadOf(tell('ModelReply', failed), 'ExecutionResult')).toMatchObject({
        code: 'infeasible',
        reason: 'no',
      })
    })
  })
})

describe('the report', () => {
  it('carries every call as evidence', () => {
    const { tell, answer } = executing()
    for (const output of ['one', 'two']) {
      const [callId = ''] = idsOf(tell('ModelReply', toolCalls('1.1', ['c', 'glob'])))
      answer(callId, { tool: 'glob', output })
    }
    expect(tell('ModelReply', done({ output: 'it is 2' }))).toEqual([
      {
        type: 'ExecutionResult',
        to: 'R4a',
        payload: {
          subtaskId: '1.1',
          attempt: 1,
          status: 'completed',
          output: 'it is 2',
          reason: null,
          code: null,
          toolCalls: [call({ tool: 'glob', output: 'one' }), call({ tool: 'glob', output: 'two' })],
        },
      },
    ])
  })

  it.each([
    [{ reason: 'no such file', output: 'sorry' }, 'no such file'],
    [{ reason: null, output: 'sorry' }, 'sorry'],
    [{ reason: '', output: '' }, 'the executor gave no reason'],
  ])('of an infeasible subtask %j says why', (given, reason) => {
    const { tell } = executing()
    expect(payloadOf(tell('ModelReply', done({ status: 'failed', ...given })), 'ExecutionResult')).toMatchObject({
      status: 'failed',
      code: 'infeasible',
      reason,
    })
  })

  it.each([
    ['model', false, 'invalid_output', 'the answer could not be read'],
    ['provider', true, 'provider_unavailable', 'Service Unavailable (HTTP 503)'],
  ])('of a failing %s says so, with the calls made until then', (_, infrastructure, code, reason) => {
    const { tell, answer } = executing()
    const [callId = ''] = idsOf(tell('ModelReply', toolCalls('1.1', ['c', 'glob'])))
    answer(callId)
    expect(tell('ModelFailure', modelFailure('1.1', infrastructure))).toEqual([
      {
        type: 'ExecutionResult',
        to: 'R4a',
        payload: {
          subtaskId: '1.1',
          attempt: 1,
          status: 'failed',
          output: '',
          reason,
          code,
          infrastructure,
          toolCalls: [call()],
        },
      },
    ])
  })

  it('of a failure is the last word: what arrives later is ignored', () => {
    const { tell, answer } = executing()
    tell('ModelFailure', modelFailure('1.1'))
    expect(tell('ModelReply', done())).toEqual([])
    expect(tell('CorrectionSignal', correction(2))).toEqual([])
    expect(answer('call_1-1_1_1_1')).toEqual([])
  })
})

describe('tool turns', () => {
  it.each([0, 1, 3])('are at most %i', (maxToolTurns) => {
    const { tell, answer } = executing({}, { maxToolTurns })
    for (let turn = 0; turn < maxToolTurns; turn++) {
      const [callId = ''] = idsOf(tell('ModelReply', toolCalls('1.1', ['c', 'glob'])))
      expect(routesOf(answer(callId))).toEqual(['ModelRequest → model'])
    }
    expect(payloadOf(tell('ModelReply', toolCalls('1.1', ['c', 'glob'])), 'ExecutionResult')).toMatchObject({
      status: 'failed',
      code: 'tool_turns_exhausted',
    })
  })

  it('count refused calls too', () => {
    const { tell } = executing({ tools: [] }, { maxToolTurns: 1 })
    expect(routesOf(tell('ModelReply', toolCalls('1.1', ['c', 'glob'])))).toEqual(['ModelRequest → model'])
    expect(routesOf(tell('ModelReply', toolCalls('1.1', ['c', 'glob'])))).toEqual(['ExecutionResult → R4a'])
  })

  it.each([-1, 1.5, Number.NaN])('can’t be limited to %d', (maxToolTurns) => {
    expect(() => createExecutor({ maxToolTurns })).toThrow(
      expect.objectContaining({ code: 'invalid_option', field: 'maxToolTurns' }),
    )
  })
})

describe('a correction', () => {
  it('goes on in the same conversation, with fresh records and turns', () => {
    const { tell, answer } = executing({}, { maxToolTurns: 1 })
    const [callId = ''] = idsOf(tell('ModelReply', toolCalls('1.1', ['c', 'glob'])))
    answer(callId, { output: 'old' })
    tell('ModelReply', done({ output: 'two' }))
    const sent = tell('CorrectionSignal', correction(2))
    const { messages } = payloadOf(sent, 'ModelRequest')
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user'])
    expect(JSON.parse(lastWordOf(sent))).toEqual({
      correction: { failedCriterion: 'it is a number', whatWasWrong: 'it says two', whatToDo: 'use digits' },
    })
    const [again = ''] = idsOf(tell('ModelReply', toolCalls('1.1', ['c', 'glob'])))
    expect(again).not.toBe(callId)
    answer(again, { output: 'new' })
    expect(payloadOf(tell('ModelReply', done()), 'ExecutionResult')).toMatchObject({
      attempt: 2,
      toolCalls: [{ output: 'new' }],
    })
  })
})

it('keeps parallel subtasks apart', () => {
  const { tell } = executing()
  tell('SubTask', subTask({ subtaskId: '1.2', intent: 'measure it', tools: [] }))
  const sent = tell('ModelReply', { ...done({ output: 'of the second' }), key: '1.2' })
  expect(payloadOf(sent, 'ExecutionResult')).toMatchObject({ subtaskId: '1.2', output: 'of the second' })
  expect(payloadOf(tell('ModelReply', done()), 'ExecutionResult')).toMatchObject({ subtaskId: '1.1', output: '2' })
})
