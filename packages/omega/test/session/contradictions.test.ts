import { expect, it } from 'vitest'
import { confidenceOf } from '../../src/evidence/evidence.js'
import type { SessionEvent } from '../../src/protocol/log-event.js'
import type { Claim, SessionState } from '../../src/protocol/state.js'
import { opened, output, stateOf } from '../support/session.js'

const three = output(1, { claims: ['A', 'B', 'B too'].map((statement) => ({ statement, confidence: 0.8 })) })
const raised = (agent: number, a: string, b: string, severity: 'FATAL' | 'SERIOUS' | 'MINOR' = 'FATAL') =>
  output(agent, { contradictions: [{ a, b, severity, why: 'not both' }] })
const resolved = (holds: 'a' | 'b' | 'both' | 'neither', contradiction = 'k1') =>
  output(50, { resolutions: [{ contradiction, holds, why: 'it was measured' }] })
const same = (...ids: string[]) => [28, 29].map((agent) => output(agent, { same: [ids] }))
const session = (...events: readonly SessionEvent[]) => stateOf(opened(), three, ...events)
const paper = (...events: readonly SessionEvent[]) => stateOf(opened({ profile: 'paper' }), three, ...events)
const statuses = (state: SessionState) => state.claims.map(({ status }) => status).join(' ')
const sure = (state: SessionState) => confidenceOf(state.claims[0] as Claim, state) ?? 0

it('are one for a pair, in whichever order, and as grave as anybody sees them', () => {
  const state = session(raised(2, 'c1', 'c2', 'MINOR'), raised(3, 'c2', 'c1'), raised(4, 'c1', 'c2', 'SERIOUS'))
  expect(state.contradictions).toMatchObject([{ id: 'k1', a: 'c1', b: 'c2', severity: 'FATAL' }])
  expect(sure(state)).toBeLessThan(sure(session()))
})

it('are none of claims that nobody made, of one with itself, or of two that were found to be one', () => {
  expect(session(raised(2, 'c1', 'c9'), raised(2, 'c1', 'c1')).contradictions).toEqual([])
  expect(session(...same('c2', 'c3'), raised(2, 'c2', 'c3')).contradictions).toEqual([])
})

it.each([
  ['a', [0, 1], 'active rejected'],
  ['b', [1, 0], 'rejected active'],
  ['both', [0, 0], 'active active'],
  ['neither', [1, 1], 'rejected rejected'],
] as const)('end with %s: the other side is in doubt, and rejected by the protocol', (holds, doubts, fallen) => {
  const state = session(raised(2, 'c1', 'c2'), resolved(holds))
  expect(state.claims.slice(0, 2).map(({ factors }) => factors.length)).toEqual(doubts)
  expect([statuses(state), state.contradictions[0]?.resolution?.by]).toEqual(['active active active', 50])
  expect(statuses(paper(raised(2, 'c1', 'c2'), resolved(holds)))).toBe(`${fallen} active`)
})

it('are settled once, and not raised again', () => {
  const state = session(raised(2, 'c1', 'c2', 'MINOR'), resolved('both'), resolved('a'), raised(3, 'c1', 'c2'))
  expect(state.contradictions).toMatchObject([{ severity: 'MINOR', resolution: { holds: 'both' } }])
  expect(session(resolved('a', 'k7')).contradictions).toEqual([])
})

it('close of themselves when one of the two falls, before or after', () => {
  const fatal = output(35, { references: [{ claim: 'c1', type: 'CONTRADICTS', factor: 0, evidence: 'never seen' }] })
  const resolution = { holds: 'b', by: null, why: 'c1 no longer stands' }
  for (const [one, other] of [[raised(2, 'c1', 'c2'), fatal] as const, [fatal, raised(2, 'c1', 'c2')] as const])
    expect(paper(one, other).contradictions).toMatchObject([{ resolution }])
})

it('keep the two apart whoever says that they are one, until they are settled', () => {
  expect(statuses(session(raised(2, 'c1', 'c2'), ...same('c1', 'c2')))).toBe('active active active')
  expect(statuses(session(raised(2, 'c1', 'c2'), resolved('both'), ...same('c1', 'c2')))).toBe(
    'active abandoned active',
  )
})

const joined = [raised(2, 'c1', 'c3'), ...same('c2', 'c3')]

it('go on with the claim that one of the two counts in: it is kept apart, and weighs on the other', () => {
  const state = session(...joined, ...same('c1', 'c2'))
  expect(statuses(state)).toBe('active active abandoned')
  expect(sure(state)).toBeLessThan(sure(session()))
})

// k1 goes on naming c3, which counts in c2 then, so that the same pair is found to be a new one.
it('are one for a pair whose claims count in others', () => {
  expect(session(...joined, raised(3, 'c1', 'c2')).contradictions).toHaveLength(1)
})
