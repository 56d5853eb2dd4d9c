import {
  ArtooError,
  isPlainData,
  type Json,
  type LanguageModel,
  type ModelResponse,
  plainDataLimits,
  plainDataProblem,
  type ReportedUsage,
} from '@artoo/spec'
import * as z from 'zod'
import { soundUsage } from '../usage/sound-usage.js'
import { wrappedModel } from '../wrapped-model.js'
import { providerErrorOf } from './provider-error-of.js'

/** Characters: no model writes more, only one that doesn't stop. */
export const longestAnswer = 8_000_000

const json = z.custom<Json>(isPlainData, 'must be plain data, at most 200 levels deep')

/**
 * The input of a tool call. What is too large to be handed around is replaced by words that say so, which no tool's schema takes: the call is
 * refused, and the model may make a smaller one.
 */
const toolInput = z
  .unknown()
  .transform((input) => (plainDataProblem(input) === 'too_large' ? tooLarge : input))
  .pipe(json)

const tooLarge = `(an input of more than ${plainDataLimits.entries} fields and items, left out)`

/** A provider's account of tokens can't fail a call that it answered: what is no account counts as none. */
const usage = z.unknown().transform((given): ReportedUsage | undefined => {
  if (given === undefined || given === null) return undefined
  if (typeof given !== 'object') return { unusable: [`usage: a ${typeof given}`] }
  const account = Object.fromEntries(Object.entries(given).filter(([name, value]) => isOfAccount(name, value)))
  return soundUsage(account)
})

const accountParts: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...{ inputTokens: () => true, outputTokens: () => true, cachedInputTokens: () => true, reasoningTokens: () => true },
  estimated: (value) => typeof value === 'boolean',
  unusable: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  raw: isPlainData,
}

function isOfAccount(name: string, value: unknown): boolean {
  return Object.hasOwn(accountParts, name) && (value === undefined || accountParts[name]?.(value) === true)
}

const response = z.object({
  text: z.string().max(longestAnswer),
  toolCalls: z.array(z.object({ id: z.string(), name: z.string(), input: toolInput })).max(1_000),
  finishReason: z.enum(['stop', 'tool_calls', 'length', 'content_filter', 'error', 'other']),
  usage: usage.optional(),
  rawFinishReason: z.string().optional(),
  responseId: z.string().optional(),
  opaque: json.optional(),
})

/**
 * Holds a host's model to the `LanguageModel` contract: it rejects with an `ArtooError` in any case, `ProviderError` for
 * what the provider did, `invalid_model_response` for an answer of a wrong shape.
 */
export function checked(model: LanguageModel): LanguageModel {
  return wrappedModel(model, async (request, options) => {
    let answer: unknown
    try {
      answer = await model.generate(request, options)
    } catch (error) {
      throw providerErrorOf(error)
    }
    return responseOf(model.id, answer)
  })
}

function responseOf(modelId: string, value: unknown): ModelResponse {
  const parsed = response.safeParse(value)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.') || 'response'
  throw new ArtooError('invalid_model_response', `${modelId} answered with a wrong ${field}`, {
    field,
    cause: parsed.error,
  })
}
