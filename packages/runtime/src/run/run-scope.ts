import type { Budget } from '@artoo/llm'
import type { Clock, ParentRun } from '@artoo/spec'
import type { People } from '../effects/human/people.js'
import type { Limits } from './limits.js'
import type { RunTime } from './run-time.js'

/** One run as its effects see it. A run that is started with it as `parent` is a child of this one. */
export interface RunScope extends ParentRun {
  /** Aborts when the run has ended. */
  readonly signal: AbortSignal
  readonly clock: Clock
  /** What the host gave the run. No model sees it. */
  readonly context: unknown
  readonly limits: Limits
  /** The actor that decides how the run ends. */
  readonly controller: string
  readonly budget: Budget
  readonly time: RunTime
  readonly people: People
  /**
   * Resolves when all that was published so far stands in the journal: an effect begins after that. False when it must not
   * begin, because the run has ended or its journal can't be written.
   */
  mayBegin(): Promise<boolean>
}
