/** Time as an injected dependency. Milliseconds since the Unix epoch; never runs backwards. */
export interface Clock {
  now(): number
  /** Calls `callback` once after `delayMs`; the returned function cancels it. */
  schedule(delayMs: number, callback: () => void): () => void
}

/**
 * The machine's time, anchored once and advanced by the monotonic timer, so that a corrected wall clock can't make an
 * elapsed time negative. Its timers don't keep a Node process alive.
 */
export function systemClock(): Clock {
  const anchor = Date.now() - performance.now()
  return {
    now: () => Math.floor(anchor + performance.now()),
    schedule(delayMs, callback) {
      const timer: unknown = setTimeout(callback, delayMs)
      unref(timer)
      return () => clearTimeout(timer as number)
    },
  }
}

function unref(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') {
    timer.unref()
  }
}
