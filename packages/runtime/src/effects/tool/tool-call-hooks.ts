import type { HookAnswer, HookContext, Hooked } from '../hooks/hook-context.js'
import type { ToolCallRecord } from './tool-contracts.js'

/** A tool call that a model wants. */
export type HookedToolCall = Pick<ToolCallRecord, 'tool' | 'attempt'> & {
  /** Unique in the run. */
  readonly callId: string
  readonly input: unknown
}

export interface ToolCallHooks {
  /**
   * Called before the call is judged. `{ input }`: the call is made with that input instead, and passes schema, rules and gate like any
   * other. `{ refuse: why }`: it is refused, and the model is told why.
   */
  readonly before?: (call: HookedToolCall, context: HookContext) => Hooked<HookAnswer<{ readonly input: unknown }>>
  /**
   * Called with what came of the call, also of a refused one. `{ output }`: the model, the judges and the journal have that text in
   * place of the call's own.
   */
  readonly after?: (
    result: Readonly<ToolCallRecord>,
    context: HookContext,
  ) => Hooked<{ readonly output: string } | undefined>
}
