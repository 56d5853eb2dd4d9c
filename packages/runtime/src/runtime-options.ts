import type { Contracts, EnvelopeOf, MessageFrom, Notice, Tap, TapOptions } from '@artoo/bus'
import type { Price } from '@artoo/llm'
import type { Clock, IdGenerator } from '@artoo/spec'
import type { Task, TaskState } from './durable/tasks.js'
import type { Effect } from './effect.js'
import type { Journal } from './journal/journal.js'
import type { RunHandle, WaitingRunHandle } from './run/run-handle.js'
import type { ForkOptions, ResumeOptions, RunOptions, TurnOptions } from './run/run-options.js'
import type { System } from './system.js'

export interface RuntimeOptions<C extends Contracts, Controller extends string, Result extends keyof C & string> {
  readonly system: System<C, Controller, Result>
  /** What answers the requests of its deciders. */
  readonly effects: readonly Effect[]
  /** @defaultValue none; events can still be read from the run handle */
  readonly journal?: Journal | undefined
  /** Applied to every text before it is journalled. A throw ends the run. @defaultValue every text is kept */
  readonly redact?: ((text: string) => string) | undefined
  /** Facts to compare at a resume beside those of the effects, plain data by name: model ids. @defaultValue none */
  readonly facts?: Readonly<Record<string, unknown>> | undefined
  /** Per million tokens, by model id; needed for `limits.cost`. @defaultValue none */
  readonly prices?: Readonly<Record<string, Price>> | undefined
  /** @defaultValue the system's time */
  readonly clock?: Clock | undefined
  /** @defaultValue UUIDv7 */
  readonly ids?: IdGenerator | undefined
  /** Milliseconds until another process may take a task whose process says nothing. @defaultValue 30_000 */
  readonly leaseMs?: number | undefined
}

/** Runs one system any number of times, side by side. */
export interface Runtime<C extends Contracts, Result extends keyof C & string> {
  /** The clock that all runs go by: the host's, with the system's behind it. */
  readonly clock: Clock
  /**
   * Starts a run.
   *
   * @throws {ArtooError} `invalid_option` for a wrong decider, signal, parent or limit, or for `wait` without a journal that
   * outlives the process; `closed` after `close()`.
   */
  run(options: RunOptions<MessageFrom<C, 'host'>> & { readonly onUnanswered: 'wait' }): WaitingRunHandle<C, Result>
  run(options: RunOptions<MessageFrom<C, 'host'>>): RunHandle<C, Result>
  /**
   * Starts a run that is a turn of a conversation: behind the turns that this runtime has under way in it, with what the journal has
   * of all of them. What can't be read ends it with `host_failed`.
   *
   * @throws {ArtooError} as `run` does, `no_journal`, and `invalid_option` for an id that `redact` changes.
   */
  turn(options: TurnOptions<MessageFrom<C, 'host'>> & { readonly onUnanswered: 'wait' }): WaitingRunHandle<C, Result>
  turn(options: TurnOptions<MessageFrom<C, 'host'>>): RunHandle<C, Result>
  /**
   * Goes on with a run of the journal's that a crash cut short or that waits for a person; of one that has ended it gives the result. The
   * handle rejects with `unknown_task`, `task_leased`, `deciders_version`, `nondeterministic`, `not_resumable`, `task_ended`,
   * `unknown_request`, `resume_mismatch`, or as reading the journal does.
   *
   * @throws {ArtooError} `no_journal`, `task_running`, `invalid_option`, `closed`.
   */
  resume(taskId: string, options: ResumeOptions): WaitingRunHandle<C, Result>
  /**
   * Begins a run of its own with the events of another up to one of them, and goes on from there. What those did to the world stays
   * done. Rejects and throws as `resume` does, and with `unknown_event`.
   */
  fork(taskId: string, options: ForkOptions): WaitingRunHandle<C, Result>
  /** The runs of the journal. */
  tasks(filter?: { readonly state?: TaskState | undefined }): AsyncIterable<Task>
  /** A read-only view of the events of all runs. */
  tap(options?: TapOptions): Tap<EnvelopeOf<C> | Notice>
  /** Aborts what is running and waits for it. Later runs are refused. */
  close(): Promise<void>
}
