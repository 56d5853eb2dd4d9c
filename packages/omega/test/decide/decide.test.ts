import { describe, expect, it } from 'vitest'
import { type DecideOptions, decide } from '../../src/decide/decide.js'
import { degradationOf } from '../../src/decide/degradation.js'
import { nextStep } from '../../src/decide/escalation.js'
import type { SessionEvent } from '../../src/protocol/log-event.js'
import type { SessionState } from '../../src/protocol/state.js'
import {
  claimed,
  greenIteration,
  iterationEnded,
  opening,
  output,
  planned,
  stateOf,
  withRecords,
} from '../session/support/world.js'

const recovery = (kind: Extract<SessionEvent, { type: 'recovery' }>['kind']): SessionEvent => ({
  type: 'recovery',
  kind,
  detail: 'another way',
})
const verified = output(27, { family: 'otter', references: [{ claim: 'c1', factor: 1 }] })
const fatal = (count: number): readonly SessionEvent[] => {
  const numbers = Array.from({ length: count }, (_, index) => index)
  return [
    output(1, { claims: numbers.flatMap((number) => [{ statement: `A ${number}` }, { statement: `B ${number}` }]) }),
    output(2, {
      contradictions: numbers.map((number) => ({
        a: `c${2 * number + 1}`,
        b: `c${2 * number + 2}`,
        severity: 'FATAL',
        why: 'not both',
      })),
    }),
  ]
}
/** The iterations before the one that counts. */
const past = (count: number) =>
  Array.from({ length: count }, (_, index) => [planned(index + 1), iterationEnded(index + 1)]).flat()

