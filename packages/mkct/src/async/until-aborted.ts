import { onAbort } from '@artoo/spec'

/**
 * Resolves to the result of `work`, or to null once the signal aborts. Work that ignores the signal is abandoned, not
 * awaited.
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  let stopListening = () => {}
  const aborted = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null)
    else stopListening = onAbort(signal, () => resolve(null))
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    stopListening()
  }
}

/** Passes `source` on, and throws the signal's reason as soon as it aborts, also while an item is awaited. */
export async function* itemsUntilAborted<T>(
  source: AsyncIterable<T> | Iterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
  try {
    for (;;) {
      const next = await untilAborted(Promise.resolve(iterator.next()), signal)
      signal.throwIfAborted()
      if (!next || next.done) return
      yield next.value
    }
  } finally {
    // Not awaited: a source that is stuck would never answer.
    Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}
