import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAgentValidator } from '../src/agent-validator/agent-validator.js'
import type { OutputValue } from '../src/messages/outputs.js'
import {
  call,
  checked,
  failedCall,
  manyCalls,
  modelFailure,
  plausible,
  result,
  subTask,
  value,
  verifiable,
} from './builders.js'
import { briefOf, drive, lastWordOf, payloadOf, payloadsOf, routesOf } from './drive.js'

fc.configureGlobal({ seed: 20260221 })

interface Given {
  readonly criterion: number
  readonly verdict: 'pass' | 'fail' | 'absent'
  readonly cause?: NonNullable<OutputValue<'verdicts'>['verdicts'][number]['cause']>
  readonly evidence?: string
  readonly records?: string[]
}

const pass = (criterion: number, records?: string[]): Given => ({
  criterion,
  verdict: 'pass',
  ...(records && { records }),
})
const absent = (criterion: number, records?: string[]): Given => ({ ...pass(criterion, records), verdict: 'absent' })
const fail = (criterion: number, given: Partial<Given> = {}): Given => ({ criterion, verdict: 'fail', ...given })
const verdicts = (given: readonly Given[], correction: OutputValue<'verdicts'>['correction'] = null) =>
  value(
    'verdicts',
    { verdicts: given.map((item) => ({ evidence: `seen ${item.criterion}`, ...item })), correction },
    '1.1',
  )
const check = (index: number, pass: boolean) => ({
  key: '1.1',
  index,
  pass,
  evidence: `${pass ? 'yes' : 'no'}, says code`,
})

const one = [plausible('it is a number')]
const two = [plausible('it is a number'), plausible('it is right')]
const mixed = [plausible('it is a number'), checked('it is short')]

/** A validator that has a rubric and a first result. */
function judging(criteria = one, maxRetries?: number, given: Parameters<typeof result>[0] = {}) {
  const { tell } = drive(createAgentValidator(maxRetries === undefined ? {} : { maxRetries }))
  const rubric = tell('SubTask', subTask({ criteria }))
  return { tell, rubric, asked: tell('ExecutionResult', result(given)) }
}

