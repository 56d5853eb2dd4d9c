import type { Json, Message, ModelResponse, ToolCall } from '@artoo/spec'
import * as z from 'zod'

const toolCall = z.custom<ToolCall>((value) => typeof value === 'object' && value !== null)
const message = z.custom<Message>((value) => typeof value === 'object' && value !== null && 'role' in value)

/** Asks for structured output. `key` comes back with the answer. */
export const modelRequest = z.object({
  key: z.string(),
  output: z.string(),
  messages: z.array(message).min(1),
  tools: z.array(z.string()),
})

/** What the provider wants back with the message that repeats this answer. */
const opaque = z.custom<Json>().optional()

/** `value` fits the schema of the requested output. */
export const modelReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), key: z.string(), value: z.unknown(), text: z.string(), opaque }),
  z.object({ kind: z.literal('tool_calls'), key: z.string(), toolCalls: z.array(toolCall), text: z.string(), opaque }),
])

/** `infrastructure`: the provider failed, and nobody's work is to blame. */
export const modelFailure = z.object({
  key: z.string(),
  code: z.string(),
  message: z.string(),
  infrastructure: z.boolean().default(false),
})

const count = z.number().optional()
const failedCall = z.object({ code: z.string(), message: z.string(), status: z.number().nullable() })

/** A call that failed will be made again after a wait. */
export const modelRetry = failedCall.extend({
  role: z.string(),
  key: z.string(),
  modelId: z.string(),
  /** 1 for the first. */
  attempt: z.number().int(),
  delayMs: z.number(),
})

/** One call to a model, repair rounds and failures included: what the log, the usage counts and the traces are made of. */
export const modelCall = z.object({
  role: z.string(),
  key: z.string(),
  modelId: z.string(),
  output: z.string(),
  /** What a repair round added to the requested messages. */
  added: z.array(message),
  durationMs: z.number(),
  /** What the call is billed with; `estimated` when the provider didn't say, as for a call that was cut off. */
  usage: z.object({
    inputTokens: z.number(),
    outputTokens: z.number(),
    cachedInputTokens: count,
    reasoningTokens: count,
    estimated: z.boolean().optional(),
    raw: z.custom<Json>().optional(),
  }),
  /** In the currency of the host's prices; null without a price. */
  cost: z.number().nullable(),
  response: z.custom<ModelResponse>().nullable(),
  error: failedCall.nullable(),
})