describe('how an iteration ends', () => {
  it('with a success, also when it is reached with the last iteration; by the letter of the protocol it is not', () => {
    const state = stateOf(opening(), past(9), greenIteration(10))
    expect(state.iteration).toBe(10)
    expect(decide(state)).toMatchObject({ status: 'SUCCESS', code: 'success', atLimit: true })
    expect(decide(state, { order: 'literal' })).toMatchObject({ status: 'PARTIAL', code: 'resource' })
  })

  it.each([
    ['the last iteration', past(10)],
    ['all tokens', [{ type: 'usage', agent: 1, tokens: 100_000, modelCalls: 1, ms: 1 }]],
    ['the deadline', [{ type: 'aborted', reason: 'deadline', message: 'time is up' }]],
  ] as const)('with %s, by what came of it', (_what, events) => {
    const options: DecideOptions[] = [{}, { order: 'literal' }]
    for (const option of options) {
      const none = stateOf(opening(), claimed(0.5), ...events)
      expect(decide(none, option)).toMatchObject({ action: 'end', status: 'FAILURE', code: 'resource' })
      const some = stateOf(opening(), claimed(0.5), verified, ...events)
      expect(decide(some, option)).toMatchObject({ action: 'end', status: 'PARTIAL', code: 'resource' })
      const answered = stateOf(opening(), output(1, { answered: ['Why?'] }), ...events)
      expect(decide(answered, option)).toMatchObject({ action: 'end', status: 'PARTIAL', code: 'resource' })
    }
  })

  it('with an abort first of all', () => {
    const state = stateOf(opening(), greenIteration(), { type: 'aborted', reason: 'user', message: 'enough' })
    for (const midway of [true, false] as const)
      expect(midway ? decide(state, { midway }) : decide(state)).toEqual({
        action: 'end',
        status: 'FAILURE',
        code: 'abort',
        atLimit: false,
        why: 'enough',
      })
  })

  it('with contradictions that are first to be resolved, and with a failure if nobody can', () => {
    const state = stateOf(opening(), planned(1), fatal(4))
    expect(decide(state, { midway: true })).toMatchObject({ action: 'recover', kind: 'resolve_contradictions' })
    const tried = stateOf(opening(), planned(1), fatal(4), recovery('resolve_contradictions'))
    expect(decide(tried, { midway: true })).toMatchObject({ status: 'FAILURE', code: 'irrecoverable' })
    const byUser: SessionEvent = { type: 'resolved', contradiction: 'k1', holds: 'a', why: 'I know', by: 'user' }
    const settled = stateOf(opening(), planned(1), fatal(4), recovery('resolve_contradictions'), byUser)
    expect(decide(settled, { midway: true })).toBeNull()
  })

  it('with confidence that collapsed: once it is to be restored, then it is over', () => {
    const low = [opening(), planned(1), claimed(0.19), iterationEnded(1)]
    expect(decide(stateOf(...low))).toMatchObject({ action: 'recover', kind: 'restore_confidence' })
    const again = stateOf(...low, recovery('restore_confidence'), planned(2), iterationEnded(2))
    expect(decide(again)).toMatchObject({ status: 'FAILURE', code: 'irrecoverable' })
    // The recovery may still help: only the end of its iteration tells.
    expect(decide(again, { midway: true })).toBeNull()
    expect(decide(stateOf(opening(), planned(1), claimed(0.29), iterationEnded(1)))).toMatchObject({
      action: 'continue',
      trigger: 'confidence',
    })
  })

  it('with one recovery after the other when it is stuck, and with what there is when none is left', () => {
    const stuck = (...events: readonly SessionEvent[]): SessionState =>
      withRecords(stateOf(opening(), claimed(0.5), ...events), [{ newFindings: 0 }, { newFindings: 0 }])
    const kinds = ['constrain', 'decompose', 'pivot'] as const
    for (const [index, kind] of kinds.entries())
      expect(decide(stuck(...kinds.slice(0, index).map(recovery)))).toMatchObject({ action: 'recover', kind })
    const checked = output(27, { family: 'otter', references: [{ claim: 'c1', factor: 1 }] })
    // What a pivot gave up was no progress.
    const restored = claimed(0.5)
    expect(decide(stuck(...kinds.map(recovery)))).toMatchObject({ status: 'FAILURE', code: 'exhausted' })
    expect(decide(stuck(...kinds.map(recovery), restored, checked))).toMatchObject({
      status: 'PARTIAL',
      code: 'exhausted',
    })
  })

  it('with more agents when confidence is flat, and with what there is when all were heard', () => {
    const records = [0.5, 0.5, 0.51].map((confidence) => ({ confidence }))
    const deployed = (count: number): SessionEvent => ({
      type: 'launched',
      batch: 0,
      agents: Array.from({ length: count }, (_, index) => index + 1),
    })
    const flat = (count: number) => withRecords(stateOf(opening(), claimed(0.5), deployed(count)), records)
    expect(decide(flat(51))).toMatchObject({ action: 'deploy_more', trigger: 'confidence' })
    expect(decide(flat(52))).toMatchObject({ action: 'end', status: 'FAILURE', code: 'exhausted' })
    const unknown = withRecords(stateOf(opening(), claimed(0.5), deployed(52)), [{ confidence: null }, {}, {}])
    expect(decide(unknown)).toMatchObject({ action: 'continue' })
    const rising = withRecords(stateOf(opening(), claimed(0.5), deployed(52)), [...records, { confidence: 0.53 }])
    expect(decide(rising)).toMatchObject({ action: 'continue', trigger: 'confidence' })
  })

  it('with what cannot be settled by any test, if the answer depends on it', () => {
    const falsifier = (type: 'CONTRADICTS' | 'QUALIFIES') =>
      output(45, { native: 'CLAIMS_UNFALSIFIABLE', references: [{ claim: 'c1', type }] })
    expect(decide(stateOf(opening(), planned(1), claimed(0.7), falsifier('CONTRADICTS')))).toMatchObject({
      status: 'FAILURE',
      code: 'intractable',
    })
    const aside = output(1, { claims: [{ statement: 'By the way', confidence: 0.7 }] })
    for (const events of [
      [claimed(0.7), falsifier('QUALIFIES')],
      [aside, falsifier('CONTRADICTS')],
    ])
      expect(decide(stateOf(opening(), planned(1), ...events))).toMatchObject({ action: 'continue' })
  })

  it('with the loss of an agent that no session can do without', () => {
    const lost: SessionEvent = { type: 'agent_recovery', agent: 52, step: 'halt', substitute: null }
    expect(decide(stateOf(opening(), planned(1), lost))).toMatchObject({ status: 'FAILURE', code: 'irrecoverable' })
  })

  it.each([
    ['contradiction', [fatal(1)]],
    ['conflict', [fatal(1), planned(2)]],
    ['quality', [output(52, { native: 'REWORK_NEEDED' })]],
    ['confidence', [claimed(0.5)]],
    ['gap', [greenIteration(1, { 40: { native: 'FATALLY_INCOMPLETE' } })]],
  ] as const)('with another one, for its %s', (trigger, events) => {
    expect(decide(stateOf(opening(), planned(1), ...events))).toMatchObject({ action: 'continue', trigger })
  })

  it('with the problem itself once it has been made clear', () => {
    const state = stateOf(opening({ wellDefined: false }), planned(1), {
      type: 'launched',
      batch: 0,
      agents: [1, 3, 4, 47, 48, 52],
    })
    expect(decide(state)).toMatchObject({ action: 'continue', trigger: 'clarified' })
  })

  it('midway only with what cannot wait', () => {
    expect(decide(stateOf(opening(), greenIteration()), { midway: true })).toBeNull()
    expect(decide(stateOf(opening(), past(10)), { midway: true })).toBeNull()
  })
})

