import { describe, expect, it } from 'vitest'
import { dealt, type Speakers } from '../../src/plan/deal.js'
import { roster } from '../../src/roster/roster.js'
import { idsOf } from '../../src/roster/tiers.js'

const names = ['a', 'b', 'c', 'd', 'e']
const speakersOf = (count: number, fixed: Speakers['fixed'] = {}): Speakers => ({
  ...{ voices: names.slice(0, count), shared: count, fixed },
})
/** The families of agents that are sent in this order. */
function families(agents: readonly number[], speakers: Speakers): readonly string[] {
  return agents.map((agent, index) => dealt(agent, agents.slice(0, index), speakers, roster).family)
}
const tiers = ['GENESIS', 'BRIDGE', 'VERIFICATION', 'ADVERSARY'] as const

describe('models of several families', () => {
  it.each([1, 2, 3, 4, 5])('take turns in every tier, so that %i have as many agents give or take one', (count) => {
    for (const tier of tiers)
      for (const agents of [idsOf(tier), idsOf(tier).toReversed(), idsOf(tier).slice(1, 5)]) {
        const spoken = families(agents, speakersOf(count))
        const counts = names.slice(0, count).map((name) => spoken.filter((one) => one === name).length)
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
        expect(spoken.every((one, index) => count === 1 || one !== spoken[index - 1])).toBe(true)
      }
  })

  it('take turns in a tier whoever was sent of the others', () => {
    const speakers = speakersOf(2)
    expect(families([1, 21, 2, 27, 3, 28], speakers)).toEqual(['a', 'a', 'b', 'b', 'a', 'a'])
  })

  it.each([2, 3, 4, 5])('of %i judges begin with another than explorers', (count) => {
    const [explorer, judge] = families([1, 27], speakersOf(count))
    expect(judge).not.toBe(explorer)
  })

  it.each([3, 4, 5])('of %i attackers begin with another than explorers, and than judges', (count) => {
    expect(new Set(families([1, 27, 35], speakersOf(count))).size).toBe(3)
  })

  it.fails('of two attackers begin with another than explorers', () => {
    const [explorer, attacker] = families([1, 35], speakersOf(2))
    expect(attacker).not.toBe(explorer)
  })

  it('leave it to the first to integrate', () => {
    expect(new Set(families(idsOf('META'), speakersOf(3)))).toEqual(new Set(['a']))
  })

  it('pass over agents that speak for themselves', () => {
    const fixed = { 2: { kind: 'function', family: 'code' }, 3: { kind: 'model', voice: 2, family: 'own' } } as const
    const speakers = { ...speakersOf(2, fixed), voices: ['a', 'b', 'own'] }
    expect(families([1, 2, 3, 4, 5], speakers)).toEqual(['a', 'code', 'own', 'b', 'a'])
    expect(dealt(3, [], speakers, roster)).toEqual({ kind: 'model', voice: 2, family: 'own' })
  })

  // Its first turn is counted among those of the others when it is sent once more.
  it.fails('speak for an agent of one’s own panel that is sent again as before', () => {
    const again = dealt(1, [1, 2], speakersOf(3), roster)
    expect(again).toEqual(dealt(1, [], speakersOf(3), roster))
  })
})
