import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide } from '../../src/decide/decide.js'
import { conditions, unmet } from '../../src/decide/success.js'
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

const lacking = (state: SessionState) =>
  conditions(state)
    .filter(({ holds }) => !holds)
    .map(({ name }) => name)

describe('a success', () => {
  it('can be had in the first iteration', () => {
    const state = stateOf(opening(), greenIteration())
    expect(lacking(state)).toEqual([])
    expect(decide(state)).toMatchObject({ action: 'end', status: 'SUCCESS', code: 'success', atLimit: false })
  })

  it('says once what keeps it from several conditions', () => {
    expect(unmet(stateOf(opening(), greenIteration(1, { 51: null }))).match(/no answer was written/g)).toHaveLength(1)
  })

  it('names every condition, in five groups', () => {
    expect(conditions(stateOf()).map(({ group, name }) => `${group} ${name}`)).toMatchInlineSnapshot(`
      [
        "CONVERGENCE narrowed",
        "CONVERGENCE nothing_new",
        "CONVERGENCE progress_confirmed",
        "CONFIDENCE sure_enough",
        "CONFIDENCE no_fatal_contradiction",
        "CONFIDENCE independent_voices",
        "COMPLETENESS answered",
        "COMPLETENESS no_critical_gap",
        "ROBUSTNESS core_survives",
        "ROBUSTNESS steelman_stands",
        "QUALITY shippable",
        "QUALITY verified",
        "QUALITY complete",
      ]
    `)
  })

  it.each([
    ['steelman_stands', { 44: { native: 'STEELMAN_DEFEATED' } }],
    ['core_survives', { 46: { native: 'NOTHING_SURVIVES' } }],
    ['no_critical_gap', { 40: { native: 'FATALLY_INCOMPLETE' } }],
    ['progress_confirmed', { 48: { native: 'STALLED' } }],
    ['progress_confirmed', { 48: { native: 'REGRESSING' } }],
    ['shippable', { 52: { native: 'IMPROVE_THEN_SHIP' } }],
    ['steelman_stands', { 44: null }],
    ['nothing_new', { 52: { open: ['But why?'] } }],
    [
      'nothing_new',
      {
        48: {
          claims: [{ statement: 'B' }],
          contradictions: [{ a: 'c1', b: 'c2', severity: 'MINOR', why: 'not both' }],
        },
      },
    ],
    ['verified', { 27: { references: [] } }],
  ] as const)('is refused for one thing alone: %s by %j', (name, changes) => {
    const state = stateOf(opening({ stakes: 'MEDIUM' }), greenIteration(1, changes))
    const others = name === 'verified' ? ['independent_voices'] : []
    expect(lacking(state).filter((lack) => !others.includes(lack))).toEqual([name])
    expect(decide(state)).not.toMatchObject({ status: 'SUCCESS' })
  })

  it('is refused without an answer, as long as somebody is missing, and while more and more is open', () => {
    expect(lacking(stateOf(opening(), greenIteration(1, { 51: null })))).toEqual(['narrowed', 'answered'])
    const waiting: SessionEvent = { type: 'agent_recovery', agent: 30, step: 'substitute', substitute: 52 }
    expect(lacking(stateOf(opening(), greenIteration(), waiting))).toEqual(['complete'])
    const growing = withRecords(
      stateOf(opening(), greenIteration()),
      [3, 4, 5, 6].map((space) => ({ space })),
    )
    expect(lacking(growing)).toEqual(['narrowed'])
  })

  it('knows a contradiction that was raised before the answer, and again after it', () => {
    const contradictions = [{ a: 'c1', b: 'c2', severity: 'MINOR', why: 'not both' }] as const
    const before = output(2, { claims: [{ statement: 'B' }], contradictions })
    const state = stateOf(
      opening(),
      claimed(0.8),
      before,
      greenIteration(1, { 52: { native: 'SHIP', contradictions } }),
    )
    expect(lacking(state)).toEqual([])
  })

  it('is refused with a fatal contradiction, of which three are no cascade', () => {
    const pairs = [1, 2, 3].map((number) => ({ a: `c${2 * number}`, b: `c${2 * number + 1}`, number }))
    const early = output(2, {
      claims: pairs.flatMap(({ number }) => [{ statement: `A ${number}` }, { statement: `B ${number}` }]),
      contradictions: pairs.map(({ a, b }) => ({ a, b, severity: 'FATAL', why: 'not both' })),
    })
    const state = stateOf(opening(), claimed(0.8), early, greenIteration())
    expect(lacking(state)).toEqual(['no_fatal_contradiction'])
    expect(decide(state)).toMatchObject({ action: 'continue', trigger: 'contradiction' })
  })

  it.each([
    ['HIGH', 0.8, false],
    ['HIGH', 0.801, true],
    ['MEDIUM', 0.6, false],
    ['MEDIUM', 0.601, true],
    ['LOW', 0.4, false],
    ['LOW', 0.401, true],
  ] as const)('at %s stakes and a confidence of %s', (stakes, coherence, succeeds) => {
    const sure = { references: [{ claim: 'c1', factor: 1.5 }], family: 'otter' }
    const state = stateOf(
      opening({ stakes }),
      greenIteration(1, { 27: sure, 51: { synthesis: { restsOn: ['c1'], coherence } } }),
    )
    expect(lacking(state)).toEqual(succeeds ? [] : ['sure_enough'])
  })

  it('asks anew after a question that the answer knows, and after one that was answered', () => {
    const asked = output(1, { open: ['But why?'] })
    expect(
      lacking(stateOf(opening(), asked, greenIteration(1, { 52: { native: 'SHIP', open: ['but why'] } }))),
    ).toEqual([])
    const answered = { 48: { open: ['But why?'] }, 52: { native: 'SHIP', answered: ['But why?'] } }
    expect(lacking(stateOf(opening(), greenIteration(1, answered)))).toEqual([])
  })

  it('of a problem that needs no panel waives what nobody looked at, with a note', () => {
    const state = stateOf(
      opening({ trivial: true, stakes: 'LOW' }),
      planned(1, [48, 52], { waived: ['ROBUSTNESS', 'COMPLETENESS'] }),
      output(48, { native: 'ON_TRACK' }),
      output(52, { native: 'SHIP', claims: [{ statement: 'Four', confidence: 0.9 }] }),
      iterationEnded(1),
    )
    expect(lacking(state)).toEqual([])
    expect(
      conditions(state)
        .filter(({ why }) => why.startsWith('waived'))
        .map(({ group }) => group),
    ).toEqual(['CONFIDENCE', 'COMPLETENESS', 'COMPLETENESS', 'ROBUSTNESS', 'ROBUSTNESS', 'QUALITY'])
    expect(decide(state)).toMatchObject({ status: 'SUCCESS' })
  })
})

