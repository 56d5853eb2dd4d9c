/** The circumstances of a call that a hook is told of. */
export interface HookContext {
  readonly taskId: string
  /** The actor whose call it is: `R3` is the executor. */
  readonly role: string
  /** The run's `context`, with the parts that people granted. */
  readonly context: unknown
  /** Aborts when the run ends, or after `limits.hookTimeoutMs`. */
  readonly signal: AbortSignal
}

/** The answer of a hook that may amend or refuse; nothing lets the call be. */
export type HookAnswer<Amended> = Amended | { readonly refuse: string } | undefined
// biome-ignore lint/suspicious/noConfusingVoidType: a hook that only looks on returns nothing
export type Hooked<T> = T | void | PromiseLike<T | void>
