import type { StateFile } from '../state/state-file.js'
import { requiredOpen } from '../state/whole.js'

export type Decision = 'redirect' | 'stop' | 'complete' | 'continue'

/** What comes first at a decision point: a redirect, then a stop, then the base case with what people require beside it. */
export function decide(state: StateFile): Decision {
  const { control } = state
  if (control.redirect_requested) return 'redirect'
  if (control.stop_requested) return 'stop'
  const holds = control.last_verdict?.passed === true && !control.last_verdict.tampered
  return holds && requiredOpen(state).length === 0 ? 'complete' : 'continue'
}
