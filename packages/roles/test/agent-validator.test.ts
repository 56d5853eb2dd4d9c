import { describe, expect, it } from 'vitest'
import { createAgentValidator } from '../src/index.js'
import type { OutputValue } from '../src/outputs.js'
import { call, checked, failedCall, modelFailure, plausible, result, subTask, value } from './builders.js'
import { briefOf, drive, payloadOf, payloadsOf, routesOf } from './drive.js'

interface Given {
  readonly criterion: number
  readonly verdict: 'pass' | 'fail'
  readonly failureClass?: 'logical' | 'environmental'
  readonly evidence?: string
}

const pass = (criterion: number): Given => ({ criterion, verdict: 'pass' })
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
function judging(criteria = one, maxRetries?: number) {
  const { tell } = drive(createAgentValidator(maxRetries === undefined ? {} : { maxRetries }))
  const rubric = tell('SubTask', subTask({ criteria }))
  return { tell, rubric, asked: tell('ExecutionResult', result()) }
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
      toolCalls: [{ tool: 'read_file', target: 'a.txt', status: 'ok', output: 'one\ntwo' }],
    })
  })

  it('is asked of each attempt anew, without a word on the one before', () => {
    const { tell, asked } = judging()
    tell('ModelReply', verdicts([fail(1)]))
    const again = tell('ExecutionResult', result({ attempt: 2 }))
    for (const sent of [asked, again]) {
      const { key, messages, continues } = payloadOf(sent, 'ModelRequest')
      expect([key, continues]).toEqual(['1.1', false])
      expect(messages.map(({ role }) => role)).toEqual(['system', 'user'])
    }
    expect(briefOf(again)).toEqual(briefOf(asked))
  })

  it('is code what code can judge, and the model the rest', () => {
    const { asked } = judging(mixed)
    expect(routesOf(asked)).toEqual(['CheckRequest → checks', 'ModelRequest → model'])
    expect(payloadOf(asked, 'CheckRequest')).toMatchObject({ key: '1.1', index: 1, output: '2', toolCalls: [call()] })
    expect(briefOf(asked).criteria).toEqual([{ criterion: 1, text: 'it is a number', mode: 'plausible' }])
  })

  it('is no model at all when every criterion has a check', () => {
    const { tell, asked } = judging([checked('it is short'), checked('it is one line')])
    expect(routesOf(asked)).toEqual(['CheckRequest → checks', 'CheckRequest → checks'])
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
    ['one without a verdict', [pass(1)], 'it is right'],
    ['one with two verdicts, of which the worse counts', [pass(1), fail(2), pass(2)], 'it is right'],
    ['one with two verdicts, in the other order', [pass(1), pass(2), fail(2)], 'it is right'],
    ['all, when the model judges others', [pass(3), pass(7)], 'it is a number'],
  ])('fails with %s', (_, given, failedCriterion) => {
    const { tell } = judging(two)
    expect(payloadOf(tell('ModelReply', verdicts(given)), 'CorrectionSignal')).toMatchObject({ failedCriterion })
  })

  it('waits for code and model, whoever is first', () => {
    const codeFirst = judging(mixed)
    expect(codeFirst.tell('CheckResult', check(1, true))).toEqual([])
    expect(routesOf(codeFirst.tell('ModelReply', verdicts([pass(1)])))).toEqual(['SubTaskOutcome → R4b'])
    const modelFirst = judging(mixed)
    expect(modelFirst.tell('ModelReply', verdicts([pass(1)]))).toEqual([])
    expect(routesOf(modelFirst.tell('CheckResult', check(1, true)))).toEqual(['SubTaskOutcome → R4b'])
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

describe('a correction', () => {
  const advice = { whatWasWrong: 'it says two', whatToDo: 'use digits' }

  it('names the criterion, the class and what to do', () => {
    const { tell } = judging()
    expect(tell('ModelReply', verdicts([fail(1, { failureClass: 'logical' })], advice))).toEqual([
      {
        type: 'CorrectionSignal',
        to: 'R3',
        payload: {
          subtaskId: '1.1',
          attempt: 2,
          failedCriterion: 'it is a number',
          failureClass: 'logical',
          ...advice,
        },
      },
    ])
  })

  it('makes do with the evidence when the model gives no advice', () => {
    const { tell } = judging()
    expect(payloadOf(tell('ModelReply', verdicts([fail(1)])), 'CorrectionSignal')).toMatchObject({
      whatWasWrong: 'seen 1',
      whatToDo: 'Satisfy the criterion: it is a number',
    })
  })

  it('tells of every unmet criterion, and passes advice on one for no other', () => {
    const { tell } = judging([checked('it is short'), plausible('it is a number')])
    tell('CheckResult', check(0, false))
    expect(payloadOf(tell('ModelReply', verdicts([fail(2)], advice)), 'CorrectionSignal')).toMatchObject({
      failedCriterion: 'it is short',
      whatWasWrong: 'no, says code; also unmet: it is a number (seen 2)',
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
    tell('ModelReply', verdicts([fail(1, { failureClass: 'logical' })]))
    tell('ExecutionResult', result({ attempt: 2 }))
    expect(payloadOf(tell('ModelReply', verdicts([pass(1)])), 'SubTaskOutcome')).toMatchObject({
      status: 'matched',
      attempts: 2,
      verdicts: [{ verdict: 'pass', failureClass: null, failedAttempts: 1, attempts: 2 }],
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
    expect(routesOf(tell('ExecutionResult', result({ attempt: 2 })))).toEqual(['CheckRequest → checks'])
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
    ['environmental', 'infeasible', [failedCall({ status: 'refused', code: 'blocked_target' })]],
    ['logical', 'infeasible', []],
    ['logical', 'infeasible', [call()]],
    [
      'logical',
      'infeasible',
      [failedCall({ status: 'refused', code: 'tool_not_allowed' }), failedCall({ code: 'invalid_input' })],
    ],
    ['logical', 'tool_turns_exhausted', [call()]],
    ['environmental', 'tool_turns_exhausted', [failedCall()]],
    [null, 'invalid_output', []],
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

it.each([
  ['model', false, 'validation failed: the answer could not be read'],
  ['provider', true, 'validation failed: Service Unavailable (HTTP 503)'],
])('fails the subtask when its own %s fails, and blames nobody', (_, infrastructure, failureReason) => {
  const { tell } = judging(mixed)
  tell('CheckResult', check(1, false))
  expect(payloadOf(tell('ModelFailure', modelFailure('1.1', infrastructure)), 'SubTaskOutcome')).toMatchObject({
    status: 'failed',
    output: '2',
    verdicts: [],
    failureReason,
    failureClass: null,
    infrastructure,
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
