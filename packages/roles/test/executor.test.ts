import { isoTime } from '@artoo/llm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createExecutor } from '../src/executor/executor.js'
import type { ExecutorComponents } from '../src/executor/state.js'
import { blockOn, call, modelFailure, subTask, toolCalls, value } from './builders.js'
import { briefOf, drive, lastWordOf, payloadOf, payloadsOf, routesOf } from './drive.js'

fc.configureGlobal({ seed: 20260221 })

const done = (given = {}, key = '1.1') =>
  value('execution', { status: 'completed', output: '2', reason: null, ...given }, key)
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
    answer: (id: string, given: Parameters<typeof call>[0] = {}) =>
      tell('ToolResult', { ...call({ id, ...given }), key: '1.1' }),
  }
}

const idsOf = (sent: ReturnType<ReturnType<typeof executing>['tell']>) =>
  payloadsOf(sent, 'ToolRequest').map(({ callId }) => callId)

describe('the model', () => {
  it('is told the subtask and nothing of the task', () => {
    const { asked } = executing({ context: 'a.txt is here', blockedTargets: [blockOn('read_file', 'b.txt')] })
    expect(briefOf(asked)).toEqual({
      now: isoTime(1_000),
      turns: 12,
      intent: 'count them',
      context: 'a.txt is here',
      criteria: ['it is a number'],
      blockedTargets: [{ tool: 'read_file', target: 'b.txt', until: 'change' }],
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
    expect(payloadOf(sent, 'ModelRequest').messages).toEqual([
      { role: 'tool', toolCallId: first, name: 'glob', content: 'a.txt' },
      { role: 'tool', toolCallId: second, name: 'read_file', content: '[error: not_found]\nno a.txt' },
    ])
  })
})

describe('the conversation', () => {
  it('begins with the subtask, and goes on with what is new since', () => {
    const { tell, asked, answer } = executing()
    const first = payloadOf(asked, 'ModelRequest')
    expect(first).toMatchObject({ key: '1.1', continues: false })
    expect(first.messages.map(({ role }) => role)).toEqual(['system', 'user'])
    for (const turn of [1, 2]) {
      const [callId = ''] = idsOf(tell('ModelReply', toolCalls('1.1', [`call_${turn}_1`, 'glob'])))
      const next = payloadOf(answer(callId, { output: `of turn ${turn}` }), 'ModelRequest')
      expect(next).toMatchObject({ key: '1.1', continues: true })
      expect(next.messages).toEqual([{ role: 'tool', toolCallId: callId, name: 'glob', content: `of turn ${turn}` }])
    }
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

  it('is the reply’s, on the way to the tools and back to the model', () => {
    fc.assert(
      fc.property(executions, (subtasks) => {
        const { tell } = drive(createExecutor())
        let turn = 0
        for (const { round, position, attempts } of subtasks) {
          const subtaskId = `${round}.${position}`
          tell('SubTask', subTask({ subtaskId }))
          attempts.forEach((turns, index) => {
            if (index > 0) tell('CorrectionSignal', { ...correction(index + 1), subtaskId })
            for (const count of turns) {
              turn++
              const names = [...Array(count)].map((_, place) => (place % 3 ? 'glob' : 'shell'))
              const calls = names.map((name, place): [string, string] => [`call_${turn}_${place + 1}`, name])
              const ids = calls.map(([id]) => id)
              const asked = tell('ModelReply', toolCalls(subtaskId, ...calls))
              // The subtask has no shell: those calls are never made.
              expect(idsOf(asked)).toEqual(ids.filter((_, place) => place % 3))
              const answers = idsOf(asked).map((callId) =>
                tell('ToolResult', { ...call({ id: callId }), key: subtaskId }),
              )
              const { messages } = payloadOf([...asked, ...answers.flat()], 'ModelRequest')
              expect(messages.map((item) => item.role === 'tool' && item.toolCallId)).toEqual(ids)
            }
            tell('ModelReply', done({}, subtaskId))
          })
        }
      }),
      { numRuns: 50 },
    )
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
    const blockedTargets = [blockOn('glob', 'src')]
    const { tell } = executing({ blockedTargets })
    const sent = tell('ModelReply', toolCalls('1.1', ['c1', 'glob', { pattern: '*' }]))
    expect(payloadOf(sent, 'ToolRequest')).toMatchObject({
      key: '1.1',
      callId: 'c1',
      attempt: 1,
      tool: 'glob',
      input: { pattern: '*' },
      blockedTargets,
    })
  })

  it('of a tool outside the subtask never leaves the executor, and the model hears why', () => {
    const { tell } = executing({ tools: ['glob'] })
    const sent = tell('ModelReply', toolCalls('1.1', ['c1', 'shell', { command: 'rm -r /' }]))
    expect(routesOf(sent)).toEqual(['ModelRequest → model'])
    expect(lastWordOf(sent)).toContain('shell is not available here; available: glob')
    expect(payloadOf(tell('ModelReply', done()), 'ExecutionResult').toolCalls).toMatchObject([
      {
        id: 'c1',
        attempt: 1,
        tool: 'shell',
        target: null,
        status: 'refused',
        code: 'tool_not_allowed',
        input: { command: 'rm -r /' },
        confirmed: false,
        change: null,
      },
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

  it('leaves a record that a model can be shown; the whole output stays in the log', () => {
    const { tell } = executing()
    const [callId = ''] = idsOf(tell('ModelReply', toolCalls('1.1', ['c1', 'read_file'])))
    const sent = tell('ToolResult', {
      ...call({ id: callId, output: 'head … tail' }),
      key: '1.1',
      fullOutput: 'all of it',
    })
    expect(JSON.stringify(sent)).not.toContain('all of it')
    const { toolCalls: records } = payloadOf(tell('ModelReply', done()), 'ExecutionResult')
    expect(records).toEqual([call({ id: callId, output: 'head … tail' })])
  })

  it('is answered once: a second or an unknown result changes nothing', () => {
    const { tell, answer } = executing()
    const [callId = ''] = idsOf(tell('ModelReply', toolCalls('1.1', ['c1', 'glob'])))
    expect(answer('c2')).toEqual([])
    answer(callId, { output: 'first' })
    expect(answer(callId, { output: 'second' })).toEqual([])
    expect(payloadOf(tell('ModelReply', done()), 'ExecutionResult').toolCalls).toHaveLength(1)
  })

  it.each([
    ['changes something', { effect: 'repeatable' }, 'changed'],
    ['was allowed by a person', { effect: 'irreversible', confirmed: true }, 'confirmed'],
    ['went wrong, nobody knows how far', { effect: 'irreversible', status: 'error', confirmed: true }, 'failed'],
    ['was refused', { effect: 'irreversible', status: 'refused' }, 'refused'],
    ['only reads', { effect: 'read' }, null],
    ['was never made', { effect: null, status: 'error' }, null],
  ] as const)('that %s is reported to the controller as %j: %s', (_, record, what) => {
    const { tell, answer } = executing()
    const [callId = ''] = idsOf(tell('ModelReply', toolCalls('1.1', ['c1', 'glob'])))
    expect(payloadsOf(answer(callId, record), 'Action').map((action) => action.what)).toEqual(what ? [what] : [])
  })

  it('that ends when the subtask has failed is still reported', () => {
    const { tell, answer } = executing()
    const [callId = ''] = idsOf(tell('ModelReply', toolCalls('1.1', ['c1', 'glob'])))
    tell('ModelFailure', { key: '1.1', code: 'model_timeout', message: 'late', infrastructure: true })
    expect(routesOf(answer(callId, { effect: 'repeatable' }))).toEqual(['Action → R7'])
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
      const [callId = ''] = idsOf(tell('ModelReply', toolCalls('1.1', [`c-${output}`, 'glob'])))
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
          toolCalls: [
            call({ id: 'c-one', tool: 'glob', output: 'one' }),
            call({ id: 'c-two', tool: 'glob', output: 'two' }),
          ],
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
          toolCalls: [call({ id: 'c' })],
        },
      },
    ])
  })

  it('of a failure is the last word: what arrives later is ignored', () => {
    const { tell, answer } = executing()
    tell('ModelReply', toolCalls('1.1', ['c1', 'glob']))
    tell('ModelFailure', modelFailure('1.1'))
    expect(tell('ModelReply', done())).toEqual([])
    expect(tell('CorrectionSignal', correction(2))).toEqual([])
    expect(answer('c1')).toEqual([])
  })
})

describe('tool turns', () => {
  it.each([0, 1, 3])('are at most %i', (maxToolTurns) => {
    const { tell, answer } = executing({}, { maxToolTurns })
    for (let turn = 0; turn < maxToolTurns; turn++) {
      const [callId = ''] = idsOf(tell('ModelReply', toolCalls('1.1', [`c${turn}`, 'glob'])))
      expect(routesOf(answer(callId))).toEqual(['ModelRequest → model'])
    }
    expect(payloadOf(tell('ModelReply', toolCalls('1.1', ['c', 'glob'])), 'ExecutionResult')).toMatchObject({
      status: 'failed',
      code: 'tool_turns_exhausted',
    })
  })

  /** The model calls glob in each turn, and is answered. */
  function used(maxToolTurns: number, turns = maxToolTurns) {
    const { tell, answer } = executing({}, { maxToolTurns })
    const asked = Array.from({ length: turns }, (_, turn) => {
      const [callId = ''] = idsOf(tell('ModelReply', toolCalls('1.1', [`c${turn}`, 'glob'])))
      return payloadOf(answer(callId, { tool: 'glob', target: 'src', output: 'a.txt' }), 'ModelRequest')
    })
    return { tell, asked }
  }

  it('are counted down for the model: the last one is named, and after it no tool is offered', () => {
    const { asked } = used(3)
    expect(asked.map(({ tools }) => tools)).toEqual([['read_file', 'glob'], ['read_file', 'glob'], []])
    expect(asked.map(({ messages }) => messages.at(-1)?.content)).toEqual([
      'a.txt',
      'a.txt\n\n[One turn with tool calls is left: use it for what decides, then report.]',
      'a.txt\n\n[No turn with tool calls is left: report now, with what you found.]',
    ])
  })

  const calls = 'Calls made until then:\nglob src: ok\nglob src: ok'
  const outOfTurns = { status: 'failed', code: 'tool_turns_exhausted' }

  it.each([
    [
      'reports that it failed',
      'ModelReply',
      done({ status: 'failed', output: 'Two of three: a.txt', reason: 'time' }),
      { reason: 'no result after 2 tool turns: time', output: `Two of three: a.txt\n\n${calls}` },
    ],
    [
      'calls a tool all the same',
      'ModelReply',
      { ...toolCalls('1.1', ['c2', 'glob']), text: 'Now for b.txt' },
      { reason: 'no result after 2 tool turns', output: `Now for b.txt\n\n${calls}` },
    ],
    [
      'gives no report that can be read',
      'ModelFailure',
      modelFailure('1.1'),
      { reason: 'no result after 2 tool turns: the answer could not be read', output: calls },
    ],
  ] as const)('that are used up lose nothing that was found when the model %s', (_, type, payload, report) => {
    const { tell } = used(2)
    expect(payloadOf(tell(type, payload as never), 'ExecutionResult')).toMatchObject({ ...outOfTurns, ...report })
  })

  it('that are left are no cause of a failure', () => {
    const { tell } = used(2, 1)
    const report = done({ status: 'failed', output: '', reason: 'no' })
    expect(payloadOf(tell('ModelReply', report), 'ExecutionResult')).toMatchObject({ code: 'infeasible', output: '' })
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
  it('goes on in the same conversation, with fresh turns, and the records of all attempts', () => {
    const { tell, answer } = executing({}, { maxToolTurns: 1 })
    const [callId = ''] = idsOf(tell('ModelReply', toolCalls('1.1', ['c', 'glob'])))
    answer(callId, { output: 'old' })
    tell('ModelReply', done({ output: 'two' }))
    const sent = tell('CorrectionSignal', correction(2))
    const { key, messages, continues } = payloadOf(sent, 'ModelRequest')
    expect([key, continues]).toEqual(['1.1', true])
    expect(messages.map(({ role }) => role)).toEqual(['user'])
    expect(JSON.parse(lastWordOf(sent))).toEqual({
      correction: { failedCriterion: 'it is a number', whatWasWrong: 'it says two', whatToDo: 'use digits' },
      turns: 1,
    })
    const request = payloadOf(tell('ModelReply', toolCalls('1.1', ['again', 'glob'])), 'ToolRequest')
    expect(request.attempt).toBe(2)
    expect(answer(callId)).toEqual([])
    answer(request.callId, { attempt: 2, output: 'new' })
    expect(payloadOf(tell('ModelReply', done()), 'ExecutionResult')).toMatchObject({
      attempt: 2,
      toolCalls: [
        { id: 'c', attempt: 1, output: 'old' },
        { id: 'again', attempt: 2, output: 'new' },
      ],
    })
  })
})

describe('long work', () => {
  /** The results so far take more than half of the room. */
  function long(components: ExecutorComponents = {}) {
    const { tell, answer } = executing({}, { room: 40_000, ...components })
    const [callId = ''] = idsOf(tell('ModelReply', toolCalls('1.1', ['call_1_1', 'read_file'])))
    const output = `${'line\n'.repeat(6_000)}the end`
    return { tell, answer, asked: payloadOf(answer(callId, { output }), 'ModelRequest') }
  }
  const look = (id: string, record = 'call_1_1') =>
    toolCalls('1.1', [id, 'read_record', { record, from: 6_000, lines: 2 }])
  const onRecords = ['read_record', 'search_records', 'compute']

  it('may read its records again as soon as results may have to be left out, and not before', () => {
    const { asked } = executing({}, { room: 40_000 })
    expect(payloadOf(asked, 'ModelRequest')).toMatchObject({ tools: ['read_file', 'glob'] })
    expect(payloadOf(asked, 'ModelRequest')).not.toHaveProperty('recall')
    expect(long().asked).toMatchObject({
      tools: ['read_file', 'glob', ...onRecords],
      recall: { tool: 'read_record', besides: ['search_records', 'compute'] },
    })
    expect(executing({}, { room: 40_000 }).tell('ModelReply', look('c'))).toMatchObject([
      { type: 'ModelRequest', payload: { messages: [{ content: expect.stringContaining('not available') }] } },
    ])
  })

  it('is answered from its records by the ids of their calls, which is no call and leaves no record', () => {
    const { tell } = long()
    const sent = tell('ModelReply', look('look'))
    expect(routesOf(sent)).toEqual(['ModelRequest → model'])
    expect(payloadOf(sent, 'ModelRequest').messages).toEqual([
      {
        ...{ role: 'tool', toolCallId: 'look', name: 'read_record' },
        content: '[call_1_1, read_file a.txt: lines 6000 to 6001 of 6001]\nline\nthe end',
      },
    ])
    expect(lastWordOf(tell('ModelReply', look('other', 'r1')))).toBe(
      'there is no record r1: they are call_1_1 to call_1_1',
    )
    expect(payloadOf(tell('ModelReply', done()), 'ExecutionResult').toolCalls.map(({ id }) => id)).toEqual(['call_1_1'])
  })

  it('spends no turn on looks alone, of which there are twelve; after that each takes one', () => {
    const { tell } = long({ maxToolTurns: 2 })
    const toolsAfter = (count: number) =>
      Array.from(
        { length: count },
        (_, place) => payloadOf(tell('ModelReply', look(`l${place}`)), 'ModelRequest').tools,
      )
    expect(toolsAfter(12).at(-1)).toEqual(['read_file', 'glob'])
    expect(lastWordOf(tell('ModelReply', look('one more')))).toContain('report now')
    expect(payloadOf(tell('ModelReply', look('last')), 'ExecutionResult').code).toBe('tool_turns_exhausted')
  })

  it('may still read its records when no turn is left', () => {
    const { tell, asked } = long({ maxToolTurns: 1 })
    expect(asked.tools).toEqual(onRecords)
    expect(lastWordOf(tell('ModelReply', look('look')))).toContain('the end')
  })

  it('is not answered with more than its room bears, however much is asked for at once', () => {
    const { tell } = long()
    const input = { record: 'call_1_1', lines: 5_000 }
    const many = Array.from({ length: 20 }, (_, place): [string, string, unknown] => [
      `l${place}`,
      'read_record',
      input,
    ])
    const { messages } = payloadOf(tell('ModelReply', toolCalls('1.1', ...many)), 'ModelRequest')
    const sizes = messages.map(({ content }) => content.length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(40_000 / 3)
    expect(messages[0]?.content).toContain('go on with from: ')
  })

  it('is cut to a quarter of the room when its report is rejected', () => {
    const { tell, answer } = executing({}, { room: 40_000 })
    const [callId = ''] = idsOf(tell('ModelReply', toolCalls('1.1', ['c', 'read_file'])))
    answer(callId, { output: 'x'.repeat(9_000) })
    tell('ModelReply', done())
    const corrected = payloadOf(tell('CorrectionSignal', correction(2)), 'ModelRequest')
    expect(corrected).toMatchObject({ aim: 10_000, tools: ['read_file', 'glob', ...onRecords] })
    const { tell: short } = executing()
    short('ModelReply', done())
    expect(payloadOf(short('CorrectionSignal', correction(2)), 'ModelRequest')).not.toHaveProperty('aim')
  })
})

it('keeps parallel subtasks apart', () => {
  const { tell } = executing()
  tell('SubTask', subTask({ subtaskId: '1.2', intent: 'measure it', tools: [] }))
  const sent = tell('ModelReply', done({ output: 'of the second' }, '1.2'))
  expect(payloadOf(sent, 'ExecutionResult')).toMatchObject({ subtaskId: '1.2', output: 'of the second' })
  expect(payloadOf(tell('ModelReply', done()), 'ExecutionResult')).toMatchObject({ subtaskId: '1.1', output: '2' })
})
