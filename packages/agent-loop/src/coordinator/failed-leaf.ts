import type { StateFile } from '../state/state-file.js'

/**
 * The place at which a dead end can be repaired: an atom itself; for a group its last choice, or the part of it that
 * failed. Null when nothing failed there.
 */
export function failedLeaf(state: StateFile, id: string): string | null {
  const group = state.or_groups[id]
  if (!group) return id
  const choice = group.failed.at(-1)
  return choice === undefined ? null : failedIn(state, choice)
}

function failedIn(state: StateFile, id: string): string {
  const part = state.atoms[id]?.children.find((child) => hasFailed(state, child))
  return part === undefined ? id : failedIn(state, part)
}

function hasFailed(state: StateFile, id: string): boolean {
  const { status, children, agreed } = state.atoms[id] ?? { status: 'pending', children: [], agreed: false }
  const isDecided = children.length === 0 || agreed
  return (isDecided && status === 'failed') || children.some((child) => hasFailed(state, child))
}
