import { describe, expect, it } from 'vitest'
import { type OwnAgent, ownRoster } from '../../src/roster/own-panel.js'

const explorer: OwnAgent = { name: 'A', stance: 'exploring' }
const panel: readonly OwnAgent[] = [
  { name: 'Optimist', stance: 'exploring', instructions: 'Look for what would work.' },
  { name: 'Ada', stance: 'neutral', person: true },
  { name: 'Search', stance: 'exploring', run: () => ({}) },
  { name: 'Skeptic', stance: 'hostile' },
  { name: 'Linker', stance: 'connecting' },
  { name: 'Editor', stance: 'integrating' },
]

describe('a panel of one’s own', () => {
  const { cards } = ownRoster(panel)

  it('has a card for each, in their order', () => {
    expect(cards.map(({ id, name, tier, stance }) => [id, name, tier, stance])).toEqual([
      [1, 'Optimist', 'GENESIS', 'exploring'],
      [2, 'Ada', 'VERIFICATION', 'neutral'],
      [3, 'Search', 'GENESIS', 'exploring'],
      [4, 'Skeptic', 'ADVERSARY', 'hostile'],
      [5, 'Linker', 'BRIDGE', 'connecting'],
      [6, 'Editor', 'META', 'integrating'],
    ])
    expect(cards.map(({ instruction }) => instruction)).toEqual(['Look for what would work.', '', '', '', '', ''])
  })

  it('reads by stance, and lets those who integrate write the answer', () => {
    expect(cards.map(({ reads }) => reads)).toEqual([[], [1, 3, 5], [], [1, 2, 3], [1, 3], [1, 2, 3, 4, 5]])
    expect(cards.map(({ parts }) => parts)).toEqual([[], [], [], [], [], ['synthesis']])
  })

  it('may be as small as two who answer', () => {
    expect(ownRoster([explorer, { name: 'B', stance: 'exploring' }]).cards).toHaveLength(2)
  })

  const at = 'panel.agents'
  const one = (agent: object): readonly unknown[] => [explorer, { name: 'B', stance: 'neutral', ...agent }]
  it.each<[string, unknown, string]>([
    ['no list', {}, at],
    ['one agent', [explorer], at],
    ['two of one name', [explorer, explorer], at],
    [
      'nobody who answers',
      [
        { ...explorer, stance: 'neutral' },
        { name: 'B', stance: 'hostile' },
      ],
      at,
    ],
    ['no object', [explorer, null], `${at}.1`],
    ['a field that there is not', one({ role: 'judge' }), `${at}.1.role`],
    ['no name', [explorer, { stance: 'neutral' }], `${at}.1.name`],
    ['a blank name', one({ name: ' ' }), `${at}.1.name`],
    ['instructions that are no text', one({ instructions: ['x'] }), `${at}.1.instructions`],
    ['no stance', [explorer, { name: 'B' }], `${at}.1.stance`],
    ['a stance that there is not', one({ stance: 'recording' }), `${at}.1.stance`],
    ['a person who attacks', one({ stance: 'hostile', person: true }), `${at}.1.stance`],
    ['a person who integrates', one({ stance: 'integrating', person: true }), `${at}.1.stance`],
    ['a person with a function', one({ person: true, run: () => ({}) }), `${at}.1`],
    ['a function with a model', one({ run: () => ({}), model: 'x' }), `${at}.1`],
  ])('is refused for %s', (_, agents, field) => {
    const create = () => ownRoster(agents as readonly OwnAgent[])
    expect(create).toThrow(expect.objectContaining({ code: 'invalid_option', field }))
  })

  // They are taken as they come, and fail when the agent is asked; `agents` of the protocol's panel refuses them.
  it.fails.each([
    ['run', 'not a function'],
    ['family', 7],
    ['person', 'Ada'],
  ])('is refused for a %s that is %j', (field, value) => {
    const create = () => ownRoster(one({ [field]: value }) as readonly OwnAgent[])
    expect(create).toThrow(expect.objectContaining({ code: 'invalid_option', field: `${at}.1.${field}` }))
  })
})
