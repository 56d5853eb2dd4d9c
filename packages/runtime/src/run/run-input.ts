import type { Envelope } from '@artoo/bus'
import type { Budget } from '@artoo/llm'
import type { Clock } from '@artoo/spec'
import type { JournalWriter } from '../journal/journal-writer.js'
import type { Limits } from '../journal/limits.js'
import type { OnUnanswered } from '../journal/run-record.js'
import type { AnswerStream } from '../scope/answer-stream.js'
import type { AnyDecider, ReportFailure } from '../scope/decider.js'
import type { Effect } from '../scope/effect.js'
import type { RunScope } from '../scope/run-scope.js'
import type { FollowedSignal } from '../time/follow-signal.js'
import type { RunTime } from '../time/run-time.js'
import type { Past } from './past.js'
import type { RunOptions } from './run-options.js'
import type { StartedRun } from './started-run.js'

/** One run and its circumstances. */
export interface RunInput
  extends Pick<RunOptions<unknown>, 'confirm' | 'confirmAll' | 'clarify' | 'context' | 'permissions'> {
  /** Returns the message that begins it, or throws when the run can't begin. */
  readonly begin: () => unknown
  readonly wordsOf: ((begin: never) => readonly string[]) | undefined
  readonly hearsWords: boolean
  readonly taskId: string
  readonly lineage: RunScope['lineage']
  readonly deciders: readonly AnyDecider[]
  readonly effects: readonly Effect[]
  readonly controller: string
  /** The type of the message to the host that is the result. */
  readonly resultType: string
  readonly reportFailure: ReportFailure | undefined
  /** The caller's signal to stop; released when the run has ended. */
  readonly stop: FollowedSignal
  readonly limits: Limits
  readonly budget: Budget
  readonly time: RunTime
  readonly clock: Clock
  readonly journal: JournalWriter
  /** Epoch of this process. */
  readonly epoch: number
  readonly late: RunScope['late']
  readonly answer: AnswerStream
  readonly portOf: (actor: string) => OpenPort
  readonly parent: StartedRun | undefined
  readonly onUnanswered: OnUnanswered
  /** True when another process can continue the run: then it leaves this one where it would otherwise have to end. */
  readonly resumable: boolean
  /** Answers by the id of a waiting request. */
  readonly answers?: Readonly<Record<string, unknown>> | undefined
  /** The earlier part of a resumed run; null for a new one. */
  readonly past: Past | null
  /** Applied to every text that is kept. */
  readonly redact: ((text: string) => string) | undefined
  readonly redeliver: (message: Envelope) => void
}

/** A port of any actor. */
export interface OpenPort {
  idle(): Promise<void>
  close(): void
}