describe('an agent that fails', () => {
  it.each([
    [1, 28, false, 'retry', false, []],
    [2, 28, false, 'substitute', false, ['self peer']],
    [3, 28, false, 'substitute', true, ['peer tier']],
    [2, null, false, 'skip', false, ['self peer']],
    [3, null, false, 'skip', true, ['peer tier']],
    [2, null, true, 'retry', false, ['self peer']],
    [3, null, true, 'halt', true, ['peer tier', 'tier phi']],
  ] as const)(
    'for the %s. time, with substitute %s, mandatory %s: %s',
    (failures, substitute, mandatory, step, remove, levels) => {
      const next = nextStep({ failures, substitute, mandatory })
      expect(next).toMatchObject({ step, remove })
      expect(next.escalations.map(({ from, to }) => `${from} ${to}`)).toEqual(levels)
    },
  )

  it('three times is out of later plans, and every level that had to do with it is on record', () => {
    const fails: SessionEvent = {
      type: 'quarantined',
      agent: 27,
      faults: [{ code: 'no_answer', field: null, message: 'no answer' }],
      output: null,
    }
    const round = (state: SessionState): readonly SessionEvent[] => {
      const { step, remove, escalations } = nextStep({
        failures: (state.failing[27] ?? 0) + 1,
        substitute: 28,
        mandatory: false,
      })
      return [
        fails,
        { type: 'agent_recovery', agent: 27, step, substitute: step === 'substitute' ? 28 : null },
        ...(remove ? [{ type: 'removed', agent: 27 } as const] : []),
        ...escalations.map((levels) => ({ type: 'escalated', ...levels, agent: 27, reason: 'no answer' }) as const),
      ]
    }
    let events = [...opening(), planned(1, [27])]
    for (let times = 0; times < 3; times += 1) events = [...events, ...round(stateOf(events))]
    const state = stateOf(events, planned(2, [27, 30]))
    expect(state).toMatchObject({ removed: [27], awaited: [30] })
    expect(state.escalations.map(({ from, to }) => `${from} ${to}`)).toEqual(['self peer', 'peer tier'])
    expect(state.failures).toHaveLength(5)
  })
})

describe('what a result is worth', () => {
  const green = stateOf(opening(), greenIteration())
  it.each([
    [0, 'SUCCESS', green],
    [1, 'SUCCESS', { ...green, removed: [5] }],
    [1, 'PARTIAL', green],
    [2, 'PARTIAL', stateOf(opening(), claimed(0.7))],
    [3, 'PARTIAL', stateOf(opening(), claimed(0.5))],
    [3, 'PARTIAL', stateOf(opening())],
    [4, 'FAILURE', stateOf(opening(), { type: 'clarified', statement: 'Is it so in winter?', by: 47 })],
    [5, 'FAILURE', stateOf(opening())],
    [5, 'FAILURE', stateOf(opening(), { type: 'clarified', statement: 'Is it so?', by: 47 }, claimed(0.1))],
  ] as const)('level %s of a %s', (level, status, state) => {
    expect(degradationOf(state, status)).toBe(level)
  })
})
