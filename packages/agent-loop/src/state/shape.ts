import { type Flow, type FlowPlace, flowOf, placesOf } from './flow.js'
import { groupsBehind, latestFirst } from './groups-behind.js'
import type { StateFile } from './state-file.js'

/** Properties of a graph that change only when atoms are added or removed. */
export interface GraphShape {
  readonly flow: Flow
  /** All places, each behind what leads to it. */
  readonly order: readonly FlowPlace[]
  readonly weights: Weights
  /** Some atom was split. */
  readonly isSplit: boolean
}

/** The weight of a choice of each group: more than everything that giving it up can reopen behind it. */
export type Weights = ReadonlyMap<string, bigint>

type Nodes = Pick<StateFile, 'atoms' | 'or_groups'>

export function shapeOf(nodes: Nodes): GraphShape {
  const flow = flowOf(nodes)
  const isSplit = Object.values(nodes.atoms).some(({ children }) => children.length > 0)
  return { flow, order: placesOf(flow), weights: weights(nodes, flow), isSplit }
}

export const weightsOf = (nodes: Nodes): Weights => weights(nodes, flowOf(nodes))

/** w(g) = 1 + Σ |choices(h)| · w(h) over the groups h behind g. */
function weights(nodes: Nodes, flow: Flow): Weights {
  const behind = groupsBehind(nodes, flow)
  const found = new Map<string, bigint>()
  for (const id of latestFirst(behind).order) {
    let weight = 1n
    for (const other of behind.get(id) ?? []) {
      weight += BigInt(nodes.or_groups[other]?.choices.length ?? 0) * (found.get(other) ?? 0n)
    }
    found.set(id, weight)
  }
  return found
}
