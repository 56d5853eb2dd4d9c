import type { publicResult } from '@artoo/insight'

/**
 * A piece of a UI message stream, as the AI SDK (version 6 or newer) reads them. Those with `data-` are ours:
 *
 * - `data-answer-value`: the data of a task whose output is data, as far as it is written.
 * - `data-answer-reset`: texts before it in this message are void, since the answer is written anew.
 * - `data-confirmation`: the call that a person is asked about, beside its tool part; `id` is the call's.
 * - `data-answered`: the question or call of this `id` has its answer.
 */
export type UIChunk =
  | { readonly type: 'start'; readonly messageId: string }
  | { readonly type: 'start-step' | 'finish-step' }
  | { readonly type: `${'text' | 'reasoning'}-${'start' | 'end'}`; readonly id: string }
  | { readonly type: `${'text' | 'reasoning'}-delta`; readonly id: string; readonly delta: string }
  | ({ readonly type: 'tool-input-available'; readonly input: unknown; readonly dynamic: true } & Call & {
        readonly toolName: string
      })
  | ({ readonly type: 'tool-approval-request'; readonly approvalId: string } & Call)
  | ({
      readonly type: 'tool-output-available'
      readonly output: unknown
      readonly dynamic: true
      /** It is the progress of the call; its output follows. */
      readonly preliminary?: true
    } & Call)
  | ({ readonly type: 'tool-output-error'; readonly errorText: string; readonly dynamic: true } & Call)
  | ({ readonly type: 'tool-output-denied' } & Call)
  | { readonly type: 'data-answer-value'; readonly id: string; readonly data: unknown }
  | { readonly type: 'data-answer-reset'; readonly data: Readonly<Record<string, never>> }
  | { readonly type: 'data-confirmation'; readonly id: string; readonly data: Confirmation }
  | { readonly type: 'data-answered'; readonly id: string; readonly data: Readonly<Record<string, never>> }
  | { readonly type: 'finish'; readonly messageMetadata: ChatMetadata }
  | { readonly type: 'abort'; readonly reason: string }
  | { readonly type: 'error'; readonly errorText: string }

/**
 * The ending of a task, in the `metadata` of its message.
 *
 * @example const { messages } = useChat<UIMessage<ChatMetadata, ChatData>>()
 */
export type ChatMetadata =
  | { readonly status: 'waiting' }
  | Pick<ReturnType<typeof publicResult>, 'status' | 'summary' | 'missing' | 'refused' | 'basis' | 'nextMoves'>

/** The data of the parts whose names begin with `data-`. */
export type ChatData = {
  readonly 'answer-value': unknown
  readonly 'answer-reset': Readonly<Record<string, never>>
  readonly confirmation: Confirmation
  readonly answered: Readonly<Record<string, never>>
}

interface Call {
  readonly toolCallId: string
}

/** The things that a person has to see before a yes. Its texts are safe to show. */
export interface Confirmation {
  /** `overwrite notes.txt` */
  readonly action: string
  readonly reason: string
  readonly tool: string
  readonly target: string | null
  /** The lines of a file that would change. */
  readonly diff: string | null
}
