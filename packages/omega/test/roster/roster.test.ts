import { describe, expect, it } from 'vitest'
import { plan } from '../../src/plan/plan.js'
import { characteristics } from '../../src/protocol/classification.js'
import { type CardReplacement, createRoster, roster } from '../../src/roster/roster.js'
import { idsOf } from '../../src/roster/tiers.js'
import { easy } from '../support/session.js'

const { cards } = roster
const asked = cards.slice(0, 52)

/** Table A.1 of the protocol, in its order. */
const table = {
  GENESIS: `First Principles, Bottom-Up Builder, Constraint Mapper, Decomposition Critic, Physics Analogist, Biology Analogist,
    Math Structure Hunter, Cross-Domain Connector, Gut Intuition, Pattern Recognizer, Salience Detector, Embodied Reasoner,
    Creative Wanderer, Insight Generator, Contradiction Embracer, Random Explorer, Limit Explorer, Degenerate Case Finder,
    Boundary Mapper, Forbidden Path Explorer`,
  BRIDGE: `Formalizer, Connection Finder, Information Analyst, Systems Analyst, Emergence Detector, Observer Effect Tracker`,
  VERIFICATION: `Chain Verifier, Tree Verifier, Proof Checker, Counter-Model Seeker, Gap Detector, Empirical Tester,
    Causal Verifier, Uncertainty Quantifier`,
  ADVERSARY: `Skeptic, Statistician, Historian, Edge Attacker, Confounder, Gap Hunter, Assumption Exposer,
    Alternative Generator, Deflator, Steelman Attacker, Falsifier, Survivor Synthesizer`,
  META: `Clarity Optimizer, Progress Monitor, Consensus Mapper, Conflict Resolver, Synthesis Architect, Quality Controller`,
  MEMORY: `Session Memory, Pattern Memory, Failure Memory, Success Memory`,
  PHI: `PHI`,
}

describe('the 57', () => {
  it('are those of the protocol, each once, in its order', () => {
    const rows = Object.entries(table).flatMap(([tier, names]) => names.split(',').map((name) => [name.trim(), tier]))
    expect(cards.map(({ id, name, tier }) => [id, name, tier])).toEqual(rows.map((row, index) => [index + 1, ...row]))
    expect(cards.map(({ cluster }) => cluster ?? '').join('')).toBe('AAAABBBBCCCCDDDDEEEE')
  })

  it('have a purpose and an instruction of their own, of a few lines that explain each of their verdicts', () => {
    expect(new Set(asked.map(({ instruction }) => instruction)).size).toBe(52)
    expect(new Set(cards.map(({ purpose }) => purpose)).size).toBe(57)
    for (const { id, instruction, purpose, verdicts } of asked) {
      const lines = instruction.split('\n')
      const isShort = lines.length >= 3 && lines.length <= 6 && purpose.length <= 100
      expect([id, isShort, lines.filter(({ length }) => length < 20 || length > 200)]).toEqual([id, true, []])
      expect(Object.keys(verdicts).filter((word) => !instruction.includes(word))).toEqual([])
    }
  })

  it('read agents that there are, and nobody who is sent later but 34, whom attackers read in a further iteration', () => {
    const wide = { stakes: 'HIGH', uncertainty: 'HIGH' } as const
    const kind = { ...easy, ...wide, characteristics: [...characteristics] }
    const { batches } = plan(kind, { panel: 'full', profile: 'paper', roster })
    const places = new Map(batches.flatMap(({ agents }, index) => agents.map((id) => [id, index] as const)))
    for (const { id, reads } of cards) {
      expect(reads.filter((other) => other === id || !asked.some((card) => card.id === other))).toEqual([])
      const place = places.get(id) ?? 99
      expect(reads.filter((other) => other !== 34 && (places.get(other) ?? 0) > place)).toEqual([])
    }
    expect(roster.card(27).reads).toEqual([...idsOf('BRIDGE'), ...idsOf('GENESIS')])
    // Two that agree are two witnesses only if they haven't read each other; who reads its own tier only sums up.
    expect(cards.filter(({ tier, reads }) => tier === 'GENESIS' && reads.length === 0)).toHaveLength(18)
    expect(cards.filter(({ sumsUp }) => sumsUp).map(({ id }) => id)).toEqual([4, 14, 34, 46])
  })
})

it.each<[number, readonly number[], number | null, string]>([
  [27, [], 28, 'the next of the tier'],
  [33, [], 27, 'from the first again, and not 34, which reads the others'],
  [3, [], 1, 'of its own cluster, though 5 is nearer from there'],
  [46, [], null, 'nobody adds up the attacks but 46'],
  [52, [], null, 'one of a kind'],
  [21, [23, 24, 25, 26], null, 'and not 22, which joins what says the same'],
])('for %i without %j stands in %j: %s', (id, without, expected) => {
  expect(roster.substituteFor(id, { without })).toBe(expected)
})

describe('a roster', () => {
  it('of measured evidence tells nobody of closing verdicts, and one of a quick panel for the purpose alone', () => {
    const [measured, lean] = [createRoster(), createRoster({ isLean: true })]
    for (const { id, instruction, purpose, verdicts } of asked) {
      const words = ['Verdict', ...Object.keys(verdicts)]
      const lines = instruction.split('\n').filter((line) => !words.some((word) => line.includes(word)))
      expect(measured.card(id)).toMatchObject({ verdicts: {}, instruction: lines.join('\n') })
      expect(lean.card(id)).toMatchObject({ instruction: '', isLean: true, purpose })
    }
    expect(createRoster({ profile: 'paper' }).cards).toEqual(cards)
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['nothing', { 44: { instruction: undefined } }, '44.instruction'],
    ['a purpose that is no text', { 44: { purpose: 4 } }, '44.purpose'],
    ['no object', { 2: null }, '2'],
  ])('of the host is refused for %s', (_, replacements, field) => {
    const create = () => createRoster({}, replacements as Record<number, CardReplacement>)
    expect(create).toThrow(expect.objectContaining({ code: 'invalid_roster', field }))
  })

  it('knows no agent but its own', () => {
    expect(() => roster.card(58)).toThrow(expect.objectContaining({ code: 'unknown_agent', field: 'id' }))
  })
})
