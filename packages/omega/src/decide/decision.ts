import type { EndCode, EndStatus } from '../protocol/log-event.js'

/** The next step of a session. */
export type Decision =
  | { readonly action: 'end'; readonly status: EndStatus; readonly code: EndCode; readonly why: string }
  /** Further agents are not expected to change the decision: only the answer is left to be written. */
  | { readonly action: 'spare'; readonly why: string }
  | { readonly action: 'go_on' }
