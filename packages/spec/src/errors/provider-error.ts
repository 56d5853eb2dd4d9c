import { ArtooError, errorCode } from './errors.js'

/**
 * `provider_rate_limited` (429), `provider_unavailable` (408, 5xx, no connection, a broken stream),
 * `provider_unauthorized` (401, 403), `provider_rejected` (any other 4xx), `provider_failed` (nobody knows).
 */
export type ProviderErrorCode =
  | 'provider_rate_limited'
  | 'provider_unavailable'
  | 'provider_unauthorized'
  | 'provider_rejected'
  | 'provider_failed'

export interface ProviderErrorOptions {
  /** HTTP status. */
  readonly status?: number | undefined
  /** The delay that the provider asks for, ms. */
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

/** A model's provider could not or would not answer: nobody's fault in the task. */
export class ProviderError extends ArtooError<ProviderErrorCode> {
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined

  constructor(code: ProviderErrorCode, message: string, { status, retryAfterMs, cause }: ProviderErrorOptions = {}) {
    super(code, message, { cause })
    this.name = 'ProviderError'
    // The values may come straight from a response, so they are checked.
    this.status = Number.isInteger(status) ? status : undefined
    this.retryAfterMs = Number.isFinite(retryAfterMs) ? Math.max(0, Number(retryAfterMs)) : undefined
  }

  /** True for a provider error from any copy of this package. Never throws. */
  static override isInstance(value: unknown): value is ProviderError {
    return errorCode(value)?.startsWith('provider_') ?? false
  }
}
