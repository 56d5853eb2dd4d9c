import { type AnyModel, languageModel } from '@artoo/llm'
import type { LanguageModel } from '@artoo/spec'
import type { ModelTier } from './tiers.js'

/** A model, or several of which each stands in for the ones before it while these are down. */
export type ModelChoice = AnyModel | readonly [AnyModel, ...AnyModel[]]

/** One choice for all roles, or one for each tier. */
export type ModelChoices = ModelChoice | Readonly<Record<ModelTier, ModelChoice>>

/** `brain` reasons (R1, R2, R4b), `tool` works fast (R3, R4a) (paper 11.2). */
export type Models = Readonly<Record<ModelTier, LanguageModel>>

/** By tier, the models that stand in for the first, in their order. */
export type Backups = Readonly<Record<ModelTier, readonly LanguageModel[]>>

/** The first choices. @throws {ArtooError} `invalid_option` for an AI SDK model of a version that is not known. */
export function resolveModels(model: ModelChoices): Models {
  const { brain, tool } = chainsOf(model)
  return { brain: brain[0], tool: tool[0] }
}

/** The others. @throws {ArtooError} as `resolveModels` does. */
export function resolveBackups(model: ModelChoices): Backups {
  const { brain, tool } = chainsOf(model)
  return { brain: brain.slice(1), tool: tool.slice(1) }
}

type Chain = readonly [LanguageModel, ...LanguageModel[]]

function chainsOf(model: ModelChoices): Readonly<Record<ModelTier, Chain>> {
  if ('brain' in model) return { brain: chainOf(model.brain, 'model.brain'), tool: chainOf(model.tool, 'model.tool') }
  const one = chainOf(model, 'model')
  return { brain: one, tool: one }
}

function chainOf(choice: ModelChoice, field: string): Chain {
  if (!isList(choice)) return [languageModel(choice, field)]
  const [first, ...others] = choice
  return [
    languageModel(first, `${field}[0]`),
    ...others.map((other, index) => languageModel(other, `${field}[${index + 1}]`)),
  ]
}

const isList = (choice: ModelChoice): choice is readonly [AnyModel, ...AnyModel[]] => Array.isArray(choice)
