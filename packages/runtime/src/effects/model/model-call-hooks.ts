import type { Message, ModelResponse, ToolCall } from '@artoo/spec'
import type { HookAnswer, HookContext, Hooked } from '../hooks/hook-context.js'

/** A call to a model. */
export interface HookedModelCall {
  readonly modelId: string
  /** The kind of text that is wanted: `plan`, `execution`, `direct`. */
  readonly output: string
  readonly messages: readonly Message[]
  /** Names of the tools that are offered. */
  readonly tools: readonly string[]
}

/** The answer of a model, as it came. */
export interface HookedModelResponse extends Pick<ModelResponse, 'text' | 'toolCalls' | 'finishReason' | 'usage'> {
  readonly modelId: string
  readonly output: string
}

export interface ModelCallHooks {
  /**
   * Called before each call. `{ messages }`: the model is given these instead, for this call alone. `{ refuse: why }`: the call is not made,
   * and the task ends with reason `refused`.
   */
  readonly before?: (
    call: HookedModelCall,
    context: HookContext,
  ) => Hooked<HookAnswer<{ readonly messages: readonly Message[] }>>
  /**
   * Called with each answer, before anybody sees it: what is streamed waits for it. `{ text }`, `{ toolCalls }`: stand in place of the
   * answer's own. `{ refuse: why }`: the answer is thrown away, and the task ends with reason `refused`.
   */
  readonly after?: (
    response: HookedModelResponse,
    context: HookContext,
  ) => Hooked<HookAnswer<{ readonly text?: string; readonly toolCalls?: readonly ToolCall[] }>>
}
