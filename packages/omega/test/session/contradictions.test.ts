import { describe, expect, it } from 'vitest'
import type { SessionEvent } from '../../src/protocol/log-event.js'
import { message, output, stateOf } from './support/world.js'

describe('contradictions', () => {
  const two = output(1, {
    claims: [
      { statement: 'A', confidence: 0.7 },
      { statement: 'B', confidence: 0.6 },
    ],
  })
  const raised = (agent: number, a: string, b: string, severity: 'FATAL' | 'SERIOUS' | 'MINOR') =>
    output(agent, { contradictions: [{ a, b, severity, why: 'not both' }] })
  const resolved = (holds: 'a' | 'b' | 'both' | 'neither'): SessionEvent => ({
    type: 'resolved',
    contradiction: 'k1',
    holds,
    why: 'it was measured',
    by: 50,
  })

  it('are one for a pair, in whichever order, and as grave as anybody sees them', () => {
    const { contradictions } = stateOf(
      two,
      raised(2, 'c1', 'c2', 'MINOR'),
      raised(3, 'c2', 'c1', 'FATAL'),
      raised(4, 'c1', 'c2', 'SERIOUS'),
    )
    expect(contradictions).toMatchObject([{ id: 'k1', a: 'c1', b: 'c2', severity: 'FATAL', detectedBy: 2 }])
  })

  it('are none of claims that nobody made, or of one with itself', () => {
    expect(stateOf(two, raised(2, 'c1', 'c9', 'FATAL'), raised(2, 'c1', 'c1', 'FATAL')).contradictions).toEqual([])
  })

  it.each([
    ['a', ['active', 'rejected']],
    ['b', ['rejected', 'active']],
    ['both', ['active', 'active']],
    ['neither', ['rejected', 'rejected']],
  ] as const)('end with %s', (holds, statuses) => {
    const state = stateOf(two, raised(2, 'c1', 'c2', 'FATAL'), resolved(holds))
    expect(state.claims.map(({ status }) => status)).toEqual(statuses)
    expect(state.contradictions[0]?.resolution).toMatchObject({ holds, by: 50 })
  })

  it('that are settled are not raised again, however grave', () => {
    const state = stateOf(two, raised(2, 'c1', 'c2', 'MINOR'), resolved('both'), raised(3, 'c1', 'c2', 'FATAL'))
    expect(state.contradictions).toMatchObject([{ severity: 'MINOR', resolution: { holds: 'both' } }])
  })

  it('are settled once', () => {
    const state = stateOf(two, raised(2, 'c1', 'c2', 'FATAL'), resolved('both'), resolved('a'))
    expect(state.claims.map(({ status }) => status)).toEqual(['active', 'active'])
    expect(state.timeline.at(-1)).toMatchObject({ type: 'RESOLUTION', summary: 'k1 was settled before' })
  })

  const same = (...groups: string[][]): SessionEvent => {
    const said = message(49)
    return { type: 'output', message: { ...said, body: { ...said.body, same: groups } } }
  }

  it('keep the two apart whoever says that they are one, so that no ruling strikes both', () => {
    const state = stateOf(two, raised(2, 'c1', 'c2', 'FATAL'), same(['c1', 'c2', 'c2']), resolved('a'))
    expect(state.claims.map(({ status }) => status)).toEqual(['active', 'rejected'])
    expect(state.timeline.map(({ summary }) => summary)).toContain(
      'c2 is not joined to c1, as agent 49 would: k1 is open',
    )
  })

  it('are none of claims that were found to be one', () => {
    expect(stateOf(two, same(['c1', 'c2']), raised(2, 'c1', 'c2', 'FATAL')).contradictions).toEqual([])
  })

  it('close of themselves when one of the two falls', () => {
    const fatal = output(35, { references: [{ claim: 'c1', type: 'CONTRADICTS', factor: 0, evidence: 'never seen' }] })
    for (const events of [
      [raised(2, 'c1', 'c2', 'FATAL'), fatal],
      [fatal, raised(2, 'c1', 'c2', 'FATAL')],
    ])
      expect(stateOf(two, ...events).contradictions[0]?.resolution).toMatchObject({ holds: 'b', by: 53 })
  })
})
