import type { Envelope } from '@artoo/bus'
import type { RunRecord, SessionTurn } from '../durable/run-record.js'

/** Of what is written; a journal of another version is refused. */
export const journalVersion = 1

/** A line of a run's journal, plain JSON. In an event, a long text stands as `{ "$blob": hash }`, its line comes before. */
export type JournalLine =
  | StartLine
  | { readonly kind: 'blob'; readonly hash: string; readonly text: string }
  | { readonly kind: 'event'; readonly event: Envelope }
  | LeaseLine
  | { readonly kind: 'wait'; readonly at: number }
  | { readonly kind: 'end'; readonly at: number }

export interface StartLine {
  readonly kind: 'start'
  readonly version: number
  readonly taskId: string
  readonly at: number
  /** What going on with the run in another process takes. */
  readonly run?: RunRecord | undefined
}

/** Says who runs the task, and until when nobody else may: 0 when its process has left it. */
export interface LeaseLine {
  readonly kind: 'lease'
  readonly owner: string
  readonly at: number
  readonly until: number
  /** Of whoever had it before, with or without their consent. */
  readonly takesOver?: boolean | undefined
}

export const journalStates = ['running', 'waiting', 'ended'] as const

/** By the last line: `waiting` for a person, in no process. `running` is also what a crash leaves behind. */
export type JournalState = (typeof journalStates)[number]

export interface JournalledRun {
  readonly taskId: string
  readonly state: JournalState
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
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
   */
  append(taskId: string, lines: readonly JournalLine[]): Promise<void> | void
  /** A run's lines in order; none for a run that is not there. A line that a crash cut short is left out. */
  read(taskId: string): AsyncIterable<JournalLine>
  /** The runs, in no particular order. */
  list(filter?: RunFilter): AsyncIterable<JournalledRun>
  /** Removes a run's journal. No effect when there is none. */
  remove(taskId: string): Promise<void>
}

/** A journal that ends with its process. */
export type MemoryJournal = Journal & { readonly durable: false }
