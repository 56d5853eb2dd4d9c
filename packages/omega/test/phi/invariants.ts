import { expect } from 'vitest'
import { type AgentBatch, type IterationPlan, phases } from '../../src/protocol/batch.js'
import { type Classification, characteristics, problemTypes, subtypes } from '../../src/protocol/classification.js'

export const agentsOf = (plan: IterationPlan) => plan.batches.flatMap(({ agents }) => agents)
export const idsOf = (plan: IterationPlan) => plan.batches.map(({ agents }) => agents)

export const easy: Classification = {
  type: 'EMPIRICAL',
  subtype: 'CAUSAL',
  characteristics: [],
  uncertainty: 'LOW',
  stakes: 'LOW',
  wellDefined: true,
  trivial: false,
}

/** 5 types × 2⁸ characteristics × 2 uncertainties × 3 stakes. The subtype plays no part in a plan. */
export function* everyClassification(): Generator<Classification> {
  for (const type of problemTypes)
    for (let bits = 0; bits < 2 ** characteristics.length; bits += 1)
      for (const uncertainty of ['LOW', 'HIGH'] as const)
        for (const stakes of ['LOW', 'MEDIUM', 'HIGH'] as const)
          yield {
            ...easy,
            type,
            subtype: subtypes[type][0],
            characteristics: characteristics.filter((_, bit) => bits & (1 << bit)),
            uncertainty,
            stakes,
          }
}

/** One of `before` (as far as they take part) is in the same batch as `agent` or in a later one. */
function comesTooEarly(batches: readonly AgentBatch[], agent: number, before: readonly number[]): boolean {
  const place = batches.findIndex(({ agents }) => agents.includes(agent))
  return (
    place >= 0 && batches.slice(place).some(({ agents }) => agents.some((id) => before.includes(id) && id !== agent))
  )
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** Who needs whose outputs, inside one iteration. */
const needs: readonly (readonly [agent: number, before: readonly number[]])[] = [
  [4, [1, 2, 3]],
  [14, range(1, 20)],
  [22, range(1, 20)],
  [34, range(27, 33)],
  [46, range(35, 45)],
  [51, [49, 50]],
  [52, [51]],
]

/** What holds for every plan, as a list of what doesn't: thousands of `expect` calls are slow. */
export function violations({ batches }: IterationPlan): readonly string[] {
  const all = batches.flatMap(({ agents }) => agents)
  return [
    ...batches.flatMap(({ agents, phase }) => [
      ...(agents.length < 1 || agents.length > 10 ? [`${agents.length} agents in a batch`] : []),
      ...(agents.join() !== [...agents].toSorted((a, b) => a - b).join() ? ['not ascending'] : []),
      ...(phases.includes(phase) ? [] : [`phase ${phase}`]),
    ]),
    ...(new Set(all).size < all.length ? ['an agent twice'] : []),
    ...all.filter((id) => id < 1 || id > 52).map((id) => `${id} in a batch`),
    ...(batches.length > 12 ? [`${batches.length} batches`] : []),
    ...needs.filter(([agent, before]) => comesTooEarly(batches, agent, before)).map(([agent]) => `${agent} too early`),
    ...(batches.some(({ agents }) => agents.includes(46) && agents.length > 1) ? ['46 not alone'] : []),
  ]
}

export function expectLegal(plan: IterationPlan): void {
  expect(violations(plan)).toEqual([])
}
