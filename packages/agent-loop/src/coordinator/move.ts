import type { HaltCode } from '../state/state-file.js'
import type { Strategy } from './strategy.js'

/** The next step of the coordinator. Each makes the measure fall, or ends the loop. */
export type Move =
  | { readonly kind: 'launch'; readonly launches: readonly LaunchPlan[] }
  /** Its model is asked for the parts of an atom. */
  | { readonly kind: 'split'; readonly atom: string }
  /** Its model is asked which choice comes next. */
  | { readonly kind: 'choose'; readonly group: string; readonly choices: readonly string[] }
  | { readonly kind: 'backtrack'; readonly group: string; readonly reason: string; readonly commits: readonly string[] }
  /** Its model is asked what is missing. */
  | { readonly kind: 'repair'; readonly reason: string; readonly deadEnd: string | null }
  /** The own checks of what was split are due. */
  | { readonly kind: 'verify' }
  | { readonly kind: 'end'; readonly code: HaltCode; readonly detail: string | null }

export interface LaunchPlan extends Strategy {
  readonly atom: string
}