describe('what it asks', () => {
  it('is one verdict for each criterion, with the calls as evidence', () => {
    const { rubric, asked } = judging(two)
    expect(rubric).toEqual([])
    expect(briefOf(asked)).toEqual({
      intent: 'count them',
      criteria: [
        { criterion: 1, text: 'it is a number', mode: 'plausible' },
        { criterion: 2, text: 'it is right', mode: 'plausible' },
      ],
      output: '2',
      toolCalls: [
        {
          id: 'r1',
          attempt: 1,
          tool: 'read_file',
          target: 'a.txt',
          status: 'ok',
          input: '{"path":"a.txt"}',
          output: 'one\ntwo',
        },
      ],
      tools: ['read_file', 'glob'],
    })
  })

  it('shows what the executor was told besides', () => {
    const { tell } = drive(createAgentValidator())
    tell('SubTask', subTask({ context: 'Already done: {"intent":"find","result":"a.txt"}' }))
    expect(briefOf(tell('ExecutionResult', result())).context).toBe('Already done: {"intent":"find","result":"a.txt"}')
  })

  it('shows the records of all attempts, with short names, inputs and changes, and what was unmet before', () => {
    const { tell } = judging(two)
    const diff = '-one\n+two'
    const written = call({
      id: 'call_1_2',
      tool: 'write_file',
      input: { path: 'a.txt', content: 'two' },
      confirmed: true,
      change: { bytesBefore: 3, bytesAfter: 3, diff },
    })
    const missing = failedCall({ id: 'call_2_1', attempt: 2, target: 'b.txt', input: { path: 'b.txt' } })
    tell('ModelReply', verdicts([pass(1), fail(2)]))
    expect(briefOf(tell('ExecutionResult', result({ attempt: 2, toolCalls: [written, missing] })))).toMatchObject({
      toolCalls: [
        {
          id: 'r1',
          attempt: 1,
          input: '{"path":"a.txt","content":"two"}',
          confirmed: true,
          change: { bytesBefore: 3, bytesAfter: 3, diff },
        },
        { id: 'r2', attempt: 2, status: 'error', code: 'tool_failed', input: '{"path":"b.txt"}' },
      ],
      earlier: [{ attempt: 1, unmet: [{ criterion: 'it is right', evidence: 'seen 2' }] }],
    })
    tell('ModelReply', verdicts([fail(1), fail(2)]))
    expect(briefOf(tell('ExecutionResult', result({ attempt: 3 }))).earlier).toMatchObject([
      { attempt: 1, unmet: [{ criterion: 'it is right' }] },
      { attempt: 2, unmet: [{ criterion: 'it is a number' }, { criterion: 'it is right' }] },
    ])
  })

  it('is bounded, however many calls there were', () => {
    const { tell } = judging()
    const toolCalls = manyCalls(3 * 12 * 32)
    const asked = tell('ExecutionResult', result({ attempt: 3, toolCalls }))
    const { messages } = payloadOf(asked, 'ModelRequest')
    expect(messages.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThan(60_000)
    const shown = briefOf(asked).toolCalls as { id?: string; output: string }[]
    expect(shown.at(-1)).toMatchObject({ id: `r${toolCalls.length}`, output: toolCalls.at(-1)?.output })
  })

  it('is asked of each attempt anew, in a conversation of its own', () => {
    const { tell, asked } = judging()
    tell('ModelReply', verdicts([fail(1)]))
    const again = tell('ExecutionResult', result({ attempt: 2 }))
    for (const sent of [asked, again]) {
      const { key, messages, continues } = payloadOf(sent, 'ModelRequest')
      expect([key, continues]).toEqual(['1.1', false])
      expect(messages.map(({ role }) => role)).toEqual(['system', 'user'])
    }
  })

  it('is code what code can judge, and the model the rest', () => {
    const { tell, asked } = judging(mixed)
    expect(routesOf(asked)).toEqual(['Progress → R7', 'CheckRequest → checks'])
    expect(payloadOf(asked, 'CheckRequest')).toMatchObject({ key: '1.1', index: 1, output: '2', toolCalls: [call()] })
    const left = tell('CheckResult', check(1, true))
    expect(briefOf(left).criteria).toMatchObject([{ criterion: 1, text: 'it is a number', mode: 'plausible' }])
    expect(briefOf(left).checks).toEqual(['yes, says code'])
  })

  it('is no model at all when every criterion has a check', () => {
    const { tell, asked } = judging([checked('it is short'), checked('it is one line')])
    expect(routesOf(asked)).toEqual(['Progress → R7', 'CheckRequest → checks', 'CheckRequest → checks'])
    expect(tell('CheckResult', check(1, true))).toEqual([])
    expect(payloadOf(tell('CheckResult', check(0, true)), 'SubTaskOutcome').status).toBe('matched')
  })
})

describe('an attempt', () => {
  it('is matched when every criterion passed', () => {
    const { tell } = judging(two)
    expect(tell('ModelReply', verdicts([pass(1), pass(2)]))).toMatchObject([
      {
        type: 'SubTaskOutcome',
        to: 'R4b',
        payload: {
          subtaskId: '1.1',
          status: 'matched',
          output: '2',
          failureReason: null,
          failureClass: null,
          attempts: 1,
        },
      },
    ])
  })

  it.each([
    ['the first', [fail(1), pass(2)], 'it is a number'],
    ['the last', [pass(1), fail(2)], 'it is right'],
    ['one with two verdicts, of which the worse counts', [pass(1), fail(2), pass(2)], 'it is right'],
    ['one with two verdicts, in the other order', [pass(1), pass(2), fail(2)], 'it is right'],
  ])('fails with %s', (_, given, failedCriterion) => {
    const { tell } = judging(two)
    expect(payloadOf(tell('ModelReply', verdicts(given)), 'CorrectionSignal')).toMatchObject({ failedCriterion })
  })

  it('has a model asked for what is left once all checks have passed', () => {
    const { tell } = judging([...mixed, checked('it is one line')])
    expect(tell('CheckResult', check(2, true))).toEqual([])
    expect(routesOf(tell('CheckResult', check(1, true)))).toEqual(['Progress → R7', 'ModelRequest → model'])
    expect(routesOf(tell('ModelReply', verdicts([pass(1)])))).toEqual(['SubTaskOutcome → R4b'])
  })

  it('asks no model once a check has failed: the correction is the check’s', () => {
    const { tell } = judging(mixed)
    const sent = tell('CheckResult', check(1, false))
    expect(routesOf(sent)).toEqual(['Progress → R7', 'CorrectionSignal → R3'])
    expect(payloadOf(sent, 'CorrectionSignal')).toMatchObject({
      failedCriterion: 'it is short',
      whatWasWrong: 'no, says code',
    })
    tell('ExecutionResult', result({ attempt: 2 }))
    tell('CheckResult', check(1, false))
    tell('ExecutionResult', result({ attempt: 3 }))
    const { verdicts: given, promised } = payloadOf(tell('CheckResult', check(1, false)), 'SubTaskOutcome')
    expect(promised).toBe(2)
    expect(given).toMatchObject([
      {
        verdict: 'unjudged',
        basis: 'nobody',
        because: 'check_failed',
        evidence: expect.stringContaining('it is short'),
      },
      { verdict: 'fail', basis: 'code', failedAttempts: 3, attempts: 3 },
    ])
  })

  it('counts of a criterion the attempts in which it was judged', () => {
    const { tell } = judging(mixed, 1)
    tell('CheckResult', check(1, false))
    tell('ExecutionResult', result({ attempt: 2 }))
    tell('CheckResult', check(1, true))
    expect(payloadOf(tell('ModelReply', verdicts([fail(1)])), 'SubTaskOutcome').verdicts).toMatchObject([
      { verdict: 'fail', failedAttempts: 1, attempts: 1 },
      { verdict: 'pass', failedAttempts: 1, attempts: 2 },
    ])
  })

  it.each([
    ['before', true],
    ['after', false],
  ])('fails with a check, though the model passes that criterion %s it', (_, modelFirst) => {
    const { tell } = judging(mixed)
    const model = () => tell('ModelReply', verdicts([pass(1), pass(2)]))
    const code = () => tell('CheckResult', check(1, false))
    const sent = modelFirst ? [...model(), ...code()] : [...code(), ...model()]
    expect(payloadOf(sent, 'CorrectionSignal')).toMatchObject({
      failedCriterion: 'it is short',
      whatWasWrong: 'no, says code',
    })
  })

  it('passes with a check, though the model fails that criterion', () => {
    const { tell } = judging(mixed)
    tell('CheckResult', check(1, true))
    const { status, verdicts: given } = payloadOf(tell('ModelReply', verdicts([pass(1), fail(2)])), 'SubTaskOutcome')
    expect([status, given[1]?.verdict, given[1]?.evidence]).toEqual(['matched', 'pass', 'yes, says code'])
  })
})

describe('verdicts that can’t stand', () => {
  const shown = [verifiable('it was read'), plausible('it is right')]
  const cited = (...ids: string[]) => verdicts([pass(1, ids), pass(2)])

  it.each([
    ['a missing verdict', two, [pass(1)], 'there is no verdict on criterion 2'],
    ['verdicts on others', one, [pass(3), pass(7)], 'there is no verdict on criterion 1'],
    ['no verdict at all', two, [], 'there is no verdict on criterion 1; there is no verdict on criterion 2'],
    ['an absence without a search', shown, [absent(1), pass(2)], 'criterion 1 is said to speak of something'],
    ['a verifiable pass without a record', shown, [pass(1), pass(2)], 'criterion 1 is verifiable'],
    ['one with records that don’t exist', shown, [pass(1, ['no']), pass(2)], 'criterion 1 is verifiable'],
  ])('for %s go back to the judge, once, and not to the executor', (_, criteria, given, problem) => {
    const { tell } = judging(criteria)
    const again = tell('ModelReply', verdicts(given))
    expect(routesOf(again)).toEqual(['ModelRequest → model'])
    const { key, continues, messages } = payloadOf(again, 'ModelRequest')
    expect([key, continues, messages.length]).toEqual(['1.1', true, 1])
    expect(lastWordOf(again)).toContain(problem)
    expect(routesOf(tell('ModelReply', verdicts(given)))).not.toContain('ModelRequest → model')
  })

  it('are none for what a search proves to be absent: that is met by saying so', () => {
    const { tell } = judging(shown)
    const { status, verdicts: given } = payloadOf(
      tell('ModelReply', verdicts([absent(1, ['call_1_1']), absent(2, ['call_1_1'])])),
      'SubTaskOutcome',
    )
    expect([status, given.map(({ verdict }) => verdict)]).toEqual(['matched', ['absent', 'absent']])
  })

  it.each(['repeatable', null] as const)('are those on an absence that a call shows which is %s', (effect) => {
    const { tell } = judging(shown, undefined, { toolCalls: [call({ effect })] })
    expect(routesOf(tell('ModelReply', verdicts([absent(1, ['call_1_1']), pass(2)])))).toEqual(['ModelRequest → model'])
  })

  it('are asked for alone: what was judged stands', () => {
    const { tell } = judging(shown)
    expect(lastWordOf(tell('ModelReply', verdicts([pass(2)])))).toBe(
      'there is no verdict on criterion 1. The other verdicts stand: answer with verdicts on these criteria alone.',
    )
    const sent = tell('ModelReply', verdicts([pass(1, ['r1']), fail(2)]))
    const { status, verdicts: given } = payloadOf(sent, 'SubTaskOutcome')
    expect([status, given.map(({ verdict, records }) => [verdict, records])]).toEqual([
      'matched',
      [
        ['pass', ['call_1_1']],
        ['pass', []],
      ],
    ])
  })

  it('are not those that name records that don’t exist beside one that does', () => {
    const { tell } = judging(shown)
    const { status, verdicts: given } = payloadOf(tell('ModelReply', cited('call_9_9', 'r1')), 'SubTaskOutcome')
    expect([status, given[0]?.records]).toEqual(['matched', ['call_1_1']])
  })

  it.each([
    ['nothing', () => verdicts([pass(1), pass(2)])],
    ['nothing that exists', () => cited('call_9_9')],
  ])('let a verifiable criterion pass by %s neither: it stays unjudged, and nobody is corrected', (_, given) => {
    const { tell } = judging(shown)
    tell('ModelReply', given())
    const { status, verdicts: found } = payloadOf(tell('ModelReply', given()), 'SubTaskOutcome')
    expect(status).toBe('matched')
    expect(found.map(({ verdict, basis }) => [verdict, basis])).toEqual([
      ['unjudged', 'nobody'],
      ['pass', 'judge'],
    ])
  })

  it('are asked of another tier in the end, where there is one', () => {
    const { tell } = drive(createAgentValidator({ hasSecondJudge: true }))
    tell('SubTask', subTask({ criteria: two }))
    tell('ExecutionResult', result())
    expect(payloadOf(tell('ModelReply', verdicts([pass(1)])), 'ModelRequest').output).toBe('verdicts')
    expect(payloadOf(tell('ModelReply', verdicts([])), 'ModelRequest').output).toBe('last_verdicts')
    expect(payloadOf(tell('ModelReply', verdicts([pass(2)])), 'SubTaskOutcome').verdicts).toMatchObject([
      { verdict: 'pass' },
      { verdict: 'pass' },
    ])
  })

  it('that can’t be read are asked of another tier, too, once', () => {
    const { tell } = drive(createAgentValidator({ hasSecondJudge: true }))
    tell('SubTask', subTask({ criteria: two }))
    tell('ExecutionResult', result({ toolCalls: [call()] }))
    const asked = payloadOf(tell('ModelFailure', modelFailure('1.1', false)), 'ModelRequest')
    expect([asked.output, asked.continues]).toEqual(['last_verdicts', false])
    expect(payloadOf(tell('ModelReply', verdicts([pass(1)])), 'SubTaskOutcome').verdicts).toMatchObject([
      { verdict: 'pass' },
      { verdict: 'unjudged' },
    ])
  })

  it('are none for a criterion that the request answers, or that is plausible', () => {
    const { tell } = judging([{ ...verifiable('it is as asked'), source: 'request' }, plausible('it is right')])
    expect(payloadOf(tell('ModelReply', verdicts([pass(1), pass(2)])), 'SubTaskOutcome')).toMatchObject({
      status: 'matched',
      verdicts: [{ verdict: 'pass', records: [] }, { verdict: 'pass' }],
    })
  })

  it('may rest on a record of an earlier attempt', () => {
    const { tell } = judging(shown)
    tell('ModelReply', verdicts([pass(1, ['call_1_1']), fail(2)]))
    const toolCalls = [call(), call({ id: 'call_2_1', attempt: 2 })]
    tell('ExecutionResult', result({ attempt: 2, toolCalls }))
    expect(payloadOf(tell('ModelReply', cited('call_1_1')), 'SubTaskOutcome').status).toBe('matched')
  })

  it('of which one is missing twice leave it unjudged, which is nobody’s fault', () => {
    const { tell } = judging(two)
    tell('ModelReply', verdicts([pass(1)]))
    const sent = tell('ModelReply', verdicts([fail(1)]))
    expect(routesOf(sent)).toEqual(['SubTaskOutcome → R4b'])
    expect(payloadOf(sent, 'SubTaskOutcome')).toMatchObject({
      ...{ status: 'matched', failureReason: null, failureClass: null },
      verdicts: [{ verdict: 'pass' }, { verdict: 'unjudged', evidence: 'there is no verdict on criterion 2' }],
    })
  })

  it('go back once in every attempt anew', () => {
    const { tell } = judging(two)
    tell('ModelReply', verdicts([]))
    tell('ModelReply', verdicts([pass(1), fail(2)]))
    tell('ExecutionResult', result({ attempt: 2 }))
    expect(routesOf(tell('ModelReply', verdicts([pass(1)])))).toEqual(['ModelRequest → model'])
    expect(payloadOf(tell('ModelReply', verdicts([pass(1), pass(2)])), 'SubTaskOutcome').status).toBe('matched')
  })

  it('keep what code found meanwhile', () => {
    const { tell } = judging(mixed)
    tell('CheckResult', check(1, true))
    tell('ModelReply', verdicts([]))
    expect(payloadOf(tell('ModelReply', verdicts([pass(1)])), 'SubTaskOutcome').status).toBe('matched')
  })
})

it('passes a verifiable criterion by a record that there is, or not at all, whatever the judge says', () => {
  const ids = ['call_1_1', 'call_1_2', 'call_9_9']
  const given = fc.array(
    fc.record({
      criterion: fc.integer({ min: 1, max: 3 }),
      verdict: fc.constantFrom('pass' as const, 'fail' as const),
      records: fc.subarray(ids),
    }),
    { maxLength: 5 },
  )
  fc.assert(
    fc.property(given, given, (first, second) => {
      const { tell } = drive(createAgentValidator({ maxRetries: 0 }))
      tell('SubTask', subTask({ criteria: [verifiable('it was read'), verifiable('it is right')] }))
      tell('ExecutionResult', result({ toolCalls: [call(), call({ id: 'call_1_2' })] }))
      const sent = [...tell('ModelReply', verdicts(first)), ...tell('ModelReply', verdicts(second))]
      const { status, verdicts: found } = payloadOf(sent, 'SubTaskOutcome')
      const cited = found.flatMap(({ records }) => records)
      expect(cited.filter((id) => id === 'call_9_9')).toEqual([])
      const passed = found.filter(({ verdict }) => verdict === 'pass')
      expect(passed.filter(({ records }) => records.length === 0)).toEqual([])
      expect(status === 'matched').toBe(found.every(({ verdict }) => verdict !== 'fail'))
      expect(found).toHaveLength(2)
    }),
  )
})

describe('a correction', () => {
  const advice = { whatWasWrong: 'it says two', whatToDo: 'use digits' }

  it('names the criterion, the class and what to do', () => {
    const { tell } = judging()
    const sent = tell('ModelReply', verdicts([fail(1, { cause: 'wrong_method' })], advice))
    expect(routesOf(sent)).toContain('CorrectionSignal → R3')
    expect(payloadOf(sent, 'CorrectionSignal')).toEqual({
      subtaskId: '1.1',
      attempt: 2,
      failedCriterion: 'it is a number',
      failureClass: 'logical',
      ...advice,
    })
  })

  it('makes do with the evidence when the model gives no advice', () => {
    const { tell } = judging()
    expect(payloadOf(tell('ModelReply', verdicts([fail(1)])), 'CorrectionSignal')).toMatchObject({
      whatWasWrong: 'seen 1',
      whatToDo: 'Satisfy the criterion: it is a number',
    })
  })

  it('tells of every unmet check', () => {
    const { tell } = judging([checked('it is short'), plausible('it is a number'), checked('it is one line')])
    tell('CheckResult', check(0, false))
    expect(payloadOf(tell('CheckResult', check(2, false)), 'CorrectionSignal')).toMatchObject({
      failedCriterion: 'it is short',
      whatWasWrong: 'no, says code; also unmet: it is one line (no, says code)',
      whatToDo: 'Satisfy the criterion: it is short',
    })
  })

  it('is given twice; the third failure is the outcome, with k of N for every criterion', () => {
    const { tell } = judging(two)
    const attempts = [
      [fail(1), fail(2)],
      [pass(1), fail(2)],
      [fail(1), fail(2)],
    ] as const
    const sent = attempts.flatMap((given, index) => [
      ...(index > 0 ? tell('ExecutionResult', result({ attempt: index + 1 })) : []),
      ...tell('ModelReply', verdicts(given)),
    ])
    expect(payloadsOf(sent, 'CorrectionSignal').map(({ attempt }) => attempt)).toEqual([2, 3])
    const outcome = payloadOf(sent, 'SubTaskOutcome')
    expect(outcome).toMatchObject({
      status: 'failed',
      attempts: 3,
      failureReason: 'unmet: it is a number (seen 1); it is right (seen 2)',
    })
    expect(outcome.verdicts.map(({ failedAttempts, attempts: n }) => [failedAttempts, n])).toEqual([
      [2, 3],
      [3, 3],
    ])
  })

  it('that helps leaves a match that remembers the failures', () => {
    const { tell } = judging()
    tell('ModelReply', verdicts([fail(1, { cause: 'wrong_method' })]))
    tell('ExecutionResult', result({ attempt: 2 }))
    expect(payloadOf(tell('ModelReply', verdicts([pass(1)])), 'SubTaskOutcome')).toMatchObject({
      status: 'matched',
      attempts: 2,
      verdicts: [{ verdict: 'pass', failureClass: null, cause: null, failedAttempts: 1, attempts: 2 }],
    })
  })

  it.each(['logical', 'environmental'] as const)('is told the class of what a check found: %s', (failureClass) => {
    const { tell } = judging([checked('it is short')])
    const sent = tell('CheckResult', { ...check(0, false), failureClass })
    expect(payloadOf(sent, 'CorrectionSignal').failureClass).toBe(failureClass)
  })

  it('is judged afresh: the checks run again', () => {
    const { tell } = judging([checked('it is short')])
    tell('CheckResult', check(0, false))
    expect(routesOf(tell('ExecutionResult', result({ attempt: 2 })))).toContain('CheckRequest → checks')
    expect(payloadOf(tell('CheckResult', check(0, true)), 'SubTaskOutcome').status).toBe('matched')
  })

  it('is never given when no retry is allowed', () => {
    const { tell } = judging(one, 0)
    expect(payloadOf(tell('ModelReply', verdicts([fail(1)])), 'SubTaskOutcome')).toMatchObject({
      status: 'failed',
      attempts: 1,
    })
  })
})

describe('a failed execution', () => {
  const execution = (given: Parameters<typeof result>[0]) => {
    const { tell } = drive(createAgentValidator())
    tell('SubTask', subTask({ criteria: mixed }))
    return tell(
      'ExecutionResult',
      result({ status: 'failed', output: '', code: 'infeasible', reason: 'can’t', ...given }),
    )
  }

  it('fails the subtask at once, without a model, a check or a correction', () => {
    const sent = execution({ reason: '[LAW1] refused', code: 'law1_refused' })
    expect(routesOf(sent)).toEqual(['SubTaskOutcome → R4b'])
    expect(payloadOf(sent, 'SubTaskOutcome')).toMatchObject({
      status: 'failed',
      verdicts: [],
      failureReason: '[LAW1] refused',
    })
  })

  it.each([
    ['environmental', 'law1_refused', []],
    ['environmental', 'law1_refused', [call()]],
    ['environmental', 'infeasible', [call(), failedCall()]],
    ['logical', 'infeasible', [failedCall({ attempt: 7 })]],
    ['environmental', 'infeasible', [failedCall({ status: 'refused', code: 'blocked_target' })]],
    ['logical', 'infeasible', []],
    ['logical', 'infeasible', [call()]],
    [
      'logical',
      'infeasible',
      [failedCall({ status: 'refused', code: 'tool_not_allowed' }), failedCall({ code: 'invalid_input' })],
    ],
    ['logical', 'infeasible', [failedCall({ status: 'refused', code: 'unknown_tool' })]],
    ['logical', 'infeasible', [failedCall({ status: 'refused', code: 'too_many_calls' })]],
    [null, 'tool_turns_exhausted', [call()]],
    ['environmental', 'tool_turns_exhausted', [failedCall()]],
    [null, 'invalid_output', []],
    [null, 'conversation_too_long', [failedCall()]],
    [null, 'invalid_output', [call(), failedCall()]],
  ])('is %s when the code is %s and the calls were %j', (failureClass, code, toolCalls) => {
    expect(payloadOf(execution({ code, toolCalls }), 'SubTaskOutcome')).toMatchObject({
      failureClass,
      infrastructure: false,
    })
  })

  it.each([
    ['provider_unavailable', []],
    ['model_timeout', [call(), failedCall()]],
    ['invalid_model_response', [call()]],
  ])('is nobody’s fault when the provider failed with %s, whatever the calls were', (code, toolCalls) => {
    const sent = execution({ code, toolCalls, infrastructure: true })
    expect(payloadOf(sent, 'SubTaskOutcome')).toMatchObject({ failureClass: null, infrastructure: true, toolCalls })
  })
})

it('fails the subtask when the provider of its model fails, and blames nobody', () => {
  const { tell } = judging(mixed)
  tell('CheckResult', check(1, true))
  expect(payloadOf(tell('ModelFailure', modelFailure('1.1', true)), 'SubTaskOutcome')).toMatchObject({
    ...{ status: 'failed', output: '2', failureClass: null, infrastructure: true, undone: true },
    failureReason: 'no verdict came: Service Unavailable (HTTP 503)',
    verdicts: [
      { criterion: 'it is a number', verdict: 'unjudged', basis: 'nobody' },
      { criterion: 'it is short', verdict: 'pass', basis: 'code' },
    ],
  })
})

describe('the report to the controller, which an end of the task may follow', () => {
  const verdictsIn = (sent: ReturnType<ReturnType<typeof judging>['tell']>) =>
    payloadOf(sent, 'Progress').verdicts.map(({ criterion, verdict }) => `${criterion}: ${verdict}`)

  it('has the output before anything is judged, without its records', () => {
    const { asked } = judging(mixed)
    const sent = payloadOf(asked, 'Progress')
    expect(sent).toMatchObject({ subtaskId: '1.1', output: '2', status: 'matched', undone: false })
    expect(sent).not.toHaveProperty('toolCalls')
    expect(verdictsIn(asked)).toEqual(['it is a number: unjudged', 'it is short: unjudged'])
  })

  it('has the verdicts of checks before a model is asked for the rest', () => {
    const { tell } = judging(mixed)
    expect(verdictsIn(tell('CheckResult', check(1, true)))).toEqual(['it is a number: unjudged', 'it is short: pass'])
  })

  it('has what was found of an attempt that is sent back', () => {
    const { tell } = judging(two)
    const sent = tell('ModelReply', verdicts([pass(1), fail(2)]))
    expect(payloadOf(sent, 'Progress').status).toBe('failed')
    expect(verdictsIn(sent)).toEqual(['it is a number: pass', 'it is right: fail'])
  })
})

it('leaves unjudged what its model can’t say, beside what code found', () => {
  const { tell } = judging(mixed)
  tell('CheckResult', check(1, true))
  expect(payloadOf(tell('ModelFailure', modelFailure('1.1', false)), 'SubTaskOutcome')).toMatchObject({
    status: 'matched',
    verdicts: [
      { verdict: 'unjudged', basis: 'nobody', evidence: 'the answer could not be read' },
      { verdict: 'pass', basis: 'code' },
    ],
  })
})

it('gives one outcome, whatever else arrives', () => {
  const { tell } = judging(mixed)
  tell('CheckResult', check(1, true))
  tell('ModelReply', verdicts([pass(1)]))
  expect(tell('CheckResult', check(1, false))).toEqual([])
  expect(tell('ModelReply', verdicts([fail(1)]))).toEqual([])
  expect(tell('ModelFailure', modelFailure('1.1'))).toEqual([])
  expect(tell('ExecutionResult', result({ attempt: 2 }))).toEqual([])
})

it('keeps parallel subtasks apart', () => {
  const { tell } = judging()
  tell('SubTask', subTask({ subtaskId: '1.2', intent: 'measure it', criteria: one }))
  tell('ExecutionResult', result({ subtaskId: '1.2', output: '9' }))
  const sent = tell('ModelReply', { ...verdicts([pass(1)]), key: '1.2' })
  expect(payloadOf(sent, 'SubTaskOutcome')).toMatchObject({ subtaskId: '1.2', intent: 'measure it', output: '9' })
})

it('refuses a nonsensical number of retries', () => {
  expect(() => createAgentValidator({ maxRetries: -1 })).toThrow(
    expect.objectContaining({ code: 'invalid_option', field: 'maxRetries' }),
  )
})
