import type { Atom, OrGroup, StateFile } from './state-file.js'

/** Where every atom and group stands. */
export interface Standing {
  /** It has to be resolved as things are chosen now: not a choice that was not taken, nor a part of one, nor built on one. */
  isActive(atom: string): boolean
  isResolved(atomOrGroup: string): boolean
  /** A sub-agent could go to work on it. */
  isReady(atom: string): boolean
  /** Active, not split, not resolved. */
  readonly open: readonly string[]
  /** Groups that have to be decided, as things are chosen now. */
  readonly openGroups: readonly string[]
  /** Nothing is left to do. */
  readonly isAllResolved: boolean
}

export function standingOf({ atoms, or_groups: groups }: Pick<StateFile, 'atoms' | 'or_groups'>): Standing {
  const known = new Map<string, boolean>()
  const reached = new Map<string, boolean>()

  function isActive(id: string): boolean {
    return remember(known, id, () => {
      const atom = atoms[id]
      if (!atom || atom.status === 'abandoned' || !isTaken(id, atom, groups)) return false
      if (atom.parent !== null && !isActive(atom.parent)) return false
      return atom.deps.every((dep) => !atoms[dep]?.group || isActive(dep))
    })
  }

  const isResolved = (id: string): boolean => {
    const selected = groups[id]?.selected
    return atoms[selected ?? id]?.status === 'resolved'
  }

  /** All that it waits for is resolved, and all that what it is a part of waits for. */
  function isReached(id: string): boolean {
    return remember(reached, id, () => {
      const { deps, parent } = atoms[id] as Atom
      return deps.every(isResolved) && (parent === null || isReached(parent))
    })
  }

  const open = Object.keys(atoms).filter((id) => {
    const { children, status } = atoms[id] as Atom
    return children.length === 0 && status !== 'resolved' && isActive(id)
  })
  const openGroups = Object.keys(groups).filter((id) => {
    const { choices } = groups[id] as OrGroup
    return !isResolved(id) && choices.some((choice) => isWanted(choice))
  })

  /** Whether a choice would be active if it were taken. */
  function isWanted(id: string): boolean {
    const atom = atoms[id]
    if (!atom || atom.status === 'abandoned') return false
    if (atom.parent !== null && !isActive(atom.parent)) return false
    return atom.deps.every((dep) => !atoms[dep]?.group || isActive(dep))
  }

  return {
    isActive,
    isResolved,
    isReady: (id) => {
      const atom = atoms[id]
      return atom?.status === 'pending' && atom.children.length === 0 && isActive(id) && isReached(id)
    },
    open,
    openGroups,
    isAllResolved: open.length === 0 && openGroups.length === 0,
  }
}

function isTaken(id: string, { group }: Atom, groups: StateFile['or_groups']): boolean {
  const choosing = group === null ? null : groups[group]
  if (!choosing) return true
  const { selected, speculative, failed, forced } = choosing
  if (selected !== null) return selected === id
  return speculative && forced === null && !failed.includes(id)
}

function remember(known: Map<string, boolean>, id: string, find: () => boolean): boolean {
  const before = known.get(id)
  if (before !== undefined) return before
  const found = find()
  known.set(id, found)
  return found
}
