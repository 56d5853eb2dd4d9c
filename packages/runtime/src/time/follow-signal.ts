import { ArtooError, errorMessage, onAbort } from '@artoo/spec'

export interface FollowedSignal {
  /** Aborts with the host's signal; unlike that, it is known to work. */
  readonly signal: AbortSignal
  /** Stops following. */
  release(): void
}

/**
 * A signal of our own behind the host's, whose getters and methods may throw.
 *
 * @throws {ArtooError} `invalid_option` when it can't be followed.
 */
export function followSignal(theirs: AbortSignal | undefined): FollowedSignal {
  const controller = new AbortController()
  const { signal } = controller
  if (!theirs) return { signal, release: () => {} }
  const follow = () => controller.abort(reasonOf(theirs))
  try {
    if (!theirs.aborted) return { signal, release: onAbort(theirs, follow) }
  } catch (cause) {
    const message = `signal must be an AbortSignal: give controller.signal (${errorMessage(cause)})`
    throw new ArtooError('invalid_option', message, { field: 'signal', cause })
  }
  follow()
  return { signal, release: () => {} }
}

function reasonOf(theirs: AbortSignal): unknown {
  try {
    return theirs.reason
  } catch {
    return 'the signal gave no reason'
  }
}
