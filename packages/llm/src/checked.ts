import { ArtooError, isPlainData, type Json, type LanguageModel, type ModelResponse } from '@artoo/spec'
import * as z from 'zod'
import { providerErrorOf } from './provider-error-of.js'

/** Characters: no model writes more, only one that doesn't stop. */
export const longestAnswer = 8_000_000

const count = z.number().nonnegative().optional()

const json = z.custom<Json>(isPlainData, 'must be plain data, at most 200 levels deep')

const response = z.object({
  text: z.string().max(longestAnswer),
  toolCalls: z.array(z.object({ id: z.string(), name: z.string(), input: json })).max(1_000),
  finishReason: z.enum(['stop', 'tool_calls', 'length', 'content_filter', 'error', 'other']),
  usage: z
    .object({
      inputTokens: count,
      outputTokens: count,
      cachedInputTokens: count,
      reasoningTokens: count,
      estimated: z.boolean().optional(),
      raw: json.optional(),
    })
    .optional(),
  rawFinishReason: z.string().optional(),
  responseId: z.string().optional(),
  opaque: json.optional(),
})

/**
 * Holds a host's model to the `LanguageModel` contract: it rejects with an `ArtooError` in any case, `ProviderError` for
 * what the provider did, `invalid_model_response` for an answer of a wrong shape.
 */
export function checked(model: LanguageModel): LanguageModel {
  return {
    id: model.id,
    get streams() {
      try {
        return model.streams === true
      } catch {
        return false
      }
    },
    async generate(request, options) {
      let answer: unknown
      try {
        answer = await model.generate(request, options)
      } catch (error) {
        throw providerErrorOf(error)
      }
      return responseOf(model.id, answer)
    },
  }
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
