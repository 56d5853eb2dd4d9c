import { onAbort } from './on-abort.js'

interface Host {
  readonly AbortSignal: { readonly any?: typeof AbortSignal.any }
}

/** A signal that aborts with the first of `signals`, for the same reason. Next.js' edge runtime has no `AbortSignal.any`. */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const { AbortSignal } = globalThis as Host
  if (AbortSignal.any) return AbortSignal.any([...signals])
  const first = new AbortController()
  const aborted = signals.find((signal) => signal.aborted)
  if (aborted) first.abort(aborted.reason)
  else
    for (const signal of signals)
      onAbort(
        first.signal,
        onAbort(signal, () => first.abort(signal.reason)),
      )
  return first.signal
}
