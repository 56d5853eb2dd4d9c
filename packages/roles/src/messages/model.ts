import type { Message, ModelResponse, ToolCall } from '@artoo/spec'
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

/** `value` fits the schema of the requested output. */
export const modelReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), key: z.string(), value: z.unknown(), text: z.string() }),
  z.object({ kind: z.literal('tool_calls'), key: z.string(), toolCalls: z.array(toolCall), text: z.string() }),
])

export const modelFailure = z.object({ key: z.string(), code: z.string(), message: z.string() })

/** One call to a model, repair rounds included: what the log, the usage counts and the traces are made of. */
export const modelCall = z.object({
  role: z.string(),
  key: z.string(),
  modelId: z.string(),
  output: z.string(),
  /** What a repair round added to the requested messages. */
  added: z.array(message),
  durationMs: z.number(),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
  response: z.custom<ModelResponse>().nullable(),
  error: z.string().nullable(),
})
