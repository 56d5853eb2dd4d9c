import { describe, expect, it } from 'vitest'
import { plan } from '../../src/phi/plan.js'
import type { IterationPlan } from '../../src/protocol/batch.js'
import { type Classification, characteristics } from '../../src/protocol/classification.js'
import { agentsOf, easy, everyClassification, expectLegal, idsOf, violations } from './invariants.js'

const genesis = (made: IterationPlan) => agentsOf(made).filter((id) => id <= 20)
const clusters = (made: IterationPlan) => new Set(genesis(made).map((id) => Math.ceil(id / 4)))
const between = (made: IterationPlan, first: number, last: number) =>
  agentsOf(made).filter((id) => id >= first && id <= last).length

describe('whom a new problem gets', () => {
  it('sends nine batches to an easy empirical question', () => {
    const made = plan(easy)
    expect(idsOf(made)).toEqual([
      [1, 2, 5, 9, 13, 17],
      [21, 22],
      [31, 32, 33],
      [36, 37, 40, 44],
      [46],
      [47, 49],
      [50],
      [51],
      [48, 52],
    ])
    expect(made.batches.map(({ phase }) => phase)).toEqual([
      'EXPLORATION',
      'FORMALIZATION',
      'VERIFICATION',
      'ATTACK',
      'ATTACK',
      'SYNTHESIS',
      'SYNTHESIS',
      'SYNTHESIS',
      'SYNTHESIS',
    ])
    expect(made).toMatchObject({ dropped: [], waived: [], clarifies: false })
  })

  it('sends all verifiers and all attackers when much is at stake and little is known', () => {
    const made = plan({
      ...easy,
      type: 'ANALYTICAL',
      subtype: 'MATHEMATICAL',
      characteristics: [
        'formal_structure',
        'cross_domain',
        'edge_cases',
        'potentially_intractable',
        'clear_decomposition',
      ],
      uncertainty: 'HIGH',
      stakes: 'HIGH',
    })
    expect(idsOf(made)).toEqual([
      [1, 3, 5, 6, 7, 8],
      [4, 15, 17, 18, 19, 20],
      [21, 22, 23, 24, 25, 26],
      [27, 28, 29, 30, 31, 32, 33],
      [35, 36, 37, 38, 39, 40],
      [41, 42, 43, 44, 45],
      [46],
      [34, 47, 49],
      [50],
      [51],
      [48, 52],
    ])
  })

  it('makes clear first what is not', () => {
    const made = plan({ ...easy, wellDefined: false, stakes: 'HIGH', uncertainty: 'HIGH' })
    expect(idsOf(made)).toEqual([[1, 3, 47], [4], [48, 52]])
    expect(made).toMatchObject({ clarifies: true, waived: [] })
  })

  it('adds a third cluster to characteristics that name only two', () => {
    const made = plan({
      ...easy,
      type: 'ANALYTICAL',
      subtype: 'LOGICAL',
      characteristics: ['formal_structure', 'cross_domain'],
    })
    expect(genesis(made)).toEqual([1, 3, 5, 6, 7, 8, 9])
  })

  it('makes room for a third cluster when two fill all places', () => {
    const made = plan({ ...easy, characteristics: ['formal_structure', 'cross_domain', 'clear_decomposition'] })
    expect(genesis(made)).toEqual([1, 2, 3, 5, 6, 7, 8, 9])
    expect(made.dropped).toEqual([4])
  })

  it('says whom it wanted and had no place for', () => {
    const made = plan({ ...easy, characteristics: [...characteristics] })
    expect(genesis(made).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 7, 9, 12, 13, 14])
    expect(made.dropped).toEqual([16, 5, 6, 8, 17, 18, 19, 10, 11, 15, 20, 4])
  })

  it('sends nobody to a trivial problem but who watches and who judges', () => {
    const made = plan({ ...easy, trivial: true, stakes: 'HIGH', wellDefined: false })
    expect(idsOf(made)).toEqual([[48, 52]])
    expect(made).toMatchObject({ waived: ['ROBUSTNESS', 'COMPLETENESS'], clarifies: false })
  })

  it('attacks with six at medium stakes', () => {
    const made = plan({ ...easy, type: 'SYNTHETIC', subtype: 'CREATIVE', stakes: 'MEDIUM' })
    expect(agentsOf(made).filter((id) => id >= 35 && id <= 46)).toEqual([35, 40, 41, 44, 45, 46])
  })

  it('does not depend on the order in which characteristics are named, nor on one named twice', () => {
    const some = ['edge_cases', 'creative_solutions', 'formal_structure', 'edge_cases'] as const
    expect(plan({ ...easy, characteristics: [...some] })).toEqual(
      plan({ ...easy, characteristics: [...new Set(some)].reverse() }),
    )
  })
})

