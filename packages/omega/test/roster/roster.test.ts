import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { plan } from '../../src/phi/plan.js'
import type { AgentCard } from '../../src/protocol/card.js'
import { tags } from '../../src/protocol/card.js'
import { characteristics } from '../../src/protocol/classification.js'
import { official } from '../../src/roster/official.js'
import { type CardReplacement, createRoster, roster } from '../../src/roster/roster.js'
import { rosterFaults } from '../../src/roster/roster-faults.js'
import { easy } from '../phi/invariants.js'

const { cards } = roster
const words = (text: string) => text.split(/\s+/).length

describe('the 57', () => {
  test('are those of Table A.1, in its order', () => {
    expect(cards.map(({ id, name, tier }) => [id, name, tier])).toEqual(official)
    expect(official.filter(([, , tier]) => tier === 'GENESIS')).toHaveLength(20)
  })

  test('have no faults', () => {
    expect(rosterFaults(cards)).toEqual([])
  })

  test('GENESIS has five clusters of four', () => {
    expect(
      roster
        .agentsOf('GENESIS')
        .map(({ cluster }) => cluster)
        .join(''),
    ).toBe('AAAABBBBCCCCDDDDEEEE')
  })

  test.each(cards.map((card) => [card.id, card.name, card] as const))(
    '%i %s can be told what to do',
    (_id, _name, card) => {
      expect(words(card.instruction)).toBeGreaterThanOrEqual(40)
      expect(words(card.instruction)).toBeLessThanOrEqual(160)
      for (const verdict of Object.keys(card.verdicts)) expect(card.instruction).toContain(verdict)
      for (const tag of Object.values(card.verdicts)) expect(tags).toContain(tag)
    },
  )

  test('have instructions of their own that name only agents there are', () => {
    expect(new Set(cards.map(({ instruction }) => instruction)).size).toBe(57)
    const named = cards.flatMap(({ instruction }) => [...instruction.matchAll(/((?:[A-Z][\w-]+ )+)\((\d+)\)/g)])
    expect(named.length).toBeGreaterThan(0)
    for (const [, name, id] of named) expect(roster.card(Number(id)).name).toBe(name?.trim())
    // Agents of an older roster, and of a later one.
    const strangers =
      /Shadow|Pattern Hunter|Wisdom Integrator|Archivist|Progress Tracker|Collector|Learner|Strategist|Calibrator/
    expect(cards.filter(({ instruction }) => strangers.test(instruction))).toEqual([])
  })

  test('attackers and verifiers know their factors', () => {
    for (const card of roster.agentsOf('VERIFICATION')) expect(card.instruction).toMatch(/neutral.*0\.5/s)
    const attackers = roster.agentsOf('ADVERSARY').filter(({ id }) => id !== 46)
    for (const card of attackers) expect(card.instruction).toMatch(/hostile.*0 only with evidence/s)
    // It would count their attacks twice.
    expect(roster.card(46).instruction).toContain('Leave factors null')
  })

  test('who comes late reads whom', () => {
    const read = (id: number) => roster.card(id).contract.requires.flatMap(({ agents }) => agents)
    expect(read(4)).toEqual([1, 2, 3])
    expect(read(14)).toEqual(
      roster
        .agentsOf('GENESIS')
        .map(({ id }) => id)
        .filter((id) => id !== 14),
    )
    expect(read(46)).toEqual([35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45])
    for (const [late, early] of [
      [22, 20],
      [34, 33],
      [27, 21],
      [35, 27],
      [50, 49],
      [51, 50],
      [52, 51],
    ] as const) {
      expect(read(late)).toContain(early)
    }
    // Agents that agree are independent witnesses only if they haven't read each other.
    const lone = roster.agentsOf('GENESIS').filter(({ contract }) => contract.requires.length === 0)
    expect(lone).toHaveLength(18)
  })

  test('nobody reads who is sent later', () => {
    for (const change of [{}, { wellDefined: false }, { stakes: 'HIGH', uncertainty: 'HIGH' }] as const) {
      const { batches } = plan({ ...easy, characteristics: [...characteristics], ...change })
      const batchOf = new Map(batches.flatMap(({ agents }, index) => agents.map((id) => [id, index] as const)))
      for (const [id, batch] of batchOf) {
        const read = roster.card(id).contract.requires.flatMap(({ agents }) => agents)
        expect(read.filter((other) => (batchOf.get(other) ?? -1) > batch)).toEqual([])
      }
    }
  })

  test.each([
    [31, 40],
    [30, 35],
    [33, 39],
  ])('%i and %i overlap, on both sides alike', (neutral, hostile) => {
    const [there] = roster.card(neutral).contract.conflicts
    const [back] = roster.card(hostile).contract.conflicts
    expect(there).toEqual({ ...back, agent: hostile })
    expect(back?.agent).toBe(neutral)
  })
})

