import { type AnyModel, languageModel, type Price } from '@artoo/llm'
import { ArtooError, type LanguageModel } from '@artoo/spec'
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

/**
 * A limit on cost is worth nothing for a model whose price nobody knows.
 *
 * @throws {ArtooError} `invalid_option` naming the price that is missing.
 */
export function assertPriced(models: Models, prices: Readonly<Record<string, Price>>): void {
  for (const { id } of Object.values(models)) {
    if (Object.hasOwn(prices, id)) continue
    const message = `limits.cost needs the price of ${id}: give prices: { '${id}': { input, output } } per million tokens`
    throw new ArtooError('invalid_option', message, { field: `prices.${id}` })
  }
}
