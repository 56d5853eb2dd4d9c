import type { StateFile } from '../state/state-file.js'
import { requiredOpen } from '../state/whole.js'

export type LoopDecision = 'redirect' | 'stop' | 'complete' | 'continue'

/**
 * The order at a decision point: a redirect, then a stop, then the base case with the words that people must give.
 *
 * @param isProved Whether the own checks of all that was split have held, as far as a person agreed to them.
 */
export function decide(state: StateFile, isProved: () => boolean): LoopDecision {
  const { control } = state
  if (control.redirect_requested) return 'redirect'
  if (control.stop_requested) return 'stop'
  const holds = control.last_verdict?.passed === true && !control.last_verdict.tampered
  return holds && requiredOpen(state).length === 0 && isProved() ? 'complete' : 'continue'
}
