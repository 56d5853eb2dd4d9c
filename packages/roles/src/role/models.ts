import { type AnyModel, languageModel } from '@artoo/llm'
import type { LanguageModel } from '@artoo/spec'
import type { ModelTier } from './tiers.js'

/** `brain` reasons (R1, R2, R4b), `tool` works fast (R3, R4a) (paper 11.2). */
export type Models = Readonly<Record<ModelTier, LanguageModel>>

/** @throws {ArtooError} `invalid_option` for an AI SDK model of a version that is not known. */
export function resolveModels(model: AnyModel | Readonly<Record<ModelTier, AnyModel>>): Models {
  if (!('brain' in model)) {
    const one = languageModel(model, 'model')
    return { brain: one, tool: one }
  }
  return { brain: languageModel(model.brain, 'model.brain'), tool: languageModel(model.tool, 'model.tool') }
}
