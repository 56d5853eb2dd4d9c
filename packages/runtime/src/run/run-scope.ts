import type { Envelope } from '@artoo/bus'
import type { Budget } from '@artoo/llm'
import type { Clock, ParentRun } from '@artoo/spec'
import type { PermissionMode, Permissions } from '@artoo/tools'
import type { People } from '../effects/human/people.js'
import type { AnswerStream } from './answer-stream.js'
import type { Limits } from './limits.js'
import type { RunContext } from './run-context.js'
import type { RunTime } from './run-time.js'

interface RunMode {
  readonly begun: PermissionMode | undefined
  readonly given: PermissionMode | undefined
}

/** One run as its effects see it. A run that is started with it as `parent` is a child of this one. */
export interface RunScope extends ParentRun {
  /** Aborts when the run has ended. */
  readonly signal: AbortSignal
  readonly clock: Clock
  /** The context as it is now: what the host gave the run, with what people granted since. No model sees it. */
  readonly context: unknown
  /** The same, for the runs that are parts of this one. */
  readonly held: RunContext
  readonly limits: Limits
  /** The actor that decides how the run ends. */
  readonly controller: string
  readonly budget: Budget
  readonly time: RunTime
  readonly people: People
  /** Permissions as data: the run's own, then those of the runs that it is a part of. */
  readonly permissions: readonly Permissions[]
  /** Modes of the run and of those that it is a part of, its own first: the one that it began with, and the one that it was given since. */
  modes(): readonly RunMode[]
  /** The user's own words: what the first run of the line began with, and answers to its questions. */
  words(): readonly string[]
  /** Whether the user's own words name a target. */
  isNamed(target: string): boolean
  /** Takes out of a text what must not be kept. Where a text is cut it has to see the whole: only then no part of that is left. */
  readonly redact: ((text: string) => string) | undefined
  /** What the user reads while it is written. */
  readonly answer: Pick<AnswerStream, 'open'>
  /** What happened before, when the run is gone on with: an effect finds in it what it knew. */
  readonly history: readonly Envelope[]
  /** Ids of its events that a fork made up. */
  readonly edited: ReadonlySet<string>
  /** The one of them that was made up for this process: what it allows has not been done. */
  readonly decidedNow: string | undefined
  /** Text of which the keys of its calls are made: the same when the run is gone on with, or begun anew as a child of the same call. */
  readonly lineage: string
  /**
   * Returns the run as a piece of its work may hand it on. `key` names that piece, and is called when it starts a run: the children of a
   * piece that is done again have the lineages of before.
   */
  part(key: () => string): ParentRun
  /** Whether a call with the idempotency key was allowed in an earlier run that this one repeats. */
  wasAllowed(key: string): boolean
  /** Epoch of this process, from 1: a later owner of the task has a higher one. */
  readonly epoch: number
  /** Ids of requests that an earlier process may have carried out already. */
  readonly unsure: ReadonlySet<string>
  /**
   * Says of a request that nothing is being done about it for the moment, so that a run that waits for a person need not wait for it.
   * The returned function takes that back.
   */
  hold(requestId: string): () => void
  /** Says of a request that it waits for a person who isn't there. When nothing else is left to do, the run waits. */
  park(requestId: string): void
  /**
   * Resolves when all that was published so far stands in the journal: an effect begins after that. False when it must not
   * begin, because the run has ended or its journal can't be written.
   */
  mayBegin(): Promise<boolean>
  /**
   * Resolves to whether the run is still this process's, right before what can't be undone. False when it has ended, or another process
   * has taken it over.
   */
  holds(): Promise<boolean>
  /** Resolves to the events that an earlier owner wrote after the run had been taken over: no part of the run, but evidence. */
  late(): Promise<readonly Envelope[]>
}