describe('five agents of one model that read the same and are all at 0.9', () => {
  const five = [2, 3, 4, 5].map((agent) => output(agent, { claims: [{ statement: 'It is so', confidence: 0.9 }] }))
  const session = (stakes: 'LOW' | 'MEDIUM' | 'HIGH', verifier: SessionEvent, ...more: readonly SessionEvent[]) =>
    stateOf(opening({ stakes }), claimed(0.9), five, verifier, ...more, greenIteration(1, { 27: null }), claimed(0.9))
  const verified = (family: string, factor: number) => output(28, { family, references: [{ claim: 'c1', factor }] })

  it('never come to a success by themselves, at no stakes and with whatever verification of their own kind', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('LOW', 'MEDIUM', 'HIGH'),
        fc.double({ min: 0.9, max: 1.5, noNaN: true }),
        (stakes, factor) => {
          expect(lacking(session(stakes, verified('heron', factor)))).toContain('independent_voices')
        },
      ),
      { numRuns: 20 },
    )
  })

  it('do with a check that code ran and another agent took for one of this claim', () => {
    const checked: SessionEvent = {
      type: 'checked',
      agent: 28,
      reference: {
        type: 'SUPPORTS',
        agent: null,
        claim: 'c1',
        relationship: 'counted',
        factor: null,
        evidence: null,
        check: { name: 'count', arguments: {} },
      },
      holds: true,
      evidence: 'all 97 cases',
    }
    expect(lacking(session('HIGH', verified('heron', 1.1), checked))).toEqual(['independent_voices'])
    const second = output(44, { native: 'STEELMAN_SURVIVES', references: [{ claim: 'c1', factor: 1 }] })
    expect(lacking(session('HIGH', verified('heron', 1.1), checked, second))).toEqual([])
  })
})
