import type { Contracts, EnvelopeOf, MessageFrom, Notice, PayloadOf, Tap, TapOptions } from '@artoo/bus'
import type { Price } from '@artoo/llm'
import type { Clock, IdGenerator } from '@artoo/spec'
import type { Interrupted } from '../durable/interrupted.js'
import type { Task, TaskState } from '../durable/tasks.js'
import type { Journal } from '../journal/journal.js'
import type { Redact } from '../journal/redact.js'
import type { Effect } from '../scope/effect.js'
import type { System } from '../scope/system.js'
import type { RunHandle, WaitingRunHandle } from './run-handle.js'
import type { ForkOptions, ResumeOptions, RunOptions, TurnOptions } from './run-options.js'

export interface RuntimeOptions<
  C extends Contracts,
  Controller extends string,
  Result extends keyof C & string,
  J extends Journal | undefined = Journal | undefined,
> {
  readonly system: System<C, Controller, Result>
  /** The effects, which answer the requests of its deciders. */
  readonly effects: readonly Effect[]
  /** @defaultValue none; events can still be read from the run handle */
  readonly journal?: J | undefined
  /** Applied to every text before it is journalled, and to a whole text before it is cut. A throw ends the run. @defaultValue every text is kept */
  readonly redact?: Redact | undefined
  /** Facts to compare at a resume beside those of the effects, plain data by name: model ids. @defaultValue none */
  readonly facts?: Readonly<Record<string, unknown>> | undefined
  /** Per million tokens, by model id; needed for `limits.cost`. @defaultValue none */
  readonly prices?: Readonly<Record<string, Price>> | undefined
  /** @defaultValue the system's time */
  readonly clock?: Clock | undefined
  /** @defaultValue UUIDv7 */
  readonly ids?: IdGenerator | undefined
  /**
   * Milliseconds without a sign of life from a task's process until another process may take the task.
   *
   * @defaultValue 30_000
   */
  readonly leaseMs?: number | undefined
}

/**
 * Runs one system any number of times, side by side. `Else` is the type of outcomes beside the result: `never` when its
 * journal, if any, ends with the process.
 */
export interface Runtime<C extends Contracts, Result extends keyof C & string, Else = Interrupted> {
  /** The clock of all runs: the host's, with the system's as fallback. */
  readonly clock: Clock
  /**
   * Starts a run.
   *
   * @throws {ArtooError} `invalid_option` for a wrong decider, signal, parent or limit, or for `wait` without a journal that
   * outlives the process; `closed` after `close()`.
   */
  run(
    options: RunOptions<MessageFrom<C, 'host'>> & { readonly onUnanswered: 'wait' },
  ): WaitingRunHandle<C, Result, Else>
  run(options: RunOptions<MessageFrom<C, 'host'>>): RunHandle<C, Result, PayloadOf<C, Result> | Else>
  /**
   * Starts a run that is a turn of a conversation: after the turns that this runtime has under way in it, with the
   * journal's record of all of them. A record that can't be read, or an unknown `after`, ends it with `host_failed`.
   *
   * @throws {ArtooError} as `run` does, `no_journal`, and `invalid_option` for an id that `redact` changes.
   */
  turn(
    options: TurnOptions<MessageFrom<C, 'host'>> & { readonly onUnanswered: 'wait' },
  ): WaitingRunHandle<C, Result, Else>
  turn(options: TurnOptions<MessageFrom<C, 'host'>>): RunHandle<C, Result, PayloadOf<C, Result> | Else>
  /**
   * Continues a run of the journal that a crash cut short or that waits for a person; for one that has ended it returns
   * the result. The handle rejects with `unknown_task`, `task_leased`, `deciders_version`, `nondeterministic`,
   * `not_resumable`, `task_ended`, `unknown_request`, `resume_mismatch`, or as reading the journal does.
   *
   * @throws {ArtooError} `no_journal`, `task_running`, `invalid_option` naming the option, `invalid_task_id`, `closed`.
   */
  resume(taskId: string, options: ResumeOptions): WaitingRunHandle<C, Result, Else>
  /**
   * Begins a run of its own with the events of another up to one of them, and continues from there. Their effects on
   * the world stay. Rejects and throws as `resume` does, and with `unknown_event` and `unknown_turn`; without `at` it
   * throws `invalid_option`.
   */
  fork(taskId: string, options: ForkOptions): WaitingRunHandle<C, Result, Else>
  /** The runs of the journal. @throws {ArtooError} `no_journal`, `invalid_option` for an unknown option or state. */
  tasks(filter?: { readonly state?: TaskState | undefined }): AsyncIterable<Task>
  /** A read-only view of the events of all runs. */
  tap(options?: TapOptions): Tap<EnvelopeOf<C> | Notice>
  /**
   * Takes running tasks out of this process if `resume` can continue them, and otherwise ends them (`aborted`); waits
   * for them. Later runs are refused.
   */
  close(): Promise<void>
}
