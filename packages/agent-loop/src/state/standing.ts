import { type FlowPlace, flowOf, placesOf } from './flow.js'
import type { Atom, OrGroup, StateFile } from './state-file.js'

/** The status of every atom and group. */
export interface GraphStanding {
  /** It has to be resolved as things are chosen now: not a choice that was not taken, nor a part of one, nor built on one. */
  isActive(atomOrGroup: string): boolean
  /** It would be active if it were taken. */
  isWanted(choice: string): boolean
  isResolved(atomOrGroup: string): boolean
  /** All that it waits for is resolved. */
  isReached(atom: string): boolean
  /** A sub-agent could go to work on it. */
  isReady(atom: string): boolean
  /** Active and not resolved, with no part that has to be done first. */
  readonly open: readonly string[]
  /** Groups that have to be decided, as things are chosen now. */
  readonly openGroups: readonly string[]
  /** Active atoms that were split, whose own checks a person agreed to and which have not held yet. */
  readonly unproved: readonly string[]
  /** The atoms whose parts are done and whose check was not run. */
  readonly due: readonly string[]
  /** True when no work is left. */
  readonly isAllResolved: boolean
}

type Nodes = Pick<StateFile, 'atoms' | 'or_groups'>

/** @param order All places of the graph, each behind what leads to it. */
export function standingOf(state: Nodes, order: readonly FlowPlace[] = placesOf(flowOf(state))): GraphStanding {
  const { atoms, or_groups: groups } = state
  const wanted = new Set<string>()
  const active = new Set<string>()
  /** The atoms on which others can build; an atom that races is not among them yet. */
  const ground = new Set<string>()
  const reached = new Set<string>()

  const resolved = new Set<string>()
  const unproved: string[] = []
  /** The atoms whose parts are done. */
  const whole = new Set<string>()

  const isGroup = (id: string) => Object.hasOwn(groups, id)
  const isDecided = (group: string) => resolved.has(groups[group]?.selected ?? '')
  const isResolved = (id: string) => (isGroup(id) ? isDecided(id) : resolved.has(id))

  function enter(id: string): void {
    const atom = atoms[id] as Atom
    const { deps, parent, status } = atom
    if (deps.every(isResolved) && (parent === null || reached.has(parent))) reached.add(id)
    const isGrounded = deps.every((dep) => ground.has(dep)) && (parent === null || ground.has(parent))
    if (status === 'abandoned' || !isGrounded) return
    wanted.add(id)
    if (!isTaken(id, atom, state)) return
    active.add(id)
    if (atom.group === null || groups[atom.group]?.selected === id) ground.add(id)
  }

  function leave(id: string): void {
    if (isGroup(id)) {
      if (!isWantedGroup(id)) return
      active.add(id)
      ground.add(id)
      return
    }
    const { children, status, agreed } = atoms[id] as Atom
    // A part that is no longer wanted blocks nothing.
    const isDone = (part: string) => {
      const group = atoms[part]?.group
      return group ? isDecided(group) || !isWantedGroup(group) : resolved.has(part) || !active.has(part)
    }
    const isWhole = children.every(isDone)
    const needsProof = children.length === 0 || agreed
    if (isWhole && (!needsProof || status === 'resolved')) resolved.add(id)
    else if (children.length > 0 && agreed && active.has(id)) {
      unproved.push(id)
      if (isWhole) whole.add(id)
    }
  }

  const isWantedGroup = (group: string) => groups[group]?.choices.some((choice) => wanted.has(choice)) === true

  for (const { id, isEntry } of order) {
    if (isEntry) enter(id)
    else leave(id)
  }
  const open = Object.keys(atoms).filter((id) => {
    const { children, status } = atoms[id] as Atom
    return children.length === 0 ? status !== 'resolved' && active.has(id) : whole.has(id)
  })
  const openGroups = Object.keys(groups).filter((id) => active.has(id) && !isResolved(id))
  return {
    isActive: (id) => active.has(id),
    isWanted: (id) => wanted.has(id),
    isResolved,
    isReached: (id) => reached.has(id),
    isReady(id) {
      const atom = atoms[id]
      return atom?.status === 'pending' && atom.children.length === 0 && active.has(id) && reached.has(id)
    },
    open,
    openGroups,
    unproved,
    due: unproved.filter((id) => whole.has(id) && reached.has(id) && atoms[id]?.status !== 'failed'),
    isAllResolved: open.length === 0 && openGroups.length === 0,
  }
}

function isTaken(id: string, { group: name }: Atom, state: Nodes): boolean {
  if (name === null) return true
  const group = state.or_groups[name] as OrGroup
  return group.selected === null ? isRace(state, group) && !group.failed.includes(id) : group.selected === id
}

/** Its choices are tried at once; but what was split is worth a turn of its own. */
export function isRace({ atoms }: Nodes, { speculative, forced, selected, choices }: OrGroup): boolean {
  return speculative && forced === null && selected === null && choices.every((id) => atoms[id]?.children.length === 0)
}
