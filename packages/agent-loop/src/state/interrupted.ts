import { atomIn, cut, launchIn, noted, withAtom } from './edits.js'
import type { StateFile } from './state-file.js'

/** Processes in a row that may die while an atom is being worked on, before the atom is held to be the cause. */
export const mostInterruptions = 3

const reason = [
  `the process died ${mostInterruptions} times in a row while this was being worked on.`,
  'Find out why (memory, a signal, the machine), then redirect the loop: any change gives back the attempts of what failed',
].join(' ')

/**
 * A launch whose process died: its attempt is given back. The last of several in a row leaves the atom without attempts, so that
 * it is split or given up, with the reason in its notes.
 */
export function interrupted(state: StateFile, launch: string, at: string): StateFile {
  const { atom: id, role } = launchIn(state, launch)
  const atom = atomIn(state, id)
  const interruptions = atom.interruptions + 1
  const left = cut(state, launch)
  if (interruptions < mostInterruptions) {
    const { attempts, probes } = atom
    const back = role === 'probe' ? { probes: probes - 1 } : { attempts: attempts - 1 }
    return withAtom(left, id, { ...back, interruptions })
  }
  const attempts = Math.max(atom.attempts, state.objective.constraints.max_attempts)
  return {
    ...withAtom(left, id, { attempts, notes: noted(atom, reason) }),
    trail: [...left.trail, { at, epoch: state.epoch, type: 'atom_fail', atom: id, reason }],
  }
}
