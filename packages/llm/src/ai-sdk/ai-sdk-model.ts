import type { Json } from '@artoo/spec'

/**
 * Any language model of the AI SDK: what `anthropic('…')`, `openai('…')` and their like return. Versions v2 (ai 5), v3
 * (ai 6) and v4 (ai 7) of its specification. Only its shape is known here; no AI SDK package is needed.
 */
export interface AiSdkModel {
  readonly specificationVersion: 'v2' | 'v3' | 'v4'
  readonly provider: string
  readonly modelId: string
  doGenerate(options: never): PromiseLike<unknown>
  doStream(options: never): PromiseLike<unknown>
}

/** The part of the call options that the three versions share and that is used here. */
export interface CallOptions {
  readonly prompt: readonly PromptMessage[]
  readonly maxOutputTokens?: number
  readonly temperature?: number
  readonly seed?: number
  /** Known to version v4 alone. */
  readonly reasoning?: string
  readonly tools?: readonly {
    readonly type: 'function'
    readonly name: string
    readonly description: string
    readonly inputSchema: unknown
  }[]
  readonly toolChoice?: { readonly type: 'auto' | 'none' }
  readonly responseFormat?: { readonly type: 'json'; readonly name: string; readonly schema: unknown }
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, Json>>>>
  readonly abortSignal: AbortSignal
}

export type PromptMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user' | 'assistant'; readonly content: readonly Part[] }
  | { readonly role: 'tool'; readonly content: readonly Part[] }

/** A piece of content, of a prompt, or of a stream; its other fields depend on its type. */
export interface Part {
  readonly type: string
  readonly [field: string]: unknown
}

/** The result of a call, read from a stream or returned at once. */
export interface CallResult {
  readonly content: readonly Part[]
  readonly finishReason: unknown
  readonly usage: unknown
  readonly warnings: readonly unknown[]
  readonly responseId: unknown
  /** The text that holds the output, when the provider says which. */
  readonly structuredOutputText?: unknown
}

export type Fields = Readonly<Record<string, unknown>>

/** The fields of whatever came; none when it is no object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}
