import type { StateFile } from '../state/state-file.js'

export type Decision = 'redirect' | 'stop' | 'complete' | 'continue'

/**
 * What comes first at a decision point: a redirect, then a stop, then the base case.
 *
 * @param isProved Whether the own checks of all that was split have held, as far as a person agreed to them.
 */
export function decide({ control }: Pick<StateFile, 'control'>, isProved: () => boolean): Decision {
  if (control.redirect_requested) return 'redirect'
  if (control.stop_requested) return 'stop'
  const holds = control.last_verdict?.passed === true && !control.last_verdict.tampered
  return holds && isProved() ? 'complete' : 'continue'
}
