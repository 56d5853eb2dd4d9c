import { exitOf, flowOf, inOrder, isEntry, nodeAt, reachable } from './flow.js'
import type { StateFile } from './state-file.js'

/**
 * What falls with every move of the coordinator, compared from the left: repairs that are left, splits, alternatives, attempts,
 * probes. Since none can fall for ever, an epoch ends.
 */
export type Measure = readonly [repairs: number, splits: number, alternatives: bigint, attempts: number, probes: number]

/** How much a choice of each group weighs: more than all that choosing anew can reopen behind it. */
export type Weights = ReadonlyMap<string, bigint>

/** w(g) = 1 + Σ |choices(h)| · w(h) over the groups h behind g. It changes only when the graph does. */
export function weightsOf(state: Pick<StateFile, 'atoms' | 'or_groups'>): Weights {
  const { or_groups: groups } = state
  const flow = flowOf(state)
  const order = new Map(inOrder(flow).map((place, index) => [place, index]))
  const latestFirst = Object.keys(groups).sort((a, b) => (order.get(exitOf(b)) ?? 0) - (order.get(exitOf(a)) ?? 0))
  const weights = new Map<string, bigint>()
  for (const id of latestFirst) {
    let weight = 1n
    for (const behind of groupsEntered(state, reachable(flow, groups[id]?.choices.map(exitOf) ?? []))) {
      weight += BigInt(groups[behind]?.choices.length ?? 0) * (weights.get(behind) ?? 0n)
    }
    weights.set(id, weight)
  }
  return weights
}

/** The groups of which a choice is entered among these places. */
export function groupsEntered({ atoms }: Pick<StateFile, 'atoms'>, places: Iterable<string>): ReadonlySet<string> {
  const entered = new Set<string>()
  for (const place of places) {
    const group = isEntry(place) ? atoms[nodeAt(place)]?.group : null
    if (group) entered.add(group)
  }
  return entered
}

export function measureOf(state: StateFile, weights: Weights): Measure {
  const { max_children: children, max_attempts: attempts, max_probes: probes } = state.objective.constraints
  const parts = children + 1
  let [splits, attemptsLeft, probesLeft] = [0, 0, 0]
  for (const atom of Object.values(state.atoms)) {
    if (atom.status === 'abandoned' || atom.children.length > 0) continue
    splits += parts ** atom.rank - 1
    if (atom.status === 'resolved') continue
    attemptsLeft += Math.max(0, attempts - atom.attempts)
    probesLeft += Math.max(0, probes - atom.probes)
  }
  let alternatives = 0n
  for (const [id, group] of Object.entries(state.or_groups)) {
    alternatives += (weights.get(id) ?? 0n) * BigInt(untried(group).length)
  }
  return [state.control.repairs_left, splits, alternatives, attemptsLeft, probesLeft]
}

/** The choices of a group that neither failed nor are selected. */
export function untried({ choices, failed, selected }: StateFile['or_groups'][string]): readonly string[] {
  return choices.filter((choice) => choice !== selected && !failed.includes(choice))
}

/** Negative when `a` is less than `b`, positive when it is more. */
export function compareMeasures(a: Measure, b: Measure): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] as number | bigint
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}

/** `(2, 35, 4, 10, 5)` */
export const measureText = (measure: Measure): string => `(${measure.join(', ')})`
