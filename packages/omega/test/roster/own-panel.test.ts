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
it.each<[string, unknown, string]>([
  ['no list', {}, at],
  ['one agent', [explorer], at],
  ['two of one name', [explorer, explorer], at],
  ['nobody who answers', beside({}).slice(1).concat({ name: 'C', stance: 'hostile' }), at],
  ['no object', [explorer, null], `${at}.1`],
  ['a field that there is not', beside({ role: 'judge' }), `${at}.1.role`],
  ['no name', [explorer, { stance: 'neutral' }], `${at}.1.name`],
  ['a blank name', beside({ name: ' ' }), `${at}.1.name`],
  ['instructions that are no text', beside({ instructions: ['x'] }), `${at}.1.instructions`],
  ['no stance', [explorer, { name: 'B' }], `${at}.1.stance`],
  ['a stance that there is not', beside({ stance: 'recording' }), `${at}.1.stance`],
  ['a person who attacks', beside({ stance: 'hostile', person: true }), `${at}.1.stance`],
  ['a person who integrates', beside({ stance: 'integrating', person: true }), `${at}.1.stance`],
  ['a person with a function', beside({ person: true, run: () => ({}) }), `${at}.1`],
  ['a function with a model', beside({ run: () => ({}), model: { id: 'x', generate: () => ({}) } }), `${at}.1`],
  ['a function that is none', beside({ run: 7 }), `${at}.1.run`],
  ['a model that is none', beside({ model: 'x' }), `${at}.1.model`],
  ['a family that is no text', beside({ run: () => ({}), family: 7 }), `${at}.1.family`],
  ['a family of no model', beside({ family: 'x' }), `${at}.1.family`],
  ['a person who is named elsewhere', beside({ person: 'Ada' }), `${at}.1.person`],
])('it is refused for %s', (_, agents, field) => {
  const create = () => ownRoster(agents as readonly OwnAgent[])
  expect(create).toThrow(expect.objectContaining({ code: 'invalid_option', field }))
})
