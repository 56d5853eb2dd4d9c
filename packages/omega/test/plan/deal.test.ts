import { expect, it } from 'vitest'
import { dealt, type Speakers } from '../../src/plan/deal.js'
import { roster } from '../../src/roster/roster.js'
import { idsOf } from '../../src/roster/tiers.js'

const speakersOf = (count: number, fixed: Speakers['fixed'] = {}): Speakers => ({
  ...{ voices: [...'abcde'].slice(0, count), shared: count, fixed },
})
/** The families of agents that are sent in this order. */
const families = (agents: readonly number[], speakers: Speakers): readonly string[] =>
  agents.map((agent, index) => dealt(agent, agents.slice(0, index), speakers, roster).family)

it.each([1, 2, 3, 4, 5])('%i families have as many agents of every tier give or take one, in turns', (count) => {
  for (const tier of ['GENESIS', 'BRIDGE', 'VERIFICATION', 'ADVERSARY'] as const)
    for (const agents of [idsOf(tier), idsOf(tier).toReversed(), idsOf(tier).slice(1, 5)]) {
      const spoken = families(agents, speakersOf(count))
      const counts = [...'abcde'].slice(0, count).map((name) => spoken.filter((one) => one === name).length)
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
      expect(spoken.every((one, index) => count === 1 || one !== spoken[index - 1])).toBe(true)
    }
})

it.each([2, 3, 4, 5])(
  'of %i families judges begin with another than explorers, and attackers with a third if there is one',
  (count) => {
    const [explorer, ...judges] = families([1, 27, 35], speakersOf(count))
    expect([new Set(judges).size, judges.includes(`${explorer}`)]).toEqual([Math.min(2, count - 1), false])
  },
)

it('turns go by tier, pass over agents that speak for themselves, and leave it to the first to integrate', () => {
  expect(families([1, 21, 2, 27, 3, 28], speakersOf(2)).join('')).toBe('aabbaa')
  const fixed = { 2: { kind: 'function', family: 'code' }, 3: { kind: 'model', voice: 2, family: 'own' } } as const
  expect(families([1, 2, 3, 4, 5], speakersOf(2, fixed))).toEqual(['a', 'code', 'own', 'b', 'a'])
  expect(dealt(3, [], speakersOf(2, fixed), roster)).toEqual(fixed[3])
  expect(families(idsOf('META'), speakersOf(3)).join('')).toBe('aaaaaa')
})

it('an agent that is sent once more keeps its family', () => {
  expect([1, 2, 3].map((id) => dealt(id, [1, 2, 3, 1], speakersOf(2), roster).family).join('')).toBe('aba')
})
