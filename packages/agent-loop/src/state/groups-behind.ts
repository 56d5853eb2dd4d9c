import { exitOf, type Flow, isEntry, nodeAt, reachable } from './flow.js'
import { withParts } from './ground.js'
import type { StateFile } from './state-file.js'

/** By group, those that have a choice of which the ground changes when this one takes another. */
export type GroupsBehind = ReadonlyMap<string, ReadonlySet<string>>

export function groupsBehind(
  { atoms, or_groups: groups }: Pick<StateFile, 'atoms' | 'or_groups'>,
  flow: Flow,
): GroupsBehind {
  const behind = Object.entries(groups).map(([id, { choices }]) => {
    const found = new Set<string>()
    const parts = choices.flatMap((choice) => withParts({ atoms }, choice))
    for (const place of reachable(flow, parts.map(exitOf))) {
      const group = isEntry(place) ? atoms[nodeAt(place)]?.group : null
      if (group) found.add(group)
    }
    return [id, found] as const
  })
  return new Map(behind)
}

/** Each group after those behind it; null, and a circle, when there is no such order. */
export function latestFirst(behind: GroupsBehind): {
  readonly order: readonly string[]
  readonly circle: readonly string[] | null
} {
  const order = new Set<string>()
  for (const start of behind.keys()) {
    const path: { readonly group: string; readonly left: string[] }[] = [
      { group: start, left: [...(behind.get(start) ?? [])] },
    ]
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = order.has(top.group) ? undefined : top.left.pop()
      if (next === undefined) {
        order.add(top.group)
        path.pop()
        continue
      }
      const at = path.findIndex(({ group }) => group === next)
      if (at !== -1) return { order: [], circle: path.slice(at).map(({ group }) => group) }
      if (!order.has(next)) path.push({ group: next, left: [...(behind.get(next) ?? [])] })
    }
  }
  return { order: [...order], circle: null }
}
