import type { StateFile } from '../state/state-file.js'

export type Decision = 'redirect' | 'stop' | 'complete' | 'continue'

/** What comes first at a decision point: a redirect, then a stop, then the base case. */
export function decide({ control }: Pick<StateFile, 'control'>): Decision {
  if (control.redirect_requested) return 'redirect'
  if (control.stop_requested) return 'stop'
  return control.last_verdict?.passed === true && !control.last_verdict.tampered ? 'complete' : 'continue'
}
