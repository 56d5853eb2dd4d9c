import type { Envelope } from '@artoo/bus'
import type { RunRecord, SessionTurn } from '../durable/run-record.js'

/** Version of the lines that are written; a journal of another version is refused. */
export const journalVersion = 2

/** A line of a run's journal, plain JSON. */
export type JournalLine = UncheckedLine & {
  /**
   * First 16 hexadecimal digits of the SHA-256 of the check before it and of the line's JSON without `check` and `text`. The check before it is
   * that of the last line of its epoch; for the first line of a later epoch it is the one that `follows` names; for the first of all it is 0.
   */
  readonly check: string
}

/**
 * A line before it has its check. In an event, a long text stands as `{ "$blob": hash }`, its line comes before. `epoch` is that of
 * the process that wrote the line: a whole number, 1 for the process that began the run, one more for each that claimed it.
 */
export type UncheckedLine =
  | StartLine
  | { readonly kind: 'blob'; readonly epoch: number; readonly hash: string; readonly text: string }
  | { readonly kind: 'event'; readonly epoch: number; readonly event: Envelope }
  | LeaseLine
  | { readonly kind: 'wait'; readonly epoch: number; readonly at: number }
  | { readonly kind: 'end'; readonly epoch: number; readonly at: number }

export interface StartLine {
  readonly kind: 'start'
  readonly epoch: number
  readonly version: number
  readonly taskId: string
  readonly at: number
  /** What going on with the run in another process takes. */
  readonly run?: RunRecord | undefined
}

/**
 * Says which process runs the task, and until when it is not free: 0 when its process has left it. The first of an epoch is a claim,
 * later ones renew it.
 */
export interface LeaseLine {
  readonly kind: 'lease'
  readonly epoch: number
  readonly owner: string
  readonly at: number
  readonly until: number
  /** Epoch of the owner that is deemed dead: the claim counts although its lease is not over. */
  readonly takesOver?: number | undefined
  /** In the first line of a later epoch: the check of the last line that its process read. */
  readonly follows?: string | undefined
}

export const journalStates = ['running', 'waiting', 'ended'] as const

/** By the last line: `waiting` for a person, in no process. `running` is also what a crash leaves behind. */
export type JournalState = (typeof journalStates)[number]

export interface JournalledRun {
  readonly taskId: string
  readonly state: JournalState
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  /** Epoch of its owner, where the last lines tell. */
  readonly epoch?: number | undefined
  /** The conversation that it is a turn of: `run.session` of its first line. */
  readonly session?: SessionTurn | undefined
}

/** Which runs are wanted; all when nothing is said. */
export interface RunFilter {
  readonly state?: JournalState | undefined
  /** The turns of the conversation of that id. */
  readonly session?: string | undefined
}

/** Where the logs of runs go. A log alone is enough to see, later, what happened and why. */
export interface Journal {
  /** What is kept outlives the process: a task that waits for a person needs that. @defaultValue true */
  readonly durable?: boolean | undefined
  /** The folder of its files. @defaultValue it has none */
  readonly directory?: string | undefined
  /**
   * Adds lines to a run's journal, all of them or none; once it resolves they survive the process. Called again only after
   * that. A `start` for a run that is there already must reject. Rejecting ends the run, and no more of it is journalled.
   * `texts` is the JSON of each line, for a journal that keeps it as it is. @defaultValue it is made anew
   */
  append(taskId: string, lines: readonly JournalLine[], texts?: readonly string[]): Promise<void> | void
  /**
   * Number of lines of a run's journal, whoever wrote them; 0 for a run that is not there. A writer calls it before each append and before
   * each irreversible call, and reads the journal when it is another than expected. Cheap as long as nobody else writes.
   *
   * @defaultValue the journal is read
   */
  count?(taskId: string): Promise<number> | number
  /** A run's lines in order; none for a run that is not there. A line that a crash cut short is left out. Fields keep their order. */
  read(taskId: string): AsyncIterable<JournalLine>
  /** The runs, in no particular order. */
  list(filter?: RunFilter): AsyncIterable<JournalledRun>
  /** Removes a run's journal. No effect when there is none. */
  remove(taskId: string): Promise<void>
}

/** A journal that ends with its process. */
export type MemoryJournal = Journal & { readonly durable: false }