describe('a fault is named', () => {
  const withCard = (id: number, change: Partial<AgentCard>) =>
    cards.map((card) => (card.id === id ? { ...card, ...change } : card))
  const requires = (...agents: number[]) => [{ agents, output: 'claims', optional: true, fallback: 'none' }]
  const contract = (change: Partial<AgentCard['contract']>) => ({
    requires: [],
    provides: [],
    conflicts: [],
    ...change,
  })

  test.each<[string, readonly AgentCard[], string]>([
    ['an agent is missing', cards.slice(1), '1: is missing'],
    ['an agent is there twice', [...cards, ...cards.slice(-1)], '57: is there 2 times'],
    [
      'a name of another roster',
      withCard(23, { name: 'Gap Hunter' }),
      '23: name is Information Analyst, not Gap Hunter',
    ],
    ['another tier', withCard(26, { tier: 'META', stance: 'integrating' }), '26: tier is BRIDGE, not META'],
    ['another cluster', withCard(5, { cluster: 'A' }), '5: cluster is B, not A'],
    ['a hostile verifier', withCard(27, { stance: 'hostile' }), '27: stance is neutral, not hostile'],
    [
      'a contract with nobody',
      withCard(2, { contract: contract({ requires: requires(58) }) }),
      '2: contract.requires names 58, which is no agent',
    ],
    [
      'a contract with itself',
      withCard(2, { contract: contract({ provides: [{ output: 'x', consumers: [2] }] }) }),
      '2: contract.provides names itself',
    ],
    [
      'a conflict on one side',
      withCard(40, { contract: contract({}) }),
      '31: contract.conflicts with 40 is not the same on the other side',
    ],
    [
      'agents that wait for each other',
      withCard(49, { contract: contract({ requires: requires(50) }) }),
      '49: contract.requires forms a circle with 50',
    ],
    [
      'a verdict that says nothing',
      withCard(27, { verdicts: { VALID: 'MAYBE' as never } }),
      '27: verdicts.VALID is none of SUPPORTS, CONTRADICTS, UNCERTAIN',
    ],
  ])('%s', (_what, faulty, fault) => {
    expect(rosterFaults(faulty).some((each) => each.startsWith(fault))).toBe(true)
  })
})

describe('a substitute', () => {
  test.each<[number, readonly number[], number | null, string]>([
    [27, [], 28, 'the next of the tier'],
    [27, [28, 29], 30, 'who is left'],
    [33, [], 27, 'from the first again, and not 34, which reads the others'],
    [1, [], 2, 'of its own cluster'],
    [3, [], 1, 'of its own cluster, though 5 is nearer from there'],
    [3, [1, 2], 5, 'of another cluster'],
    [40, [], 41, 'another attacker'],
    [45, [], 35, 'but not 46'],
    [46, [], null, 'nobody adds up the attacks but 46'],
    [52, [], null, 'one of a kind'],
    [57, [], null, 'one of a kind'],
    [21, [22, 23, 24, 25, 26], null, 'nobody is left'],
  ])('for %i without %j is %j: %s', (id, without, expected) => {
    expect(roster.substituteFor(id, { without })).toBe(expected)
  })
})

describe('a roster of the host', () => {
  test('has its parts in place of those of a card', () => {
    const content = z.object({ own: z.string() })
    const own = createRoster({ 44: { instruction: 'Do it.', content }, 27: { verdicts: { YES: 'SUPPORTS' } } })
    expect(own.card(44)).toMatchObject({ id: 44, name: 'Steelman Attacker', tier: 'ADVERSARY', instruction: 'Do it.' })
    expect(own.card(44).content).toBe(content)
    expect(own.card(27).verdicts).toEqual({ YES: 'SUPPORTS' })
    expect(own.card(45)).toBe(roster.card(45))
    expect(roster.card(44).instruction).not.toBe('Do it.')
  })

  test.each<[string, Record<number, unknown>, string, RegExp]>([
    ['another name', { 44: { name: 'Other' } }, '44.name', /there is function, contract/],
    ['another tier', { 44: { tier: 'META' } }, '44.tier', /there is function/],
    ['agent 58', { 58: { instruction: 'x' } }, '58', /one of 1 to 57/],
    ['nothing', { 44: { instruction: undefined } }, '44.instruction', /leave it out/],
    ['an empty instruction', { 44: { instruction: ' ' } }, '44.instruction', /mend/],
    ['content of another kind', { 44: { content: z.string() } }, '44.content', /z\.object/],
    [
      'a decisive verdict taken away',
      { 52: { verdicts: { SHIP: 'SUPPORTS' } } },
      '52.verdicts',
      /lacks SHIP_WITH_CAVEATS/,
    ],
    [
      'a contract with nobody',
      { 2: { contract: { requires: [], provides: [{ output: 'x', consumers: [99] }], conflicts: [] } } },
      '2.contract.provides',
      /names 99/,
    ],
    ['no object', { 2: null }, '2', /takes an object/],
  ])('is refused for %s', (_what, replacements, field, message) => {
    const create = () => createRoster(replacements as Record<number, CardReplacement>)
    expect(create).toThrow(
      expect.objectContaining({ code: 'invalid_roster', field, message: expect.stringMatching(message) }),
    )
  })

  test('knows no agent but the 57', () => {
    expect(() => roster.card(58)).toThrow(expect.objectContaining({ code: 'unknown_agent' }))
  })
})
