import { describe, expect, it } from 'vitest'
import { plan } from '../../src/plan/plan.js'
import type { IterationPlan } from '../../src/protocol/batch.js'
import { type Classification, characteristics, problemTypes, stakesLevels } from '../../src/protocol/classification.js'
import { ownRoster } from '../../src/roster/own-panel.js'
import { easy } from '../support/session.js'
import { agentsOf, everyKind, idsOf, of, protocol, violations } from './kinds.js'

const genesis = (made: IterationPlan) => agentsOf(made).filter((id) => id <= 20)
const between = (made: IterationPlan, first: number, last: number) =>
  agentsOf(made).filter((id) => id >= first && id <= last)
const synthesis = [[47, 49], [50], [51], [48, 52]]
const unweighed = [34, 46, 47, 48, 52]

describe('the protocol sends', () => {
  it('nine batches to an easy empirical question', () => {
    const made = plan(easy, protocol)
    expect(idsOf(made)).toEqual([[1, 2, 5, 9, 13, 17], [21, 22], [31, 32, 33], [36, 37, 40, 44], [46], ...synthesis])
    expect(made.batches.map(({ phase }) => phase.slice(0, 3)).join(' ')).toBe('EXP FOR VER ATT ATT SYN SYN SYN SYN')
    expect(made).toMatchObject({ dropped: [], clarifies: false })
  })

  it('all verifiers and all attackers when much is at stake and little is known', () => {
    const needs = ['formal_structure', 'cross_domain', 'edge_cases', 'potentially_intractable', 'clear_decomposition']
    const hard = { ...easy, type: 'ANALYTICAL', uncertainty: 'HIGH', stakes: 'HIGH', characteristics: needs }
    expect(idsOf(plan(hard as Classification, protocol))).toEqual([
      [1, 3, 5, 6, 7, 8],
      [4, 15, 17, 18, 19, 20],
      [21, 22, 23, 24, 25, 26],
      [27, 28, 29, 30, 31, 32, 33],
      [35, 36, 37, 38, 39, 40],
      [41, 42, 43, 44, 45],
      [46],
      [34, 47, 49],
      ...synthesis.slice(1),
    ])
  })

  it.each([
    [
      'a third cluster to characteristics that name two',
      ['formal_structure', 'cross_domain'],
      [1, 2, 3, 5, 6, 7, 8, 9],
    ],
    [
      'as many as fit, with a third cluster',
      ['formal_structure', 'cross_domain', 'clear_decomposition'],
      [1, 2, 3, 5, 6, 7, 8, 9],
    ],
    ['eight of all that were wanted', [...characteristics], [1, 2, 3, 7, 9, 12, 13, 14]],
  ] as const)('%s', (_, needs, expected) => {
    const made = plan({ ...easy, characteristics: [...needs] }, protocol)
    expect(genesis(made).toSorted((a, b) => a - b)).toEqual(expected)
    if (needs.length === 8) expect(made.dropped).toEqual([16, 5, 6, 8, 17, 18, 19, 10, 11, 15, 20, 4])
  })

  it('more attackers the more is at stake', () => {
    const attackers = stakesLevels.map((stakes) => between(plan({ ...easy, stakes }, protocol), 35, 46))
    expect(attackers.map(({ length }) => length)).toEqual([5, 8, 12])
    const medium = plan({ ...easy, type: 'SYNTHETIC', stakes: 'MEDIUM' }, protocol)
    expect(between(medium, 35, 46)).toEqual([35, 40, 41, 44, 45, 46])
  })

  it('those who served badly in such problems only when there are no others', () => {
    const [first] = idsOf(plan(easy, protocol))
    const [second] = idsOf(plan(easy, { ...protocol, repelled: first ?? [] }))
    expect(second?.filter((id) => first?.includes(id))).toEqual([2])
    const wide = { ...easy, uncertainty: 'HIGH' } as const
    expect(genesis(plan(wide, { ...protocol, repelled: [1, 5, 9] })).length).toBeGreaterThanOrEqual(12)
  })

  it('the same whatever the order of characteristics', () => {
    const some = ['edge_cases', 'creative_solutions', 'formal_structure', 'edge_cases'] as const
    const reversed = [...new Set(some)].reverse()
    expect(plan({ ...easy, characteristics: [...some] }, protocol)).toEqual(
      plan({ ...easy, characteristics: reversed }, protocol),
    )
  })
})

