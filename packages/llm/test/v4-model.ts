/**
 * A language model by version 4 of the AI SDK's specification, written by hand because its packages need Node 22. Only
 * the fields that matter here are typed.
 */
export interface V4Model {
  readonly specificationVersion: 'v4'
  readonly provider: string
  readonly modelId: string
  readonly supportedUrls: Record<string, RegExp[]>
  doGenerate(options: V4CallOptions): PromiseLike<V4Result>
  doStream(options: V4CallOptions): PromiseLike<{ stream: ReadableStream<V4StreamPart> }>
}

type Metadata = Record<string, Record<string, unknown>>

interface Described {
  providerOptions?: Metadata
}

export type V4Message =
  | { role: 'system'; content: string }
  | { role: 'user'; content: ({ type: 'text'; text: string } & Described)[] }
  | {
      role: 'assistant'
      content: (
        | ({ type: 'text' | 'reasoning'; text: string } & Described)
        | ({ type: 'custom'; kind: string } & Described)
        | ({ type: 'tool-call'; toolCallId: string; toolName: string; input: unknown } & Described)
      )[]
    }
  | {
      role: 'tool'
      content: { type: 'tool-result'; toolCallId: string; toolName: string; output: { type: 'text'; value: string } }[]
    }

export interface V4CallOptions {
  prompt: V4Message[]
  maxOutputTokens?: number
  tools?: { type: 'function'; name: string; description?: string; inputSchema: unknown }[]
  toolChoice?: { type: 'auto' | 'none' | 'required' }
  responseFormat?: { type: 'text' } | { type: 'json'; name?: string; schema?: unknown }
  providerOptions?: Metadata
  abortSignal?: AbortSignal
}

export interface V4FinishReason {
  unified: 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other' | 'interrupted'
  raw: string | undefined
}

export interface V4Usage {
  inputTokens: {
    total: number | undefined
    noCache: number | undefined
    cacheRead: number | undefined
    cacheWrite: number | undefined
  }
  outputTokens: { total: number | undefined; text: number | undefined; reasoning: number | undefined }
  raw?: Record<string, unknown>
}

type V4Warning = { type: 'unsupported'; feature: string } | { type: 'other'; message: string }

type V4Whole =
  | {
      type: 'tool-call'
      toolCallId: string
      toolName: string
      input: string
      providerExecuted?: boolean
      providerMetadata?: Metadata
    }
  | { type: 'custom'; kind: string; providerMetadata?: Metadata }

export type V4Content =
  | { type: 'text'; text: string; citations?: unknown[]; providerMetadata?: Metadata }
  | { type: 'reasoning'; text: string; providerMetadata?: Metadata }
  | V4Whole

export interface V4Result {
  content: V4Content[]
  finishReason: V4FinishReason
  usage: V4Usage
  warnings: V4Warning[]
  response?: { id?: string }
}

export type V4StreamPart =
  | V4Whole
  | { type: 'stream-start'; warnings: V4Warning[] }
  | { type: 'response-metadata'; id?: string }
  | { type: 'ping' }
  | { type: 'text-start' | 'reasoning-start' | 'reasoning-end'; id: string; providerMetadata?: Metadata }
  | { type: 'text-end'; id: string; citations?: unknown[]; providerMetadata?: Metadata }
  | { type: 'text-delta' | 'reasoning-delta'; id: string; delta: string; providerMetadata?: Metadata }
  | { type: 'tool-input-start'; id: string; toolName: string }
  | { type: 'tool-input-delta'; id: string; delta: string }
  | { type: 'tool-input-end'; id: string }
  | { type: 'finish'; usage: V4Usage; finishReason: V4FinishReason; providerMetadata?: Metadata }
  | { type: 'error'; error: unknown }

const notImplemented = () => Promise.reject(new Error('Not implemented'))

export function v4Model({
  provider = 'acme.chat',
  modelId = 'model-1',
  doGenerate = notImplemented,
  doStream = notImplemented,
}: Partial<V4Model>): V4Model {
  return { specificationVersion: 'v4', provider, modelId, supportedUrls: {}, doGenerate, doStream }
}
