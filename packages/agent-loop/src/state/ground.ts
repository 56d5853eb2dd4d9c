import { exitOf, type Flow, inOrder, isEntry, nodeAt, reachable } from './flow.js'
import type { StateFile } from './state-file.js'

/** What loses its ground when something that was chosen or found no longer holds. */
export interface Ground {
  /** Atoms whose work is void, the latest first. */
  readonly atoms: readonly string[]
  /** Groups to be decided anew. */
  readonly groups: readonly string[]
}

/** What stands behind an atom: all that builds on it. */
export function groundBehind(state: Pick<StateFile, 'atoms'>, flow: Flow, atom: string): Ground {
  const behind = reachable(flow, [exitOf(atom)])
  const order = inOrder(flow).filter((place) => behind.has(place))
  const exits = order.filter((place) => !isEntry(place)).map(nodeAt)
  const groups = order.flatMap((place) => (isEntry(place) ? (state.atoms[nodeAt(place)]?.group ?? []) : []))
  return { atoms: exits.filter((id) => Object.hasOwn(state.atoms, id)).reverse(), groups: [...new Set(groups)] }
}

/** An atom and its parts, and theirs, the latest first. */
export function withParts(state: Pick<StateFile, 'atoms'>, atom: string): readonly string[] {
  const parts = state.atoms[atom]?.children ?? []
  return [...parts.toReversed().flatMap((part) => withParts(state, part)), atom]
}

/** The atoms whose work goes when a group's selected choice is given up: the choice with its parts, and what builds on it. */
export function abandonedWith(state: Pick<StateFile, 'atoms'>, flow: Flow, choice: string): readonly string[] {
  return [...groundBehind(state, flow, choice).atoms, ...withParts(state, choice)]
}
