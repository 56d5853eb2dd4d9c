/** What a provider does when it is asked once, in the words that all versions of the AI SDK's specification share. */
export type Turn =
  | Answer
  /** The call fails at once. */
  | { readonly fails: unknown }
  /** The stream fails halfway, or reports halfway that the provider did. */
  | { readonly breaks: unknown }
  | { readonly reports: unknown }
  | 'ends early'
  | 'hangs'

export interface Answer {
  readonly content: readonly Content[]
  readonly finish?: Finish
  readonly usage?: Usage
  readonly responseId?: string
  /** A setting that the provider says it ignored. */
  readonly ignored?: string
}

type Metadata = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export type Content =
  | { readonly type: 'text' | 'reasoning'; readonly text: string; readonly providerMetadata?: Metadata }
  | { readonly type: 'custom'; readonly kind: string; readonly providerMetadata?: Metadata }
  | {
      readonly type: 'tool-call'
      readonly toolCallId: string
      readonly toolName: string
      readonly input: string
      readonly providerExecuted?: boolean
      readonly providerMetadata?: Metadata
    }

export interface Finish {
  readonly unified: string
  readonly raw?: string
}

export interface Usage {
  readonly input?: number
  readonly output?: number
  readonly cached?: number
  readonly reasoning?: number
}

export const says = (text: string, more: Omit<Answer, 'content'> = {}): Answer => ({
  content: [{ type: 'text', text }],
  ...more,
})

export const usual: Usage = { input: 12, output: 34 }
