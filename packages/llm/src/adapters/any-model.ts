import { ArtooError, type LanguageModel } from '@artoo/spec'
import type { AiSdkModel } from '../ai-sdk/ai-sdk-model.js'
import { fromAiSdk, isAiSdkModel } from '../ai-sdk/from-ai-sdk.js'

/** A model of the AI SDK as it is, or one that implements artoo's own port. */
export type AnyModel = LanguageModel | AiSdkModel

/** @throws {ArtooError} `invalid_option`, with `field`, for an AI SDK model of a version that is not known. */
export function languageModel(model: AnyModel, field: string): LanguageModel {
  if (!isAiSdkModel(model)) return model
  try {
    return fromAiSdk(model)
  } catch (error) {
    if (!ArtooError.isInstance(error)) throw error
    throw new ArtooError(error.code, `${field}: ${error.message}`, { field, cause: error })
  }
}
