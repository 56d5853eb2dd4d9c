import type { StateFile } from '../state/state-file.js'

/** Where a dead end can be repaired: in a group its last choice, of what was split the part that failed. Null when nothing failed there. */
export function failedLeaf(state: StateFile, id: string): string | null {
  const group = state.or_groups[id]
  if (group) {
    const choice = group.failed.at(-1)
    return choice === undefined ? null : failedLeaf(state, choice)
  }
  const part = state.atoms[id]?.children.find((child) => hasFailed(state, child))
  return part === undefined ? id : failedLeaf(state, part)
}

function hasFailed(state: StateFile, id: string): boolean {
  const { status, children } = state.atoms[id] ?? { status: 'pending', children: [] }
  return children.length === 0 ? status === 'failed' : children.some((child) => hasFailed(state, child))
}
