import { standingOf } from './standing.js'
import type { StateFile } from './state-file.js'

/** The progress that a person sees. It may stand still while the measure falls. */
export interface LoopProgress {
  /** Parts of the base case that fail; null before it was looked at. */
  readonly failingChecks: number | null
  /** Atoms that are not resolved. */
  readonly openAtoms: number
}

export function progressOf(state: StateFile): LoopProgress {
  const verdict = state.control.last_verdict
  return { failingChecks: verdict?.failures.length ?? null, openAtoms: standingOf(state).open.length }
}
