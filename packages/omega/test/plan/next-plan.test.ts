import { expect, it } from 'vitest'
import { nextPlan, type PlanOptions, plan } from '../../src/plan/plan.js'
import type { IterationPlan } from '../../src/protocol/batch.js'
import type { Classification } from '../../src/protocol/classification.js'
import { ownRoster } from '../../src/roster/own-panel.js'
import { easy } from '../support/session.js'
import { agentsOf, idsOf, kinds, of, protocol, violations } from './kinds.js'

/** The plans of a session that goes on as long as there is somebody to be sent. */
function plansOf(kind: Classification, options: PlanOptions): readonly IterationPlan[] {
  const plans = [plan(kind, options)]
  while (plans.length < 30) {
    const next = nextPlan(kind, options, plans.flatMap(agentsOf))
    if (next === null) break
    plans.push(next)
  }
  return plans
}
const isWriter = (id: number) => id >= 47 && id <= 52

it.each([
  ['a quick panel', of('quick')],
  ['a standard panel', of('standard')],
  ['a full panel', of('full')],
  ['the protocol', protocol],
])('%s sends nobody twice but those who write, and comes to an end', (_, options) => {
  for (const kind of kinds(397)) {
    const [first, ...later] = plansOf(kind, options) as [IterationPlan, ...IterationPlan[]]
    const sent = [first, ...later].flatMap(agentsOf).filter((id) => !isWriter(id))
    expect(new Set(sent).size).toBe(sent.length)
    expect(later.length).toBeLessThan(12)
    expect(later.flatMap(violations)).toEqual([])
    expect(later.every((made) => !agentsOf(made).every(isWriter))).toBe(true)
  }
})

it('the protocol sends the rest of its agents, and those who write', () => {
  const [, ...later] = plansOf({ ...easy, stakes: 'MEDIUM' }, protocol)
  const writing = [[47, 49], [50], [51], [48, 52]]
  expect(later.map(idsOf)).toEqual([
    [[3, 6, 7, 10, 11, 15, 18, 19], [4], [14], [27, 28, 29, 30], [38, 39, 42, 43], ...writing],
    [[8, 12, 16, 20], ...writing],
  ])
})

it('a quick panel sends three who answer, as long as there are three, and two judges', () => {
  const [, ...later] = plansOf(easy, of('quick')).map(agentsOf)
  for (const ids of later) expect(ids.filter((id) => id > 46 || [4, 14, 34, 46].includes(id))).toEqual([])
  expect(later.map((ids) => ids.filter((id) => id <= 20).length)).toEqual([3, 3, 3, 0, 0, 0, 0].slice(0, later.length))
  expect(Math.max(...later.map((ids) => ids.filter((id) => id > 20).length))).toBe(2)
  expect(nextPlan({ ...easy, trivial: true }, of('full'), [1])).toEqual(nextPlan(easy, of('quick'), [1]))
})

it('a panel of one’s own sends everybody once more', () => {
  const agents = (['exploring', 'neutral'] as const).map((stance) => ({ name: stance, stance }))
  const options = { panel: 'own', profile: 'measured', roster: ownRoster(agents) } as const
  expect(nextPlan(easy, options, [1, 2])).toEqual(plan(easy, options))
})
