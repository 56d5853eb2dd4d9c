import type { StateFile } from './state-file.js'

/**
 * The graph as it flows: every atom has an entry and an exit, every group an exit. A dependency leads from an exit to an entry; what was
 * split, from its entry to those of its parts and from their exits to its own; a choice, from its exit to its group's.
 */
export interface Flow {
  readonly next: ReadonlyMap<string, readonly string[]>
  readonly previous: ReadonlyMap<string, readonly string[]>
}

export const entryOf = (atom: string) => `>${atom}`
export const exitOf = (atomOrGroup: string) => `${atomOrGroup}>`

/** The atom or group that a place belongs to. */
export const nodeAt = (place: string) => (place.startsWith('>') ? place.slice(1) : place.slice(0, -1))
export const isEntry = (place: string) => place.startsWith('>')

export function flowOf({ atoms, or_groups: groups }: Pick<StateFile, 'atoms' | 'or_groups'>): Flow {
  const next = new Map<string, string[]>()
  const previous = new Map<string, string[]>()
  const link = (from: string, to: string) => {
    push(next, from, to)
    push(previous, to, from)
  }
  for (const [id, { deps, children }] of Object.entries(atoms)) {
    for (const dep of deps) link(exitOf(dep), entryOf(id))
    for (const child of children) {
      link(entryOf(id), entryOf(child))
      link(exitOf(child), exitOf(id))
    }
    if (children.length === 0) link(entryOf(id), exitOf(id))
  }
  for (const [id, { choices }] of Object.entries(groups)) {
    for (const choice of choices) link(exitOf(choice), exitOf(id))
  }
  return { next, previous }
}

/** The places behind these, which are left out unless a circle leads back. */
export function reachable({ next }: Flow, from: Iterable<string>): ReadonlySet<string> {
  const seen = new Set<string>()
  const open = [...from]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    for (const follower of next.get(place) ?? []) {
      if (seen.has(follower)) continue
      seen.add(follower)
      open.push(follower)
    }
  }
  return seen
}

/** All places, each behind what leads to it; what lies on a circle is left out. */
export function inOrder({ next, previous }: Flow): readonly string[] {
  const missing = new Map([...previous].map(([place, before]) => [place, before.length]))
  const order = [...next.keys()].filter((place) => !missing.has(place))
  for (const place of order) {
    for (const follower of next.get(place) ?? []) {
      const left = (missing.get(follower) ?? 0) - 1
      missing.set(follower, left)
      if (left === 0) order.push(follower)
    }
  }
  return order
}

export interface FlowPlace {
  /** The atom or group. */
  readonly id: string
  readonly isEntry: boolean
}

/** The same, read once: whoever goes through them often would read each name again. */
export const placesOf = (flow: Flow): readonly FlowPlace[] =>
  inOrder(flow).map((place) => ({ id: nodeAt(place), isEntry: isEntry(place) }))

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}
