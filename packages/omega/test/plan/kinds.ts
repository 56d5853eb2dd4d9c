import type { IterationPlan } from '../../src/protocol/batch.js'
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

/** Of 5 types × 2⁸ characteristics × 2 uncertainties × 3 stakes every so many; the subtype plays no part in a plan. */
export function kinds(every: number): readonly Classification[] {
  const all = Array.from({ length: 2 ** characteristics.length }, (_, bits) => bits).flatMap((bits) =>
    problemTypes.flatMap((type) =>
      uncertaintyLevels.flatMap((uncertainty) =>
        stakesLevels.map((stakes) => ({
          ...{ ...easy, type, subtype: subtypes[type][0], uncertainty, stakes },
          characteristics: characteristics.filter((_, bit) => bits & (1 << bit)),
        })),
      ),
    ),
  )
  return all.filter((_, index) => index % every === 0)
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)
const [genesis, verifiers] = [range(1, 20), range(27, 33)]
/** The agents who need the outputs of others, inside one iteration. */
const needs: Readonly<Record<number, readonly number[]>> = {
  ...{ 4: [1, 2, 3], 14: genesis, 22: genesis, 27: range(1, 26), 34: verifiers, 35: [...genesis, ...verifiers] },
  ...{ 46: range(35, 45), 50: [49], 51: [49, 50], 52: [51] },
}

/** What a plan breaks of the rules that hold for all: thousands of `expect` calls are slow. */
export function violations(plan: IterationPlan): readonly string[] {
  const all = agentsOf(plan)
  const early = idsOf(plan).flatMap((agents, place) => {
    const later = new Set(idsOf(plan).slice(place).flat())
    return agents.filter((id) => needs[id]?.some((before) => before !== id && later.has(before)))
  })
  return [
    ...idsOf(plan).flatMap(({ length }) => (length < 1 || length > 10 ? [`${length} agents in a batch`] : [])),
    ...(new Set(all).size < all.length ? ['an agent twice'] : []),
    ...all.filter((id) => id < 1 || id > 52).map((id) => `${id} in a batch`),
    ...early.map((agent) => `${agent} too early`),
  ]
}
