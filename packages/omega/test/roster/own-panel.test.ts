import { expect, it } from 'vitest'
import { type OwnAgent, ownRoster } from '../../src/roster/own-panel.js'

const explorer: OwnAgent = { name: 'A', stance: 'exploring' }

it('a panel of one’s own has a card for each agent, that reads by its stance', () => {
  const { cards } = ownRoster([
    { name: 'Optimist', stance: 'exploring', instructions: 'Look for what would work.' },
    { name: 'Ada', stance: 'neutral', person: true },
    { name: 'Search', stance: 'exploring', run: () => ({}) },
    { name: 'Skeptic', stance: 'hostile' },
    { name: 'Linker', stance: 'connecting' },
    { name: 'Editor', stance: 'integrating' },
  ])
  expect(cards.map(({ id, name, tier, reads, parts }) => [id, name, tier, reads, parts])).toEqual([
    [1, 'Optimist', 'GENESIS', [], []],
    [2, 'Ada', 'VERIFICATION', [1, 3, 5], []],
    [3, 'Search', 'GENESIS', [], []],
    [4, 'Skeptic', 'ADVERSARY', [1, 2, 3], []],
    [5, 'Linker', 'BRIDGE', [1, 3], []],
    [6, 'Editor', 'META', [1, 2, 3, 4, 5], ['synthesis']],
  ])
  expect(cards.map(({ instruction }) => instruction)).toEqual(['Look for what would work.', '', '', '', '', ''])
  expect(ownRoster([explorer, { ...explorer, name: 'B' }]).cards).toHaveLength(2)
})

const at = 'panel.agents'
const beside = (agent: object) => [explorer, { name: 'B', stance: 'neutral', ...agent }]
// The rest of what is refused stands among the options of createOmega.
it.each<[string, unknown, string]>([
  ['no list', {}, at],
  ['a blank name', beside({ name: ' ' }), `${at}.1.name`],
  ['a person who integrates', beside({ stance: 'integrating', person: true }), `${at}.1.stance`],
  ['a function with a model', beside({ run: () => ({}), model: { id: 'x', generate: () => ({}) } }), `${at}.1`],
])('it is refused for %s', (_, agents, field) => {
  const create = () => ownRoster(agents as readonly OwnAgent[])
  expect(create).toThrow(expect.objectContaining({ code: 'invalid_option', field }))
})
