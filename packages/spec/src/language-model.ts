import type { JsonSchema } from './schema.js'

export interface ToolCall {
  readonly id: string
  readonly name: string
  /** Parsed arguments, not yet validated against the tool's schema. */
  readonly input: unknown
}

export type Message =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly toolCallId: string; readonly name: string; readonly content: string }

/** What a model is told about a tool. */
export interface ToolDescriptor {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
}

/** The JSON that the final text must hold; a model may use it for constrained decoding. */
export interface OutputFormat {
  readonly name: string
  readonly schema: JsonSchema
}

export interface ModelRequest {
  readonly messages: readonly Message[]
  readonly tools?: readonly ToolDescriptor[]
  readonly output?: OutputFormat
}

export interface TokenUsage {
  readonly inputTokens: number
  readonly outputTokens: number
}

export type FinishReason = 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'error' | 'other'

export interface ModelResponse {
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
  readonly usage: TokenUsage
  readonly finishReason: FinishReason
}

export interface ModelOptions {
  /** Aborts when the task ends or the call's time is up. A model that ignores it is abandoned, not awaited. */
  readonly signal: AbortSignal
}

/** A language model as artoo sees it: one request in, one response out. Rejects on a transport or provider failure. */
export interface LanguageModel {
  /** Name for logs and traces, e.g. `openai/gpt-5`. */
  readonly id: string
  generate(request: ModelRequest, options: ModelOptions): Promise<ModelResponse>
}
