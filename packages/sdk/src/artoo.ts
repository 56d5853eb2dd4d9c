import type { AuditReport, FinalResult, OutputSchema, SessionOptions, TaskInput } from '@artoo/roles'
import type {
  Interrupted,
  Permissions,
  ResumedTask,
  SystemWorkerOptions,
  Task,
  TaskState,
  Waiting,
  Worker,
} from '@artoo/runtime'
import type { FileChange, UndoneFiles } from '@artoo/spec'
import type { PermissionExplanation } from '@artoo/tools'
import type { DiffOptions, UndoOptions } from './file-changes.js'
import type {
  ElseTyped,
  ForkOptions,
  ResumeAllOptions,
  ResumeOptions,
  Run,
  SubmitOptions,
  TaskHandle,
  TypedRunHandle,
  WaitingRunHandle,
  WithOutput,
} from './options.js'
import type { Session } from './session.js'
import type { ArtooStats } from './stats.js'

/** A tool call whose permission is to be explained. */
export interface ExplainedCall {
  readonly tool: string
  readonly input: unknown
  /** The user's words of the task, which may name where data goes. @defaultValue no words */
  readonly text?: string | undefined
  /** The permissions of the task, beside the instance's. */
  readonly permissions?: Permissions | undefined
  readonly context?: unknown
  readonly signal?: AbortSignal | undefined
}

/** An instance. `Else` is what a task may give in place of a result: `never` when the journal, if any, ends with the process. */
export interface Artoo<Else = Interrupted> {
  /**
   * Starts a task.
   *
   * @throws {ArtooError} `invalid_input` for an empty text or one that is too long, `invalid_option` for a wrong option, `closed` after `close()`.
   */
  readonly run: Run<Else>
  /**
   * Opens a conversation: each of its tasks knows the earlier ones. It is kept in the journal, so any process can go on
   * with it.
   *
   * @throws {ArtooError} `no_journal` without one, `invalid_option`.
   */
  session(options: SessionOptions): Session<Else>
  /**
   * Resumes a task of the journal that a crash cut short or that waits for a person, as `resume` of `@artoo/runtime`
   * does; the result has its `value` if the schema is given again.
   *
   * @throws {ArtooError} `no_journal`, `task_running`, `invalid_option` naming the option, `invalid_task_id`, `closed`.
   */
  resume<const S extends OutputSchema>(
    taskId: string,
    options: ResumeOptions & WithOutput<S>,
  ): TypedRunHandle<S, Waiting | ElseTyped<Else>>
  resume(taskId: string, options?: ResumeOptions): WaitingRunHandle<Else>
  /**
   * Begins a task of its own with the events of another up to one of them. Their effects on the world stay. With `session: true` the fork
   * of a turn takes its place in the conversation, and that of all turns after it; of a task that is no turn it rejects with `unknown_turn`.
   *
   * @example
   * const round = run.events.find(({ type }) => type === 'ToolResult')
   * if (round) await artoo.fork(run.taskId, { at: round.id, session: true })
   *
   * @throws {ArtooError} as `resume` does; `invalid_option`, field `at`, without options.
   */
  fork<const S extends OutputSchema>(
    taskId: string,
    options: ForkOptions & WithOutput<S>,
  ): TypedRunHandle<S, Waiting | ElseTyped<Else>>
  fork(taskId: string, options: ForkOptions): WaitingRunHandle<Else>
  /**
   * Resumes the tasks of state `died`, the oldest first: those of a process that closed or was killed. Resolves when all have ended, wait or were
   * interrupted, to the outcome or the error of each. Rejects with `no_journal`, `invalid_option`, or as reading the journal does.
   *
   * @example
   * const resumed = await artoo.resumeAll({ concurrency: 20, onRun: (run) => console.log(`${run.taskId} goes on`) })
   */
  resumeAll(options?: ResumeAllOptions<Else>): Promise<readonly ResumedTask<FinalResult | Waiting | Else>[]>
  /**
   * Submits a task to the queue, for a worker in any process. A question that nobody answers there waits, for `answer`.
   *
   * @example
   * const task = artoo.submit('Sort the inbox.', { tags: ['mail'] })
   * await task.submitted // it survives this process
   * const result = await task
   *
   * @throws {ArtooError} as `run` does; `no_queue`; `unsupported_option` for an option that is not plain data, such as `context` or `confirm`.
   */
  submit(input: TaskInput, options?: SubmitOptions): TaskHandle
  /** A task that was submitted before, in any process. @throws {ArtooError} `no_queue`, `invalid_task_id`. */
  follow(taskId: string): TaskHandle
  /**
   * Answers requests of a submitted task, by their ids in `job()` of its handle. The first answer to a request counts: rejects with
   * `unknown_request` for a later one, `unknown_task`, `invalid_answer`, `secret_in_answer`, `unsupported_option`, `no_queue`.
   */
  answer(taskId: string, answers: NonNullable<ResumeOptions['answers']>): Promise<void>
  /**
   * Carries out submitted tasks with this instance's model and tools, until it is closed.
   *
   * @example
   * const worker = artoo.worker({ concurrency: 20, context: ({ input }) => connectionFor(input) })
   * process.once('SIGTERM', () => worker.close())
   *
   * @throws {ArtooError} `no_queue`, `invalid_option`.
   */
  worker(options?: SystemWorkerOptions): Worker
  /** Resolves to the sizes and queues of this instance. */
  stats(): Promise<ArtooStats>
  /** The tasks of the journal. @throws {ArtooError} `no_journal`, `invalid_option` for an unknown option or state. */
  tasks(filter?: { readonly state?: TaskState | undefined }): AsyncIterable<Task>
  /**
   * The files that the file tools wrote and that differ from what they were before a task. Changes by commands are not
   * among them.
   *
   * @throws {ArtooError} `no_history` without a tool that keeps the states of files; `unknown_task`; for `to` also `no_journal`, `unknown_round`.
   */
  diff(taskId: string, options?: DiffOptions): Promise<readonly FileChange[]>
  /**
   * Undoes the writes of the file tools in a task. Files that were changed since by others stay, and are returned in
   * `left` with the reason. Changes by commands stay as well; `commands` names the commands.
   *
   * @throws {ArtooError} as `diff` does; `task_running` for a task that is under way here; `path_outside_root`.
   */
  undo(taskId: string, options?: UndoOptions): Promise<UndoneFiles>
  /**
   * The decision about a call that is not made: the rule or mode that decides, and what would let the call run unasked.
   *
   * @throws {ArtooError} `unknown_tool`, `invalid_value` for an input that does not fit.
   */
  explainPermission(call: ExplainedCall): Promise<PermissionExplanation>
  /** Resolves with a report of the auditor on the time since its last report, within 3 s. */
  audit(): Promise<AuditReport>
  /**
   * Interrupts what is running, so that `resume` can go on with it, or aborts it when the journal, if any, ends with the process; aborts
   * the slow loop, waits for both, and flushes the memory and the audit log. Rejects with what the memory failed with, or with
   * `settle_timeout` when something takes more than 5 s.
   */
  close(): Promise<void>
}
