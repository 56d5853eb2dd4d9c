import { type ArtooError, type Clock, type LanguageModel, ProviderError, within } from '@artoo/spec'
import { wrappedModel } from '../wrapped-model.js'
import { providerErrorOf } from './provider-error-of.js'

export interface RetryOptions {
  readonly clock: Clock
  /** The number of retries of a call. */
  readonly retries: number
  /** Between 0 and 1, for the jitter. @defaultValue Math.random */
  readonly random?: () => number
  /** Milliseconds that may still be waited; a provider that asks for longer is given up at once. @defaultValue any */
  readonly patienceMs?: () => number
  /** Called before each wait. */
  readonly onRetry?: (retry: Retry) => void
}

export interface Retry {
  /** 1 for the first. */
  readonly attempt: number
  readonly delayMs: number
  readonly error: ArtooError
}

const firstDelayMs = 1_000
const longestDelayMs = 30_000

/** Weather, which passes: the same request may succeed a little later. */
const passing: readonly string[] = [
  'provider_rate_limited',
  'provider_unavailable',
  'model_timeout',
  'first_token_timeout',
  'idle_timeout',
]

export const isPassing = ({ code }: ArtooError): boolean => passing.includes(code)

/**
 * The model, asked again when the weather is bad: on 408, 429, 5xx, a network error, a broken stream or silence. Waits
 * as long as the provider asks (`retry-after`, and up to 0.5 s more at random), otherwise 1 s, 2 s, 4 s, … up to 30 s, less up to half of it at random.
 * Gives up with the last error.
 */
export function retrying(model: LanguageModel, options: RetryOptions): LanguageModel {
  const { clock, retries, random = Math.random, patienceMs = () => Infinity, onRetry } = options
  return wrappedModel(model, async (request, callOptions) => {
    const { signal } = callOptions
    for (let attempt = 1; ; attempt++) {
      try {
        return await model.generate(request, callOptions)
      } catch (thrown) {
        const error = providerErrorOf(thrown)
        if (signal.aborted || attempt > retries || !isPassing(error)) throw error
        const delayMs = delayFor(error, attempt, random)
        if (delayMs >= patienceMs()) throw error
        onRetry?.({ attempt, delayMs, error })
        await wait(delayMs, clock, signal)
      }
    }
  })
}

function delayFor(error: ArtooError, attempt: number, random: () => number): number {
  const asked = ProviderError.isInstance(error) ? error.retryAfterMs : undefined
  // Adds a random delay, so that calls that were refused together do not come back together.
  if (asked !== undefined) return Math.round(asked + (random() * firstDelayMs) / 2)
  const longest = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1))
  return Math.round(longest * (1 - random() / 2))
}

async function wait(delayMs: number, clock: Clock, signal: AbortSignal): Promise<void> {
  let cancel = () => {}
  const passed = () =>
    new Promise<void>((resolve) => {
      cancel = clock.schedule(delayMs, resolve)
    })
  await within(signal, undefined, passed).finally(() => cancel())
}
