import type { Json } from '../data/plain-data.js'
import type { JsonSchema } from './schema.js'

export interface ToolCall {
  readonly id: string
  readonly name: string
  /** Parsed arguments, not yet validated against the tool's schema. */
  readonly input: unknown
}

export type Message =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant'
      readonly content: string
      readonly toolCalls?: readonly ToolCall[]
      /** The `opaque` of the response that this message repeats, untouched. */
      readonly opaque?: Json | undefined
    }
  | { readonly role: 'tool'; readonly toolCallId: string; readonly name: string; readonly content: string }

/** A tool as a model sees it. */
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

/** The manner of an answer. A provider takes what it knows of it; artoo reads none of it but `maxOutputTokens`. */
export interface ModelSettings {
  readonly temperature?: number | undefined
  /** As the provider names it: `low`, `medium`, `high`. */
  readonly reasoningEffort?: string | undefined
  readonly seed?: number | undefined
  /** The most tokens to answer with, where limits and budget don't grant fewer. */
  readonly maxOutputTokens?: number | undefined
  /** Options of a provider's own, by its name in the AI SDK. They are not kept in a journal. */
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, Json>>>> | undefined
}

export interface ModelRequest {
  readonly messages: readonly Message[]
  readonly tools?: readonly ToolDescriptor[]
  /**
   * `none`: the tools are described because the conversation holds calls of them, and none may be called. Providers refuse such a conversation
   * without its tools, or lose the results. @defaultValue the model decides
   */
  readonly toolChoice?: 'none' | undefined
  readonly output?: OutputFormat
  /** The most tokens to answer with. @defaultValue the provider's own */
  readonly maxOutputTokens?: number | undefined
  /** @defaultValue the provider's own */
  readonly settings?: Omit<ModelSettings, 'maxOutputTokens'> | undefined
}

/** Tokens as a provider reports them; what it doesn't report is left out. */
export interface ReportedUsage {
  readonly inputTokens?: number | undefined
  readonly outputTokens?: number | undefined
  /** The part of `inputTokens` that the provider had in its cache. */
  readonly cachedInputTokens?: number | undefined
  /** The part of `outputTokens` that went into reasoning. */
  readonly reasoningTokens?: number | undefined
  /** The provider didn't say: (a part of) the numbers is artoo's estimate. */
  readonly estimated?: boolean | undefined
  /** Counts that the provider gave and that are none, as `inputTokens: NaN`: they count as not reported. */
  readonly unusable?: readonly string[] | undefined
  /** The provider's own account, untouched. */
  readonly raw?: Json | undefined
}

/** Tokens as artoo bills them. */
export interface TokenUsage extends ReportedUsage {
  readonly inputTokens: number
  readonly outputTokens: number
}

export type FinishReason = 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'error' | 'other'

export interface ModelResponse {
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
  readonly finishReason: FinishReason
  readonly usage?: ReportedUsage | undefined
  /** The provider's own word for `finishReason`. */
  readonly rawFinishReason?: string | undefined
  /** The provider's id of this response. */
  readonly responseId?: string | undefined
  /**
   * Data that the provider needs back with the next request: reasoning, signatures, metadata. No other part reads it.
   */
  readonly opaque?: Json | undefined
}

export interface ModelOptions {
  /** Aborts when the task ends or the call's time is up. A model that ignores it is abandoned, not awaited. */
  readonly signal: AbortSignal
  /** To be called by a model that streams, with each piece of output as it arrives: silence is told from work by it. */
  readonly onProgress?: ((piece: string) => void) | undefined
  /**
   * To be called by a model that streams, beside `onProgress`, with each piece of the text that it answers with, without reasoning and
   * tool calls: users read along. One that leaves it out is read when it has ended.
   */
  readonly onText?: ((piece: string) => void) | undefined
  /** To be called in the same way with each piece of reasoning that a provider shows. */
  readonly onReasoning?: ((piece: string) => void) | undefined
}

/**
 * A language model as artoo sees it: one request in, one response out. Rejects on a transport or provider failure, best
 * with a `ProviderError`.
 */
export interface LanguageModel {
  /** Name for logs, traces and prices, e.g. `openai/gpt-5`. */
  readonly id: string
  /** It calls `onProgress`, so that a silence of its is noticed. @defaultValue false */
  readonly streams?: boolean | undefined
  generate(request: ModelRequest, options: ModelOptions): Promise<ModelResponse>
}
