const marker = Symbol.for('artoo.error')

export interface ArtooErrorOptions {
  /** The offending option or field, as a path: `limits.modelCalls`. */
  readonly field?: string
  readonly cause?: unknown
}

/**
 * Base of every error that artoo throws. `code` is stable across versions and safe to branch on; `message` says what
 * to do and may change.
 */
export class ArtooError<Code extends string = string> extends Error {
  readonly code: Code
  readonly field: string | undefined

  constructor(code: Code, message: string, options: ArtooErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ArtooError'
    this.code = code
    this.field = options.field
    Object.defineProperty(this, marker, { value: true })
  }

  /** True for an artoo error from any copy of this package, which `instanceof` is not. Never throws. */
  static isInstance(value: unknown): value is ArtooError {
    return errorCode(value) !== undefined
  }
}

/** The code of an artoo error; undefined for whatever else was thrown, a proxy or an object with broken getters included. */
export function errorCode(error: unknown): string | undefined {
  try {
    const { [marker]: isMarked, code } = Object(error)
    return isMarked === true && typeof code === 'string' ? code : undefined
  } catch {
    return undefined
  }
}