/** What a plan for a new problem breaks of the rules that only those have to keep. */
function breaches(made: IterationPlan, { uncertainty, stakes }: Classification): readonly string[] {
  const { length } = genesis(made)
  const [least, most] = uncertainty === 'HIGH' ? [12, 16] : [6, 8]
  const place = (id: number) => made.batches.findIndex(({ agents }) => agents.includes(id))
  const rules = {
    'number of GENESIS agents': length >= least && length <= most,
    clusters: clusters(made).size >= 3,
    'a verifier': between(made, 27, 34) >= (stakes === 'HIGH' ? 8 : 1),
    attackers: between(made, 35, 46) >= (stakes === 'HIGH' ? 12 : 3),
    gates: [40, 44, 46, 48, 52].every((id) => agentsOf(made).includes(id)),
    '49 → 50 → 51 → 52': place(49) < place(50) && place(50) < place(51) && place(51) < place(52),
  }
  return Object.entries(rules).flatMap(([rule, kept]) => (kept ? [] : [rule]))
}

describe('every plan for a new problem', () => {
  it('keeps to the rules for all 7,680 classifications', () => {
    const broken = new Map<string, Classification>()
    let count = 0
    for (const given of everyClassification()) {
      const made = plan(given)
      count += 1
      for (const rule of [...violations(made), ...breaches(made, given)]) broken.set(rule, given)
    }
    expect(count).toBe(7680)
    expect([...broken]).toEqual([])
  })

  it('is the same for all of them when the problem is trivial or not clear', () => {
    const made = new Set<string>()
    for (const given of everyClassification()) {
      made.add(JSON.stringify(plan({ ...given, trivial: true })))
      made.add(JSON.stringify(plan({ ...given, wellDefined: false })))
    }
    expect(made.size).toBe(2)
  })
})

describe('whom a plan leaves out', () => {
  it('sends who served badly before only when there are no others', () => {
    const [first] = plan(easy).batches
    const [second] = plan(easy, { repelled: first?.agents ?? [] }).batches
    expect(second?.agents.filter((id) => first?.agents.includes(id))).toEqual([2])
    const all = plan({ ...easy, uncertainty: 'HIGH' }, { repelled: [1, 5, 9] }).batches.flatMap(({ agents }) => agents)
    expect(all.filter((id) => id <= 20).length).toBeGreaterThanOrEqual(12)
  })

  it('puts others in the place of explorers that were removed', () => {
    expect(genesis(plan(easy, { exclude: [2, 9] }))).toEqual([1, 3, 5, 10, 13, 17])
  })

  it('finds a stand-in when no verifier or no attacker that it wants is left', () => {
    const made = plan(easy, { exclude: [31, 32, 33, 36, 37, 40, 44] })
    expectLegal(made)
    expect(agentsOf(made)).toEqual(expect.arrayContaining([27, 35]))
  })

  it('waives nothing for an agent that a success needs', () => {
    const made = plan(easy, { exclude: [44, 52] })
    expect(made.waived).toEqual([])
    expect(agentsOf(made)).not.toContain(44)
    expect(idsOf(made).at(-1)).toEqual([48])
  })

  it('keeps all rules with anybody left out', () => {
    const excluded = [[4], [14], [1, 2, 3], [22, 34], [46], [5, 6, 7, 8, 9, 10, 11, 12], [48, 52]]
    const broken = excluded.flatMap((exclude) =>
      [...everyClassification()]
        .filter((_, index) => index % 97 === 0)
        .flatMap((given) => {
          const made = plan(given, { exclude })
          return [...violations(made), ...agentsOf(made).filter((id) => exclude.includes(id))]
        }),
    )
    expect(broken).toEqual([])
  })
})
