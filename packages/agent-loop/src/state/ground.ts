import { atomIn } from './edits.js'
import { exitOf, type Flow, inOrder, isEntry, nodeAt } from './flow.js'
import type { OrGroup, StateFile } from './state-file.js'

type Nodes = Pick<StateFile, 'atoms' | 'or_groups'>

/** The nodes that build on an atom or its parts by the present choices, without the atom and its parts. */
export interface Behind {
  /** The latest first. What the atom is a part of is among them. */
  readonly atoms: readonly string[]
  /** The nodes whose ground changes with the atom. */
  readonly grounded: ReadonlySet<string>
}

/** Finds the nodes behind an atom. A node behind a decided group doesn't build on the choices that were not taken. */
export function behindOf(state: Nodes, flow: Flow, atom: string): Behind {
  const seen = new Set<string>()
  const own = new Set(withParts(state, atom))
  const open = [...own].map(exitOf)
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    for (const follower of flow.next.get(place) ?? []) {
      if (seen.has(follower) || isPassedOver(state, place, follower)) continue
      seen.add(follower)
      open.push(follower)
    }
  }
  const places = seen.size === 0 ? [] : inOrder(flow).filter((place) => seen.has(place) && !own.has(nodeAt(place)))
  const exits = places.filter((place) => !isEntry(place)).map(nodeAt)
  return {
    atoms: exits.filter((id) => Object.hasOwn(state.atoms, id)).reverse(),
    grounded: new Set(places.filter(isEntry).map(nodeAt)),
  }
}

/** From the exit of a choice to that of its group, which took another. */
function isPassedOver({ or_groups: groups }: Nodes, place: string, follower: string): boolean {
  if (isEntry(place) || isEntry(follower) || !Object.hasOwn(groups, nodeAt(follower))) return false
  const { selected } = groups[nodeAt(follower)] as OrGroup
  return selected !== null && selected !== nodeAt(place)
}

/** An atom and its parts, and theirs, the latest first. */
export function withParts(state: Pick<StateFile, 'atoms'>, atom: string): readonly string[] {
  const parts = state.atoms[atom]?.children ?? []
  return [...parts.toReversed().flatMap((part) => withParts(state, part)), atom]
}

/** The atoms whose work goes when one is given up: what builds on it, and it with its parts. */
export function abandonedWith(state: Nodes, flow: Flow, atom: string): readonly string[] {
  return [...behindOf(state, flow, atom).atoms, ...withParts(state, atom)]
}

/** The groups with choices of which the ground changed, as they are then: what failed on other ground did not fail on this. */
export function reopened({ atoms, or_groups: groups }: Nodes, grounded: Behind['grounded']): StateFile['or_groups'] {
  const touched = new Set([...grounded].flatMap((id) => atoms[id]?.group ?? []))
  const anew = [...touched].map((id) => {
    const group = groups[id] as OrGroup
    const failed = group.failed.filter((choice) => !grounded.has(choice))
    const isLost = group.selected !== null && grounded.has(group.selected)
    return [id, { ...group, failed, selected: isLost ? null : group.selected }] as const
  })
  return Object.fromEntries(anew)
}

/**
 * Frees the choices of undecided groups that were called off for another choice: they were not tried to their end and
 * may be tried again.
 */
export function freed(state: StateFile): StateFile {
  const losers = Object.values(state.or_groups).flatMap(({ selected, choices }) =>
    selected === null ? choices.filter((choice) => state.atoms[choice]?.status === 'superseded') : [],
  )
  if (losers.length === 0) return state
  const again = losers.map((id) => [id, { ...atomIn(state, id), status: 'pending', attempts: 0 } as const])
  return { ...state, atoms: { ...state.atoms, ...Object.fromEntries(again) } }
}
