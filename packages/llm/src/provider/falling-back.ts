import type { ArtooError, LanguageModel } from '@artoo/spec'
import { wrappedModel } from '../wrapped-model.js'
import { providerErrorOf } from './provider-error-of.js'
import { isPassing } from './retrying.js'

export interface Fallback {
  /** Ids of the model that is down and of the one that is asked in its place. */
  readonly from: string
  readonly to: string
  readonly error: ArtooError
}

/**
 * The first model, and while it is down the next one: after a limit of its rate, an outage or silence that `retrying` has waited for in vain. An error
 * of another kind, such as a key that is refused, is thrown as it is.
 */
export function fallingBack(
  models: readonly [LanguageModel, ...LanguageModel[]],
  onFallback: (fallback: Fallback) => void,
): LanguageModel {
  const [model, ...others] = models
  const [next, ...rest] = others
  if (!next) return model
  const backup = fallingBack([next, ...rest], onFallback)
  return wrappedModel(model, async (request, options) => {
    try {
      return await model.generate(request, options)
    } catch (thrown) {
      const error = providerErrorOf(thrown)
      if (options.signal.aborted || !isPassing(error)) throw error
      onFallback({ from: model.id, to: next.id, error })
      return backup.generate(request, options)
    }
  })
}
