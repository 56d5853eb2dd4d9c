const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls `callback` when the signal aborts; the returned function takes that back. However many callbacks wait, the
 * signal carries one listener, so that Node doesn't warn of a leak where there is none.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const callbacks = callbacksOf.get(signal) ?? listen(signal)
  // Wrapped, so that one callback may be registered twice.
  const entry = () => callback()
  callbacks.add(entry)
  return () => {
    callbacks.delete(entry)
    if (callbacks.size === 0) unlisten(signal)
  }
}

const listeners = new WeakMap<AbortSignal, () => void>()

function listen(signal: AbortSignal): Set<() => void> {
  const callbacks = new Set<() => void>()
  const listener = () => {
    unlisten(signal)
    for (const callback of callbacks) callback()
  }
  signal.addEventListener('abort', listener)
  callbacksOf.set(signal, callbacks)
  listeners.set(signal, listener)
  return callbacks
}

function unlisten(signal: AbortSignal): void {
  const listener = listeners.get(signal)
  listeners.delete(signal)
  callbacksOf.delete(signal)
  try {
    if (listener) signal.removeEventListener('abort', listener)
  } catch {
    // A host's own kind of signal: what stays attached to it has nobody left to call.
  }
}

/** Whether a value can be listened to like an `AbortSignal`. A host's object whose getters throw is no signal either. */
export function isAbortSignal(value: unknown): boolean {
  try {
    const { aborted, addEventListener, removeEventListener } = value as AbortSignal
    return [typeof aborted, typeof addEventListener, typeof removeEventListener].join() === 'boolean,function,function'
  } catch {
    return false
  }
}
