import type { Envelope } from '@artoo/bus'
import type { RunRecord, SessionTurn } from './run-record.js'

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
 * A line before it has its check. In an event, a long text is replaced by `{ "$blob": hash }`, and its line comes
 * before. `epoch` is that of the process that wrote the line: a whole number, 1 for the process that began the run, one
 * more for each that claimed it.
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
  /** The data that another process needs to continue the run; absent when none can. */
  readonly run?: RunRecord | undefined
}

/**
 * The process that runs the task, and the time until which it is not free: 0 when its process has left it. The first
 * one of an epoch is a claim, later ones renew it.
 */
export interface LeaseLine {
  readonly kind: 'lease'
  readonly epoch: number
  readonly owner: string
  readonly at: number
  readonly until: number
  /** Epoch of the owner that is presumed dead: the claim counts although its lease is not over. */
  readonly takesOver?: number | undefined
  /** In the first line of a later epoch: the check of the last line that its process read. */
  readonly follows?: string | undefined
}

export const journalStates = ['running', 'waiting', 'ended'] as const

/** The state by the last line: `waiting` for a person, in no process. A run that crashed is `running`, too. */
export type JournalState = (typeof journalStates)[number]

export interface JournalledRun {
  readonly taskId: string
  readonly state: JournalState
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  /** The time of its end, in milliseconds since the Unix epoch; absent while it is open, or when the last lines don't have it. */
  readonly endedAt?: number | undefined
  /** Epoch of its owner; absent when the last lines don't have it. */
  readonly epoch?: number | undefined
  /** The conversation that it is a turn of: `run.session` of its first line. */
  readonly session?: SessionTurn | undefined
}

/** A filter of runs. A field that is left out matches all. */
export interface RunFilter {
  readonly state?: JournalState | undefined
  /** The id of a conversation, whose turns are listed. */
  readonly session?: string | undefined
}

// biome-ignore lint/suspicious/noConfusingVoidType: a journal that counts no lines returns nothing.
type LineCount = number | void

/** The store of the logs of runs. A log alone is enough to find out later what happened and why. */
export interface Journal {
  /** True when the content outlives the process, which a task that waits for a person needs. @defaultValue true */
  readonly durable?: boolean | undefined
  /** The folder of its files. @defaultValue it has none */
  readonly directory?: string | undefined
  /** True when `append` rejects with `lease_lost` for lines that would be void, so that a writer need not look before. @defaultValue false */
  readonly fenced?: boolean | undefined
  /**
   * Adds lines to a run's journal, all of them or none; once it resolves they survive the process. Called again only
   * after that. A `start` for a run that exists must reject. Rejecting ends the run, and no more of it is journalled. A
   * fenced journal rejects with `lease_lost` for lines that would be void by the rules of the epochs: their owner has lost the run and
   * does not know it yet.
   * `texts` is the JSON of each line, for a journal that keeps it as it is; by default the JSON is made anew.
   *
   * @returns the number of lines that the run's journal has then, of all writers; `undefined` when it would have to be counted.
   */
  append(taskId: string, lines: readonly JournalLine[], texts?: readonly string[]): Promise<LineCount> | LineCount
  /**
   * Number of lines of a run's journal, of all writers; 0 for an unknown run. A writer calls it before each append, after one that doesn't return
   * it, and before each irreversible call, and reads the journal when the number is unexpected. Cheap as long as no other
   * process writes.
   *
   * @defaultValue the journal is read
   */
  count?(taskId: string): Promise<number> | number
  /**
   * The lines of a run in order, without the first `from`; empty for an unknown run. A line that a crash cut short is left out. Fields keep
   * their order. @defaultValue from 0
   */
  read(taskId: string, from?: number): AsyncIterable<JournalLine>
  /** The runs, in no particular order. */
  list(filter?: RunFilter): AsyncIterable<JournalledRun>
  /** Removes a run's journal. No effect when there is none. */
  remove(taskId: string): Promise<void>
  /** Number of runs that have not ended, and of those that have, without reading them: an end of the last minute may be missed. @defaultValue it doesn't count them */
  counts?(): Promise<{ readonly open: number; readonly ended: number }>
  /** A name for this process as the owner of runs, from an id. @defaultValue the id */
  ownerOf?(id: string): string
  /** Whether the process of that name is dead beyond doubt, so that its leases are over. @defaultValue false: the time of a lease decides */
  isGone?(owner: string): boolean
}

/** A journal that ends with its process. */
export type MemoryJournal = Journal & { readonly durable: false }
