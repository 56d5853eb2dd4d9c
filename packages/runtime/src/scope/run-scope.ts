import type { Envelope } from '@artoo/bus'
import type { Budget } from '@artoo/llm'
import type { Clock, ParentRun } from '@artoo/spec'
import type { PermissionMode, Permissions, Vault } from '@artoo/tools'
import type { Limits } from '../journal/limits.js'
import type { People } from '../people/people.js'
import type { RunContext } from '../people/run-context.js'
import type { RunTime } from '../time/run-time.js'
import type { AnswerStream } from './answer-stream.js'

interface RunMode {
  readonly begun: PermissionMode | undefined
  readonly given: PermissionMode | undefined
}

/** One run as its effects see it. A run that is started with it as `parent` is a child of this one. */
export interface RunScope extends ParentRun {
  /** Aborts when the run has ended. */
  readonly signal: AbortSignal
  readonly clock: Clock
  /** The current context: the host's, with the parts that people granted since. It is not sent to a model. */
  readonly context: unknown
  /** The same context, for the runs that are parts of this one. */
  readonly held: RunContext
  readonly limits: Limits
  /** The actor that decides how the run ends. */
  readonly controller: string
  readonly budget: Budget
  readonly time: RunTime
  readonly people: People
  /** Permissions as data: the run's own, then those of the runs that it is a part of. */
  readonly permissions: readonly Permissions[]
  /**
   * Modes of the run and of those that it is a part of, its own first: the initial mode, and a later one, undefined
   * when there is none.
   */
  modes(): readonly RunMode[]
  /** The user's own words: the text that the first run of the line began with, and answers to its questions. */
  words(): readonly string[]
  /** All that the user added while the first run of the line was under way. */
  added(): readonly string[]
  /** Whether the user's own words name a target. */
  isNamed(target: string): boolean
  /**
   * Removes the parts of a text that must not be kept. It has to see a text whole, before it is cut: otherwise a part
   * of those may be left.
   */
  readonly redact: ((text: string) => string) | undefined
  /** The secrets of files, which models don't get. */
  readonly vault: Vault | undefined
  /** The text that the user reads while it is written. */
  readonly answer: Pick<AnswerStream, 'open'>
  /** The events before a resume, from which an effect restores its state; empty for a new run. */
  readonly history: readonly Envelope[]
  /** Ids of its events that a fork replaced. */
  readonly edited: ReadonlySet<string>
  /** The one of them that was replaced for this process: the action that it allows has not been carried out. */
  readonly decidedNow: string | undefined
  /**
   * The text that the keys of its calls are made from: the same after a resume, or when the run begins again as a child
   * of the same call.
   */
  readonly lineage: string
  /**
   * Returns the run as a parent for a piece of its work. `key` names that piece, and is called when the piece starts a
   * run: the children of a piece that is done again have the same lineages.
   */
  part(key: () => string): ParentRun
  /** Whether a call with the idempotency key was allowed in an earlier run that this one repeats. */
  wasAllowed(key: string): boolean
  /** Epoch of this process, from 1: a later owner of the task has a higher one. */
  readonly epoch: number
  /** Ids of requests that an earlier process may have carried out already. */
  readonly unsure: ReadonlySet<string>
  /**
   * Marks a request as idle for the moment, so that a run that waits for a person need not wait for it. The returned
   * function takes that back.
   */
  hold(requestId: string): () => void
  /** Marks a request as waiting for a person who is not available. When no other work is left, the run waits. */
  park(requestId: string): void
  /**
   * Resolves when all published events are in the journal: an effect begins after that. False when it must not begin,
   * because the run has ended or its journal can't be written.
   */
  mayBegin(): Promise<boolean>
  /**
   * Resolves to whether this process still owns the run; call it right before an irreversible action. False when the
   * run has ended, or another process has taken it over.
   */
  holds(): Promise<boolean>
  /**
   * Resolves to the events that an earlier owner wrote after the run had been taken over: not part of the run, but
   * evidence.
   */
  late(): Promise<readonly Envelope[]>
}
