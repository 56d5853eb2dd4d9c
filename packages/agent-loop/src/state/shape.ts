import { exitOf, type Flow, flowOf, inOrder, isEntry, nodeAt, reachable } from './flow.js'
import type { StateFile } from './state-file.js'

/** What of a graph changes only when atoms are added to it or taken from it. */
export interface Shape {
  readonly flow: Flow
  /** All places, each behind what leads to it. */
  readonly order: readonly string[]
  readonly weights: Weights
}

/** How much a choice of each group weighs: more than all that giving it up can reopen behind it. */
export type Weights = ReadonlyMap<string, bigint>

type Nodes = Pick<StateFile, 'atoms' | 'or_groups'>

export function shapeOf(nodes: Nodes): Shape {
  const flow = flowOf(nodes)
  const order = inOrder(flow)
  return { flow, order, weights: weights(nodes, flow, order) }
}

/** w(g) = 1 + Σ |choices(h)| · w(h) over the groups h behind g. */
export const weightsOf = (nodes: Nodes): Weights => shapeOf(nodes).weights

function weights({ atoms, or_groups: groups }: Nodes, flow: Flow, order: readonly string[]): Weights {
  const latestFirst = order
    .toReversed()
    .flatMap((place) => (isEntry(place) || !Object.hasOwn(groups, nodeAt(place)) ? [] : [nodeAt(place)]))
  const found = new Map<string, bigint>()
  for (const id of latestFirst) {
    const behind = new Set<string>()
    for (const place of reachable(flow, groups[id]?.choices.map(exitOf) ?? [])) {
      const group = isEntry(place) ? atoms[nodeAt(place)]?.group : null
      if (group) behind.add(group)
    }
    let weight = 1n
    for (const other of behind) weight += BigInt(groups[other]?.choices.length ?? 0) * (found.get(other) ?? 0n)
    found.set(id, weight)
  }
  return found
}
