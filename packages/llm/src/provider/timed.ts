import { ArtooError, type Clock, deadlineFor, type LanguageModel } from '@artoo/spec'
import type { ErrorCode } from '../error-codes.js'
import { wrappedModel } from '../wrapped-model.js'

export interface TimeLimits {
  readonly clock: Clock
  /** Milliseconds for the whole call. */
  readonly timeoutMs: number
  /** Milliseconds until a streaming model sends its first piece. @defaultValue none */
  readonly firstTokenTimeoutMs?: number | undefined
  /** Milliseconds between two pieces of a streaming model. @defaultValue none */
  readonly idleTimeoutMs?: number | undefined
}

/**
 * The model, each of whose calls is abandoned when its time is up or its signal aborts, whether it heeds that or not:
 * with `model_timeout`, and for a model that streams with `first_token_timeout` or `idle_timeout`.
 */
export function timed(model: LanguageModel, limits: TimeLimits): LanguageModel {
  const { clock, timeoutMs, firstTokenTimeoutMs, idleTimeoutMs } = limits
  return wrappedModel(model, async (request, { signal, onProgress, onText, onReasoning }) => {
    const deadline = deadlineFor(signal, { clock, timeoutMs, code: 'model_timeout' })
    let stopWaiting = () => {}
    const waitFor = (what: string, ms: number | undefined, code: ErrorCode) => {
      stopWaiting()
      if (ms === undefined) return
      stopWaiting = clock.schedule(ms, () => {
        // A model may find out only during the call that it can't stream.
        if (model.streams) deadline.fail(new ArtooError(code, `no ${what} within ${ms} ms`))
      })
    }
    let hasEnded = false
    const progress = (piece: string) => {
      // A model that was abandoned may go on.
      if (hasEnded) return
      waitFor('further output', idleTimeoutMs, 'idle_timeout')
      onProgress?.(piece)
    }
    const untilTheEnd = (listener: (piece: string) => void) => (piece: string) => {
      if (!hasEnded) listener(piece)
    }
    if (model.streams) waitFor('first output', firstTokenTimeoutMs, 'first_token_timeout')
    try {
      const options = {
        ...{ signal: deadline.signal, onProgress: progress },
        ...(onText && { onText: untilTheEnd(onText) }),
        ...(onReasoning && { onReasoning: untilTheEnd(onReasoning) }),
      }
      return await deadline.race(() => model.generate(request, options))
    } finally {
      hasEnded = true
      stopWaiting()
      deadline.release()
    }
  })
}
