/** A round's part for one process: begin a task or take it over, with a name for the world to know it by. */
export interface Command {
  readonly round: number
  readonly directory: string
  readonly steps: readonly string[]
  /** The task and the epoch of the owner that is deemed dead; null for whoever begins. */
  readonly takeOver: { readonly taskId: string; readonly epoch: number } | null
  /** Where it stops itself: once the yes stands in its journal, or in its tool, when it has looked whether the task is its own. */
  readonly stopsAt: 'yes' | 'deed' | null
}

/** A person looks, a payment is made. */
export type Request =
  | { readonly kind: 'look'; readonly n: number; readonly unsure: boolean; readonly fence: number }
  | { readonly kind: 'pay'; readonly n: number; readonly fence: number }

export type FromHost =
  | { readonly kind: 'begun'; readonly round: number; readonly taskId: string }
  | { readonly kind: 'request'; readonly round: number; readonly id: number; readonly request: Request }
  | { readonly kind: 'ended'; readonly round: number; readonly outcome: string }

export type ToHost =
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'answer'; readonly id: number; readonly value: boolean }
