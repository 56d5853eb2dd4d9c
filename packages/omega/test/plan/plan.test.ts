import { describe, expect, it } from 'vitest'
import { plan } from '../../src/plan/plan.js'
import type { IterationPlan } from '../../src/protocol/batch.js'
import { type Classification, characteristics } from '../../src/protocol/classification.js'
import { ownRoster } from '../../src/roster/own-panel.js'
import { easy } from '../support/session.js'
import { agentsOf, idsOf, kinds, of, protocol, violations } from './kinds.js'

const between = (made: IterationPlan, first: number, last: number) =>
  agentsOf(made).filter((id) => id >= first && id <= last)
const genesis = (made: IterationPlan) => between(made, 1, 20)
const clusters = (ids: readonly number[]) => new Set(ids.map((id) => Math.ceil(id / 4))).size
const synthesis = [[47, 49], [50], [51], [48, 52]]
const hard = { uncertainty: 'HIGH', stakes: 'HIGH' } as const
const unweighed = [34, 46, 47, 48, 52]

describe('the protocol sends', () => {
  it('nine batches to an easy empirical question', () => {
    const made = plan(easy, protocol)
    expect(idsOf(made)).toEqual([[1, 2, 5, 9, 13, 17], [21, 22], [31, 32, 33], [36, 37, 40, 44], [46], ...synthesis])
    expect(made.batches.map(({ phase }) => phase.slice(0, 3)).join(' ')).toBe('EXP FOR VER ATT ATT SYN SYN SYN SYN')
  })

  it('all verifiers and all attackers when much is at stake and little is known', () => {
    const needs = ['formal_structure', 'cross_domain', 'edge_cases', 'potentially_intractable', 'clear_decomposition']
    const kind = { ...easy, ...hard, type: 'ANALYTICAL', characteristics: needs } as Classification
    expect(idsOf(plan(kind, protocol)).map((ids) => ids.join(' '))).toEqual([
      ...['1 3 5 6 7 8', '4 15 17 18 19 20', '21 22 23 24 25 26', '27 28 29 30 31 32 33', '35 36 37 38 39 40'],
      ...['41 42 43 44 45', '46', '34 47 49', '50', '51', '48 52'],
    ])
  })

  it.each([
    [
      'eight, with room for a third cluster',
      ['formal_structure', 'cross_domain', 'clear_decomposition'],
      '1 2 3 5 6 7 8 9',
    ],
    ['eight of all', characteristics, '1 2 3 7 9 12 13 14'],
  ] as const)('%s, in whichever order they are wanted', (_, needs, agents) => {
    const made = plan({ ...easy, characteristics: [...needs] }, protocol)
    expect(
      genesis(made)
        .toSorted((a, b) => a - b)
        .join(' '),
    ).toBe(agents)
    expect(plan({ ...easy, characteristics: [...needs, ...needs].reverse() }, protocol)).toEqual(made)
  })

  it('those who served badly in such problems only when there are no others', () => {
    const [first = []] = idsOf(plan(easy, protocol))
    const [second = []] = idsOf(plan(easy, { ...protocol, repelled: first }))
    expect(second.filter((id) => first.includes(id))).toEqual([2])
  })
})

/** What a plan for a new problem breaks of the rules that only those have to keep. */
function breaches(made: IterationPlan, { uncertainty, stakes }: Classification): readonly string[] {
  const { length } = genesis(made)
  const rules = {
    'number of GENESIS agents': uncertainty === 'HIGH' ? length >= 12 && length <= 16 : length >= 6 && length <= 8,
    clusters: clusters(genesis(made)) >= 3,
    verifiers: between(made, 27, 34).length >= (stakes === 'HIGH' ? 8 : 1),
    attackers: between(made, 35, 46).length >= { LOW: 3, MEDIUM: 6, HIGH: 12 }[stakes],
    gates: [40, 44, 46, 48, 52].every((id) => agentsOf(made).includes(id)),
  }
  return Object.entries(rules).flatMap(([rule, kept]) => (kept ? [] : [rule]))
}

describe('every plan', () => {
  it('keeps to the rules of the protocol', () => {
    const broken = kinds(7).flatMap((kind) => {
      const made = plan(kind, protocol)
      return [...violations(made), ...breaches(made, kind)]
    })
    expect([...new Set(broken)]).toEqual([])
  })

  it('leaves out those whose words nothing weighs where evidence is measured, and nobody else', () => {
    for (const kind of kinds(101)) {
      const all = agentsOf(plan(kind, protocol))
      expect(agentsOf(plan(kind, of('full')))).toEqual(all.filter((id) => !unweighed.includes(id)))
      const standard = plan(kind, of('standard'))
      expect([violations(standard), agentsOf(standard).filter((id) => unweighed.includes(id))]).toEqual([[], []])
    }
  })

  it('of a quick panel is three rounds of three explorers of three clusters and two judges, whatever the problem', () => {
    const rounds = [
      [1, 10, 17],
      [27, 30],
      [2, 5, 13],
      [31, 32],
      [3, 7, 11],
      [28, 29],
    ]
    for (const given of [{}, hard, { wellDefined: false }])
      expect(idsOf(plan({ ...easy, ...given }, of('quick')))).toEqual(rounds)
    expect([rounds[0], rounds[2], rounds[4]].map((ids = []) => clusters(ids))).toEqual([3, 3, 3])
  })

  it('for a trivial problem is a quick one, and for an unclear one makes it clear first', () => {
    const trivial = { ...easy, trivial: true }
    expect(plan({ ...trivial, wellDefined: false }, of('full'))).toEqual(plan(easy, of('quick')))
    expect(plan(trivial, protocol)).toEqual(plan(easy, protocol))
    for (const options of [protocol, of('full'), of('standard')]) {
      const made = plan({ ...easy, ...hard, wellDefined: false }, options)
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
