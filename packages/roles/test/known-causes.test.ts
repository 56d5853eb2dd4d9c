import type { Cause } from '@artoo/ggs'
import { describe, expect, it } from 'vitest'
import { observe } from '../src/controller/observe.js'
import type { SubTaskOutcome } from '../src/messages/outcome.js'
import { call, failed, failedCall, failing, matched, outcomeSummary, replanRequest, verdict } from './builders.js'

const seenAs = (outcome: SubTaskOutcome) =>
  observe(replanRequest({ outcomes: [outcome] }), { accepted: false }).outcomes[0]

const refusal = call({
  ...{ id: 'no', tool: 'delete_file', effect: 'irreversible', status: 'refused', code: 'law1_refused' },
})
const undone = { verdicts: [], undone: true } satisfies Partial<SubTaskOutcome>
const question = { question: 'Which one?', kind: 'question' } as const
const access = { question: 'API_KEY', kind: 'access' } as const

describe('the cause that code knows', () => {
  it.each<[string, SubTaskOutcome, Cause | null]>([
    ['a refusal', failed({ ...undone, code: 'law1_refused', toolCalls: [refusal] }), 'no_access'],
    ['an outage of its provider', failed({ ...undone, infrastructure: true }), 'outage'],
    ['a time limit', failed({ ...undone, toolCalls: [failedCall({ code: 'tool_timeout' })] }), 'outage'],
    ['a question', failed({ ...undone, needs: [question] }), 'needs_answer'],
    ['a question and an access', failed({ ...undone, needs: [question, access] }), 'no_access'],
    ['an earlier part that was not done', failed({ ...undone, attempts: 0 }), 'not_yet'],
    ['turns that were used up', failed({ ...undone, code: 'tool_turns_exhausted' }), null],
    ['nothing of the kind', failed({ ...undone }), null],
    ['nothing: it matched', matched({ needs: [question] }), null],
  ])('of an outcome: %s', (_, outcome, cause) => {
    expect(seenAs(outcome)?.cause ?? null).toBe(cause)
  })

  it('is no warning of memory, which is told beside it, of the targets that were used', () => {
    const outcome = failed({ toolCalls: [failedCall()] })
    const warnedOf = (target: string) =>
      observe(replanRequest({ outcomes: [outcome], warned: [{ tool: 'read_file', target }] }), { accepted: false })
        .outcomes[0]?.isWarned ?? false
    expect([warnedOf('a.txt'), warnedOf('b.txt')]).toEqual([true, false])
  })

  it('is that of each fail for which its judge named none', () => {
    const verdicts = [
      failing({ cause: 'wrong_target', records: ['no'] }),
      failing({ cause: null, failureClass: null, records: ['no'] }),
      verdict(),
    ]
    const seen = seenAs(failed({ verdicts, toolCalls: [refusal] }))
    expect(seen?.criteria.map(({ cause = null }) => cause)).toEqual(['wrong_target', 'no_access', null])
  })
})

describe('the kind of an error', () => {
  const errorOf = (code: string, output = 'it went wrong') =>
    seenAs(failed({ toolCalls: [failedCall({ code, output })] }))?.calls[0]?.error

  it.each([
    ['path_not_found', 'missing'],
    ['tool_timeout', 'passing'],
    ['exit_nonzero', 'said_no'],
    ['tool_failed', 'other'],
  ])('follows from its code: %s, %s', (code, kind) => {
    expect(errorOf(code)).toBe(kind)
  })

  it.each([
    ['HTTP 401', 'denied'],
    ['sh: ./run: Permission denied', 'denied'],
    ['HTTP 503 Service Unavailable', 'passing'],
    ['connect ECONNREFUSED 127.0.0.1:80', 'passing'],
    ['HTTP 404', 'missing'],
    ['cat: a.txt: No such file or directory', 'missing'],
  ])('follows from its words where its code says little: %s, %s', (output, kind) => {
    for (const code of ['tool_failed', 'exit_nonzero']) expect(errorOf(code, output)).toBe(kind)
  })

  it('is not read out of words where the code says it', () => {
    expect(errorOf('tool_timeout', 'HTTP 404')).toBe('passing')
  })

  it('is none of a call that went well or was a mistake', () => {
    const toolCalls = [call({ output: 'HTTP 404' }), failedCall({ id: 'mistake', tool: 'glob', code: 'invalid_input' })]
    const errors = seenAs(failed({ toolCalls }))?.calls.map(({ error }) => error)
    expect(errors).toEqual([undefined, undefined])
  })
})

describe('what was given up in earlier rounds', () => {
  const left = [failed({ subtaskId: '1.2', toolCalls: [failedCall()] })]

  it('is observed beside the round, for which the criteria of the whole do not count then', () => {
    const round = outcomeSummary({ taskVerdicts: [verdict({ criterion: 'it is whole' })] })
    const alone = observe(round, { accepted: true })
    expect([alone.accepted, alone.outcomes.map(({ id }) => id)]).toEqual([true, ['task']])
    const { accepted, outcomes, met } = observe(round, { accepted: true, left })
    expect([accepted, met]).toEqual([false, 0])
    expect(outcomes).toMatchObject([
      { id: '1.1', status: 'matched', criteria: [{ verdict: 'pass' }] },
      { id: '1.2', status: 'failed', left: true, calls: [], criteria: [{ verdict: 'fail' }] },
    ])
    expect(outcomes[0]).not.toHaveProperty('left')
  })
})
