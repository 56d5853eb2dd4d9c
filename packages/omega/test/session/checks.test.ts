import { describe, expect, it } from 'vitest'
import { confidenceOf } from '../../src/evidence/evidence.js'
import type { SessionEvent } from '../../src/protocol/log-event.js'
import type { Reference } from '../../src/protocol/report.js'
import type { Claim } from '../../src/protocol/state.js'
import { answers, opened, output, stateOf } from '../support/session.js'

const test = { name: 'prime', arguments: {} }
const checked = (agent: number, holds: boolean, given: Partial<Reference> = {}): SessionEvent => ({
  ...{ type: 'checked', agent, holds, evidence: '91 = 7 · 13' },
  reference: { type: 'SUPPORTS', claim: 'c1', evidence: null, factor: null, check: test, ...given },
})
const named = (agent: number, given: Partial<Reference> = {}) =>
  output(agent, { confidence: 0.9, references: [{ claim: 'c1', check: test, ...given }] })
const own = output(1, { answer: '91 is prime', confidence: 0.9, check: test })
const first = (...events: readonly SessionEvent[]) => stateOf(opened(), ...events).claims[0] as Claim

describe('a check that an agent names', () => {
  it('says nothing before code has run it', () => {
    expect(first(answers(1, 'A'), named(30, { type: 'CONTRADICTS', factor: 0 }))).toMatchObject({
      ...{ supporters: [{ agent: 1 }], opponents: [], factors: [], status: 'active' },
    })
  })

  it('refutes a claim for good, whoever holds it then', () => {
    const type = 'CONTRADICTS'
    const state = stateOf(
      opened(),
      answers(1, 'A'),
      named(30, { type }),
      checked(30, true, { type }),
      answers(2, 'A', 1),
    )
    const [claim] = state.claims as [Claim]
    expect(claim).toMatchObject({ status: 'rejected', basis: 'agent 30: 91 = 7 · 13', opponents: [30] })
    expect(confidenceOf(claim, state)).toBe(0)
  })

  it('counts as a factor and not as one more voice, and takes nothing off whatever its agent thought before', () => {
    const events = [answers(1, 'A'), named(30, { factor: 0.5 })]
    const before = stateOf(opened(), ...events)
    const after = stateOf(opened(), ...events, checked(30, true, { factor: 0.5 }))
    expect(after.claims[0]).toMatchObject({
      supporters: [{ agent: 1 }],
      factors: [{ kind: 'check', family: 'code', value: 1, evidence: '91 = 7 · 13' }],
    })
    const [one, other] = [before, after].map((state) => confidenceOf(state.claims[0] as Claim, state) ?? 0)
    expect(other).toBeGreaterThan(one as number)
  })

  it('makes void what was said when it fails', () => {
    const events = [answers(1, 'A'), named(30, { type: 'CONTRADICTS' })]
    expect(first(...events, checked(30, false, { type: 'CONTRADICTS' }))).toEqual(first(...events))
    expect(stateOf(...events, checked(30, false)).timeline.at(-1)).toMatchObject({
      ...{ type: 'CHECK', agentId: 30, summary: 'prime of c1 doesn’t hold: 91 = 7 · 13' },
    })
  })

  it('confirms what another agent has left standing', () => {
    const statusAfter = (agent: number, factor: number) =>
      first(answers(1, 'A'), named(30), checked(30, true), output(agent, { references: [{ claim: 'c1', factor }] }))
        .status
    expect([statusAfter(27, 1), statusAfter(44, 0.8)]).toEqual(['confirmed', 'confirmed'])
    expect([statusAfter(30, 1.2), statusAfter(44, 0.7)]).toEqual(['active', 'active'])
  })
})

describe('an explorer’s check of its own answer', () => {
  it('shows it where it passes', () => {
    expect(first(own, checked(1, true))).toMatchObject({ supporters: [{ agent: 1 }], factors: [{ value: 1.5 }] })
  })

  it('withdraws its voice where it fails, and no other', () => {
    expect(first(own, answers(2, '91 is prime'), checked(1, false)).supporters).toMatchObject([{ agent: 2 }])
    expect(first(own, checked(1, false))).toMatchObject({ supporters: [], status: 'active' })
  })

  it('is no matter of a judge whose check of it fails', () => {
    expect(first(own, named(30), checked(30, false)).supporters).toMatchObject([{ agent: 1 }])
  })
})

describe('agents', () => {
  const broken = (code: 'schema' | 'low_confidence'): SessionEvent => ({
    ...{ type: 'quarantined', agent: 5, output: {} },
    faults: [{ code, field: null, message: 'no' }],
  })
  const sent: SessionEvent = { type: 'launched', batch: 0, agents: [5] }

  it('that say what is no report are awaited and have failed, until they are heard', () => {
    const state = stateOf(sent, broken('schema'), broken('schema'))
    expect(state).toMatchObject({ messages: [], failing: { 5: 2 }, awaited: [5] })
    expect(state.timeline.at(-1)).toMatchObject({ type: 'FAILURE', agentId: 5 })
    expect(stateOf(sent, broken('schema'), output(5))).toMatchObject({ failing: {}, awaited: [] })
  })

  it('that are honestly unsure did not fail', () => {
    expect(stateOf(sent, broken('schema'), broken('low_confidence'))).toMatchObject({ failing: {}, awaited: [] })
  })

  it('are awaited until they are heard, replaced or skipped', () => {
    const recovery = (agent: number, step: 'retry' | 'skip' | 'substitute', substitute: number | null = null) =>
      ({ type: 'agent_recovery', agent, step, substitute }) as const
    const { awaited, deployed } = stateOf(
      { type: 'launched', batch: 0, agents: [1, 2, 3, 27] },
      ...[output(1), recovery(2, 'skip'), recovery(3, 'retry'), recovery(27, 'substitute', 28)],
    )
    expect({ awaited, deployed }).toEqual({ awaited: [3, 28], deployed: [1, 2, 3, 27, 28] })
  })
})
