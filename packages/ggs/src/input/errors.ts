const marker = Symbol.for('artoo.error')

export type GgsErrorCode =
  | 'invalid_option'
  | 'invalid_hyperparameter'
  | 'invalid_observation'
  | 'invalid_profile'
  | 'invalid_state'
  | 'invalid_input'
  | 'acceptance_mismatch'
  | 'inconsistent_decision'
  | 'task_ended'

export interface GgsErrorOptions {
  /** The offending value, as a path: `outcomes[0].criteria[1].attempts`. */
  readonly field: string
}

/**
 * Every error that this package throws. `code` is stable across versions and safe to branch on. It carries the same
 * marker as `ArtooError`, so `ArtooError.isInstance` recognises it although this package depends on nothing.
 */
export class GgsError extends Error {
  readonly code: GgsErrorCode
  readonly field: string

  constructor(code: GgsErrorCode, message: string, options: GgsErrorOptions) {
    super(message)
    this.name = 'GgsError'
    this.code = code
    this.field = options.field
    Object.defineProperty(this, marker, { value: true })
  }
}