/** What a plan for a new problem breaks of the rules that only those have to keep. */
function breaches(made: IterationPlan, { uncertainty, stakes }: Classification): readonly string[] {
  const { length } = genesis(made)
  const [least, most] = uncertainty === 'HIGH' ? [12, 16] : [6, 8]
  const rules = {
    'number of GENESIS agents': length >= least && length <= most,
    clusters: new Set(genesis(made).map((id) => Math.ceil(id / 4))).size >= 3,
    verifiers: between(made, 27, 34).length >= (stakes === 'HIGH' ? 8 : 1),
    attackers: between(made, 35, 46).length >= (stakes === 'HIGH' ? 12 : 3),
    gates: [40, 44, 46, 48, 52].every((id) => agentsOf(made).includes(id)),
  }
  return Object.entries(rules).flatMap(([rule, kept]) => (kept ? [] : [rule]))
}

describe('every plan', () => {
  it('keeps to the rules of the protocol for all 7,680 kinds of problem', () => {
    const broken = new Set<string>()
    let count = 0
    for (const kind of everyKind()) {
      const made = plan(kind, protocol)
      count += 1
      for (const rule of [...violations(made), ...breaches(made, kind)]) broken.add(rule)
    }
    expect(count).toBe(7680)
    expect([...broken]).toEqual([])
  })

  it('leaves out those whose words nothing weighs where evidence is measured, and nobody else', () => {
    const kinds = [...everyKind()].filter((_, index) => index % 31 === 0)
    for (const kind of kinds) {
      const left = agentsOf(plan(kind, of('full')))
      expect(left).toEqual(agentsOf(plan(kind, protocol)).filter((id) => !unweighed.includes(id)))
      const standard = plan(kind, of('standard'))
      expect(violations(standard)).toEqual([])
      expect(agentsOf(standard).filter((id) => unweighed.includes(id))).toEqual([])
      expect(agentsOf(standard)).toContain(51)
    }
  })

  it('of a standard panel is as large as one at low stakes, some twenty agents', () => {
    for (const type of problemTypes)
      for (const [uncertainty, stakes] of [
        ['HIGH', 'HIGH'],
        ['LOW', 'LOW'],
      ] as const) {
        const { length } = agentsOf(plan({ ...easy, type, uncertainty, stakes }, of('standard')))
        expect(length).toBeGreaterThanOrEqual(14)
        expect(length).toBeLessThanOrEqual(22)
      }
  })

  it('of a quick panel is three rounds of three explorers of several clusters and two judges, whatever the problem', () => {
    const made = plan(easy, of('quick'))
    expect(idsOf(made)).toEqual([
      [1, 10, 17],
      [27, 30],
      [2, 5, 13],
      [31, 32],
      [3, 7, 11],
      [28, 29],
    ])
    for (const kind of [{ ...easy, stakes: 'HIGH', uncertainty: 'HIGH' } as const, { ...easy, wellDefined: false }])
      expect(plan(kind, of('quick'))).toEqual(made)
    const explorers = idsOf(made).filter(([id = 0]) => id <= 20)
    expect(explorers.map((ids) => new Set(ids.map((id) => Math.ceil(id / 4))).size)).toEqual([3, 3, 3])
  })

  it('for a trivial problem is a quick one, but not by the protocol', () => {
    const trivial = { ...easy, trivial: true, wellDefined: false }
    expect(plan(trivial, of('full'))).toEqual(plan(easy, of('quick')))
    expect(plan({ ...trivial, wellDefined: true }, protocol)).toEqual(plan(easy, protocol))
  })

  it('for an unclear problem makes it clear first', () => {
    for (const options of [protocol, of('full'), of('standard')]) {
      const made = plan({ ...easy, wellDefined: false, stakes: 'HIGH' }, options)
      expect([idsOf(made), made.clarifies]).toEqual([[[47]], true])
    }
  })

  it('of a panel of one’s own has a batch of each stance, of ten at most', () => {
    const stances = ['neutral', ...Array(12).fill('exploring'), 'integrating', 'hostile', 'connecting']
    const roster = ownRoster(stances.map((stance, index) => ({ name: `Agent ${index + 1}`, stance })))
    const made = plan(easy, { panel: 'own', profile: 'measured', roster })
    expect(idsOf(made)).toEqual([[2, 3, 4, 5, 6, 7], [8, 9, 10, 11, 12, 13], [16], [1], [15], [14]])
  })
})
