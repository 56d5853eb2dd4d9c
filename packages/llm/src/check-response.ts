import { ArtooError, type ModelResponse } from '@artoo/spec'
import * as z from 'zod'

const count = z.number().nonnegative()

const response = z.object({
  text: z.string(),
  toolCalls: z.array(z.object({ id: z.string(), name: z.string(), input: z.unknown() })),
  usage: z.object({ inputTokens: count, outputTokens: count }),
  finishReason: z.enum(['stop', 'tool_calls', 'length', 'content_filter', 'error', 'other']),
})

/** Holds a host's model to the `LanguageModel` contract. @throws {ArtooError} `invalid_model_response` */
export function checkResponse(modelId: string, value: unknown): ModelResponse {
  const parsed = response.safeParse(value)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.') || 'response'
  throw new ArtooError('invalid_model_response', `${modelId} answered with a wrong ${field}`, {
    field,
    cause: parsed.error,
  })
}
