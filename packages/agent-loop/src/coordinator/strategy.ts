import { sha256 } from '@artoo/spec'
import { briefOf } from '../state/brief.js'
import { entryOf, exitOf, type Flow } from '../state/flow.js'
import type { StateFile } from '../state/state-file.js'

/** The next attempt at an atom. `key` identifies it: none is tried twice in an epoch. */
export interface Strategy {
  readonly role: 'probe' | 'worker'
  readonly key: string
}

/**
 * New evidence is tried again; without any, a probe looks for some. Null: with what is known, nothing is left to try with the
 * atom as it is.
 */
export function strategyFor(state: StateFile, flow: Flow, id: string): Strategy | null {
  const { max_attempts, max_probes } = state.objective.constraints
  const atom = state.atoms[id]
  if (!atom || atom.attempts >= max_attempts) return null
  const digest = inputDigest(state, flow, id)
  const untried = (role: Strategy['role']): Strategy | null => {
    const key = `${id}:${role}:${digest}`
    return state.strategies_tried.includes(key) ? null : { role, key }
  }
  const probe = atom.probes < max_probes ? untried('probe') : null
  const isUnknown = atom.explore && atom.attempts === 0 && atom.probes === 0
  return isUnknown && probe ? probe : (untried('worker') ?? probe)
}

/** The atom that a strategy was for. */
export const atomOfKey = (key: string): string => key.slice(0, key.indexOf(':'))

/** A digest of the brief, the choices on which its ground rests, and the repairs that are left. */
function inputDigest(state: StateFile, flow: Flow, id: string): string {
  const input = JSON.stringify([briefOf(state, id), choicesBefore(state, flow, id), state.control.repairs_left])
  return sha256(input).slice(0, 16)
}

function choicesBefore(state: StateFile, { previous }: Flow, id: string): readonly string[] {
  const groups = Object.entries(state.or_groups)
  if (groups.length === 0) return []
  const seen = new Set([entryOf(id)])
  for (const place of seen) for (const before of previous.get(place) ?? []) seen.add(before)
  return groups.flatMap(([group, { selected }]) =>
    selected !== null && seen.has(exitOf(group)) ? [`${group}=${selected}`] : [],
  )
}
