import type { Envelope } from '@artoo/bus'

/** Of what is written; a journal of another version is refused. */
export const journalVersion = 1

/** A line of a run's journal, plain JSON. In an event, a long text stands as `{ "$blob": hash }`, its line comes before. */
export type JournalLine =
  | { readonly kind: 'start'; readonly version: number; readonly taskId: string; readonly at: number }
  | { readonly kind: 'blob'; readonly hash: string; readonly text: string }
  | { readonly kind: 'event'; readonly event: Envelope }
  | { readonly kind: 'end'; readonly at: number }

/** `running` is also what a crash leaves behind. */
export type JournalState = 'running' | 'ended'

export interface JournalledRun {
  readonly taskId: string
  readonly state: JournalState
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
}

/** Where the logs of runs go. A log alone is enough to see, later, what happened and why. */
export interface Journal {
  /**
   * Adds lines to a run's journal, all of them or none; once it resolves they survive the process. Called again only after
   * that. A `start` for a run that is there already must reject. Rejecting ends the run, and no more of it is journalled.
   */
  append(taskId: string, lines: readonly JournalLine[]): Promise<void> | void
  /** A run's lines in order; none for a run that is not there. A line that a crash cut short is left out. */
  read(taskId: string): AsyncIterable<JournalLine>
  /** The runs, in no particular order. */
  list(filter?: { readonly state?: JournalState | undefined }): AsyncIterable<JournalledRun>
  /** Removes a run's journal. No effect when there is none. */
  remove(taskId: string): Promise<void>
}
