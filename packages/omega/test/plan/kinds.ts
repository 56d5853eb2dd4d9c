import type { AgentBatch, IterationPlan } from '../../src/protocol/batch.js'
import {
  type Classification,
  characteristics,
  problemTypes,
  stakesLevels,
  subtypes,
  uncertaintyLevels,
} from '../../src/protocol/classification.js'
import type { PanelSize, Profile } from '../../src/protocol/profile.js'
import { createRoster } from '../../src/roster/roster.js'
import { easy } from '../support/session.js'

export const agentsOf = (plan: IterationPlan) => plan.batches.flatMap(({ agents }) => agents)
export const idsOf = (plan: IterationPlan) => plan.batches.map(({ agents }) => agents)

const rosters = { measured: createRoster(), paper: createRoster({ profile: 'paper' }) }
const lean = createRoster({ isLean: true })
export const of = (panel: PanelSize, profile: Profile = 'measured') => ({
  ...{ panel, profile, roster: panel === 'quick' ? lean : rosters[profile] },
})
export const protocol = of('full', 'paper')

/** 5 types × 2⁸ characteristics × 2 uncertainties × 3 stakes. The subtype plays no part in a plan. */
export function* everyKind(): Generator<Classification> {
  for (const type of problemTypes)
    for (let bits = 0; bits < 2 ** characteristics.length; bits += 1)
      for (const uncertainty of uncertaintyLevels)
        for (const stakes of stakesLevels)
          yield {
            ...{ ...easy, type, subtype: subtypes[type][0], uncertainty, stakes },
            characteristics: characteristics.filter((_, bit) => bits & (1 << bit)),
          }
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** The agents who need the outputs of others, inside one iteration. */
const needs: readonly (readonly [agent: number, before: readonly number[]])[] = [
  [4, [1, 2, 3]],
  [14, range(1, 20)],
  ...range(21, 26).map((bridge) => [bridge, range(1, 20)] as const),
  ...range(27, 34).map((judge) => [judge, range(1, 26)] as const),
  ...range(35, 46).map((attacker) => [attacker, range(1, 33)] as const),
  [34, range(27, 33)],
  [46, range(35, 45)],
  [50, [49]],
  [51, [49, 50]],
  [52, [51]],
]

/** One of `before`, as far as they take part, is in the same batch as `agent` or in a later one. */
function comesTooEarly(batches: readonly AgentBatch[], agent: number, before: readonly number[]): boolean {
  const place = batches.findIndex(({ agents }) => agents.includes(agent))
  return (
    place >= 0 && batches.slice(place).some(({ agents }) => agents.some((id) => before.includes(id) && id !== agent))
  )
}

/** What a plan breaks of the rules that hold for all: thousands of `expect` calls are slow. */
export function violations({ batches }: IterationPlan): readonly string[] {
  const all = batches.flatMap(({ agents }) => agents)
  return [
    ...batches.flatMap(({ agents }) => [
      ...(agents.length < 1 || agents.length > 10 ? [`${agents.length} agents in a batch`] : []),
      ...(agents.join() !== agents.toSorted((a, b) => a - b).join() ? ['not ascending'] : []),
    ]),
    ...(new Set(all).size < all.length ? ['an agent twice'] : []),
    ...all.filter((id) => id < 1 || id > 52).map((id) => `${id} in a batch`),
    ...needs.filter(([agent, before]) => comesTooEarly(batches, agent, before)).map(([agent]) => `${agent} too early`),
  ]
}
