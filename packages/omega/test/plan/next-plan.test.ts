import { describe, expect, it } from 'vitest'
import { nextPlan, type PlanOptions, plan } from '../../src/plan/plan.js'
import type { Classification } from '../../src/protocol/classification.js'
import { ownRoster } from '../../src/roster/own-panel.js'
import { easy } from '../support/session.js'
import { agentsOf, everyKind, idsOf, of, protocol, violations } from './kinds.js'

/** The plans of a session that goes on as long as there is somebody to be sent. */
function plansOf(kind: Classification, options: PlanOptions, most = 30) {
  const plans = [plan(kind, options)]
  for (let sent = plans.flatMap(agentsOf); plans.length < most; sent = plans.flatMap(agentsOf)) {
    const next = nextPlan(kind, options, sent)
    if (next === null) break
    plans.push(next)
  }
  return plans
}
const isWriter = (id: number) => id >= 47 && id <= 52

describe('the plan of a later iteration', () => {
  it.each([
    ['a quick panel', of('quick')],
    ['a standard panel', of('standard')],
    ['a full panel', of('full')],
    ['the protocol', protocol],
  ])('of %s sends nobody twice but those who write, and comes to an end', (_, options) => {
    const kinds = [...everyKind()].filter((_one, index) => index % 397 === 0)
    for (const kind of kinds) {
      const plans = plansOf(kind, options)
      const sent = plans.flatMap(agentsOf).filter((id) => !isWriter(id))
      expect(new Set(sent).size).toBe(sent.length)
      expect(plans.length).toBeLessThan(12)
      // A quick panel goes back to exploring within its first plan.
      expect(plans.slice(options.panel === 'quick' ? 1 : 0).flatMap(violations)).toEqual([])
      for (const later of plans.slice(1)) expect(agentsOf(later).some((id) => !isWriter(id))).toBe(true)
    }
  })

  it('sends the rest of the protocol, and those who write', () => {
    const [, second, third, ...others] = plansOf({ ...easy, stakes: 'MEDIUM' }, protocol)
    expect(idsOf(second as NonNullable<typeof second>)).toEqual([
      [3, 6, 7, 10, 11, 15, 18, 19],
      ...[[4], [14], [27, 28, 29, 30], [38, 39, 42, 43], [47, 49], [50], [51], [48, 52]],
    ])
    expect(idsOf(third as NonNullable<typeof third>)[0]).toEqual([8, 12, 16, 20])
    expect(others).toEqual([])
    const measured = plansOf({ ...easy, stakes: 'MEDIUM' }, of('full'))
    expect(measured.slice(1).flatMap(agentsOf)).not.toContain(47)
    expect(measured.slice(1).every((made) => agentsOf(made).includes(51))).toBe(true)
  })

  it('of a quick panel sends explorers that answer and two judges', () => {
    const [first, ...later] = plansOf(easy, of('quick'))
    expect(agentsOf(first as NonNullable<typeof first>)).toHaveLength(15)
    for (const made of later) {
      const ids = agentsOf(made)
      expect(ids.filter((id) => id > 20).length).toBeLessThanOrEqual(2)
      expect(ids.filter((id) => id > 46 || [4, 14, 34, 46].includes(id))).toEqual([])
    }
    expect(later.flatMap(agentsOf).filter((id) => id <= 20)).toHaveLength(9)
  })

  // 4 and 14, who give no answer of their own, are chosen among the three and then left out.
  it.fails('of a quick panel sends three explorers as long as there are three', () => {
    const [, ...later] = plansOf(easy, of('quick'))
    expect(later.slice(0, 3).map((made) => agentsOf(made).filter((id) => id <= 20).length)).toEqual([3, 3, 3])
  })

  it('of a trivial problem is that of a quick panel', () => {
    const trivial = { ...easy, trivial: true }
    expect(nextPlan(trivial, of('full'), [1, 10, 17])).toEqual(nextPlan(easy, of('quick'), [1, 10, 17]))
  })

  it('of a panel of one’s own sends everybody once more', () => {
    const roster = ownRoster([
      { name: 'A', stance: 'exploring' },
      { name: 'B', stance: 'neutral' },
    ])
    const options = { panel: 'own', profile: 'measured', roster } as const
    expect(nextPlan(easy, options, [1, 2])).toEqual(plan(easy, options))
  })
})
