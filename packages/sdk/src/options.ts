import type { Hyperparameters, ProfileName } from '@artoo/ggs'
import type { Price } from '@artoo/llm'
import type { Memory } from '@artoo/mkct'
import type {
  ArtooContracts,
  AuditLog,
  AuditReport,
  FinalResult,
  InterruptedTyped,
  MemoryProfileName,
  ModelChoices,
  OutputSchema,
  PartialOutputOf,
  RolesOptions,
  SlowLoopEvent,
  TaskInput,
  TieredSettings,
  Tiers,
  TypedResult,
} from '@artoo/roles'
import type * as runtime from '@artoo/runtime'
import type {
  Clarify,
  Confirm,
  ConfirmAll,
  Interrupted,
  JobHandle,
  JobOptions,
  JobQueue,
  Journal,
  ModelCallHooks,
  OnAlways,
  OnUnanswered,
  Permissions,
  Redact,
  RunEventOf,
  RunHandle as RunHandleOf,
  ToolCallHooks,
  Waiting,
} from '@artoo/runtime'
import type { Check, Clock, IdGenerator, ParentRun } from '@artoo/spec'
import type { GivenTools } from './given-tools.js'
import type { InstanceLimits, RunLimits } from './limits.js'
import type { Retention } from './retention.js'

/** Everything that happens in a task: a union discriminated by `type`. */
export type RunEvent = RunEventOf<ArtooContracts>

/**
 * A task under way: await it for the `FinalResult`, iterate it for the events. `Else` is what it may give in place of a result: `never`
 * when its journal, if any, ends with the process.
 */
export type RunHandle<Else = Interrupted> = RunHandleOf<ArtooContracts, 'FinalResult', FinalResult | Else>

/** A task that may wait for a person: await it for the `FinalResult`, or for a `Waiting` with the open questions. */
export type WaitingRunHandle<Else = Interrupted> = runtime.WaitingRunHandle<ArtooContracts, 'FinalResult', Else>

/** A task under way whose output is data: await it for the result with its `value`, iterate it for the events. */
export type TypedRunHandle<S extends OutputSchema, Else = InterruptedTyped> = RunHandleOf<
  ArtooContracts,
  'FinalResult',
  TypedResult<S> | Else,
  PartialOutputOf<S>
>

/** A schema that the output has to fit: the result has the `value` that the schema makes of it. */
export interface WithOutput<S extends OutputSchema = OutputSchema> {
  readonly output: S
}

/** The alternative to a result for a task whose output is data, given the alternative `Else` of other tasks. */
export type ElseTyped<Else> = [Else] extends [never] ? never : InterruptedTyped

/** Starts a task: in words, or `{ messages }`, a chat whose last message is the task. */
export interface Run<Else = Interrupted, Input = TaskInput, Options = RunOptions> {
  <const S extends OutputSchema>(
    input: Input,
    options: Options & WithOutput<S> & { readonly onUnanswered: 'wait' },
  ): TypedRunHandle<S, Waiting | ElseTyped<Else>>
  <const S extends OutputSchema>(input: Input, options: Options & WithOutput<S>): TypedRunHandle<S, ElseTyped<Else>>
  (input: Input, options: Options & { readonly onUnanswered: 'wait' }): WaitingRunHandle<Else>
  (input: Input, options?: Options): RunHandle<Else>
}

/** A task in the queue: await it for the `FinalResult`, iterate it for the events, in any process. */
export type TaskHandle = JobHandle<FinalResult, RunEvent>

/** Options of `submit`: plain data. What else a run takes comes from the worker. */
export interface SubmitOptions
  extends JobOptions,
    Pick<RunOptions, 'settings' | 'limits' | 'permissions' | 'instructions'> {}

/** Options of `resume`. A limit that is left out stays as it was; the roles keep their settings. */
export type ResumeOptions = Omit<runtime.ResumeOptions, 'deciders'>

export interface ResumeAllOptions<Else = Interrupted> extends runtime.ResumeAllLimits {
  /** The options with which a task goes on, such as its `context`; null leaves it alone. @defaultValue none for each task */
  readonly options?: ((task: runtime.Task) => ResumeOptions | null | Promise<ResumeOptions | null>) | undefined
  /** Receives the handle of each task as it goes on. The task whose handle makes it throw has that as its `error`. */
  readonly onRun?: ((run: WaitingRunHandle<Else>) => void) | undefined
}
export type ForkOptions = Omit<runtime.ForkOptions, 'deciders'>

export interface DreamerOptions {
  /** Between the end of a cycle and the next, ms. @defaultValue 300_000 */
  readonly intervalMs?: number | undefined
  /** Called with rules that are added or removed, with every model call and its cost, and with failures. */
  readonly onEvent?: ((event: SlowLoopEvent) => void) | undefined
}

export interface ArtooOptions<J extends Journal | undefined = Journal | undefined> {
  /** One model for all roles, or one for each tier. Of a list each stands in for those before it while they are down. */
  readonly model: ModelChoices
  /** Which tier a role uses. R4b may not be weaker than R2. @defaultValue the paper's split */
  readonly tiers?: Partial<Tiers> | undefined
  /**
   * `direct`: one conversation with the tools. No model plans or judges: a task is `complete` on the `basis` of nobody, or of the checks that take
   * no arguments. `auto`: the same, judged or planned where its records give a reason. `lean`: three model calls one after the other for a task of one subtask, beside tool turns. `full`: the paper's five, by five roles.
   *
   * @defaultValue 'lean'
   */
  readonly depth?: RolesOptions['depth']
  /**
   * A list, or `{ always, deferred }`: models are told of a deferred tool in one line, and of its schema once a plan names it or a conversation
   * asks for it. That pays from some twenty tools on.
   *
   * @defaultValue none
   * @example { always: [readFile], deferred: toolsOfYourServer }
   */
  readonly tools?: GivenTools | undefined
  /** Checks that criteria may name, run by code: `standardChecks`, or yours by `defineCheck`. @defaultValue none */
  readonly checks?: readonly Check[] | undefined
  /** The memory; the host closes it. @defaultValue a memory that lives as long as the instance */
  readonly memory?: Memory | undefined
  /** The lessons that are written, and how they are read: `paper` is v0.8 to the letter. @defaultValue 'measured' */
  readonly memoryProfile?: MemoryProfileName | undefined
  /**
   * Rules and mode for tool calls, beside `confirm`. The first that decides: deny, mode `plan`, ask, allow, mode `edits`, the gate of Law 1.
   *
   * @defaultValue no rules, mode `ask`
   * @example { allow: ['shell: npm test', 'edit_file: src/**'], deny: ['shell: git push'], mode: 'edits' }
   */
  readonly permissions?: Permissions | undefined
  /**
   * Called when a person answers `{ allow: 'always' }`: keep the rule outside of every folder that tools reach, and give it in
   * `permissions.allow` from then on. `fileRules` of `@artoo/sdk/node` keeps it in a file.
   *
   * @defaultValue `always` is not offered
   */
  readonly onAlways?: OnAlways | undefined
  /** @defaultValue every call that a person has to allow is refused */
  readonly confirm?: Confirm | undefined
  /**
   * Asked about the calls of one turn at once, before the first of them is carried out. Calls that it leaves out go to `confirm`.
   *
   * @defaultValue `confirm` is asked about each call when its turn has come
   * @example (requests) => askTheUserInOneForm(requests) // { [requests[0].id]: true, [requests[1].id]: { allow: 'task' } }
   */
  readonly confirmAll?: ConfirmAll | undefined
  /**
   * Called around each call to a model, retries aside: `before` may give it other messages, `after` may change the answer, and both may
   * refuse, which ends the task.
   *
   * @defaultValue nothing is called
   * @example { before: ({ messages }) => ({ messages: [...messages, today()] }) }
   */
  readonly onModelCall?: ModelCallHooks | undefined
  /**
   * Called around each tool call: `before` may give it another input, which passes schema, rules and gate, or refuse it; `after` may
   * change what the model reads.
   *
   * @defaultValue nothing is called
   * @example { before: ({ tool, input }) => (isOfficeHours() ? undefined : { refuse: 'it is night' }) }
   */
  readonly onToolCall?: ToolCallHooks | undefined
  /**
   * Answers questions that only a person can decide, and grants access.
   *
   * @defaultValue a task that has to ask ends with its question
   */
  readonly clarify?: Clarify | undefined
  /**
   * Instructions for every task, in plain text: sent to the planner, the executor and the last validator.
   *
   * @defaultValue none
   */
  readonly instructions?: string | undefined
  /**
   * Settings of the models, over them those of a tier. A run's own stand over both.
   *
   * @defaultValue the provider's own
   * @example { temperature: 0, brain: { reasoningEffort: 'high' } }
   */
  readonly settings?: TieredSettings | undefined
  readonly limits?: InstanceLimits | undefined
  /** Per million tokens, by model id as the log shows it, `openai/gpt-5`; needed for `limits.cost`. @defaultValue none */
  readonly prices?: Readonly<Record<string, Price>> | undefined
  /** The controller's gains and thresholds; time and replans stand in `limits`. @defaultValue paper, Appendix B */
  readonly hyperparameters?: Partial<Omit<Hyperparameters, 'timeBudgetMs' | 'maxReplans'>> | undefined
  /** The controller's rule: `measured`, which the lab supports, or `paper` to the letter. @defaultValue 'measured' */
  readonly profile?: ProfileName | undefined
  /**
   * Applied to every text before it is written to the journal or the memory: keys, addresses and other data that must
   * not be kept. Models and tools receive the texts as they are. `{ text, fields, names }` also masks the values of
   * named fields. A throw ends the task.
   *
   * @defaultValue every text is kept
   */
  readonly redact?: Redact | undefined
  /** @defaultValue none; events can still be read from the run handle */
  readonly journal?: J | undefined
  /** The queue for `submit` and `worker`, shared by their processes as the journal is. @defaultValue none */
  readonly queue?: JobQueue | undefined
  /**
   * Milliseconds without a sign of life from a task's process until another process may take the task.
   *
   * @defaultValue 30_000
   */
  readonly leaseMs?: number | undefined
  /** The ended tasks that the journal keeps: `{ days: 30 }`, `{ keep: 1_000 }` or both. @defaultValue all of them */
  readonly retention?: Retention | undefined
  /**
   * The name of the place where the agent runs, such as a host; experiences of different environments are kept apart.
   *
   * @defaultValue 'local'
   */
  readonly environment?: string | undefined
  /** Receives the auditor's periodic reports. */
  readonly onAudit?: ((report: AuditReport) => void | Promise<void>) | undefined
  /** Receives all findings of the auditor: `fileAuditLog(path)`. The host closes it. @defaultValue none */
  readonly auditLog?: AuditLog | undefined
  /**
   * The slow loop: the memory's Dreamer, with the `brain` model to distil rules within `limits.background`. `false` leaves
   * it out. @defaultValue a cycle every five minutes
   */
  readonly dreamer?: boolean | DreamerOptions | undefined
  /** @defaultValue the system's time */
  readonly clock?: Clock | undefined
  /** @defaultValue UUIDv7 */
  readonly ids?: IdGenerator | undefined
}

/** The options of one run; an option that is left out is as the instance has it. */
export interface RunOptions {
  /** Ends the task with a `FinalResult` of reason `aborted`. */
  readonly signal?: AbortSignal | undefined
  /** Handed to tools, `confirm` and `clarify` untouched: a user, a tenant, a connection. No model sees it. */
  readonly context?: unknown
  /** Settings of the models for this task, over the instance's. A process that resumes it has them too, but for `providerOptions`. */
  readonly settings?: TieredSettings | undefined
  readonly limits?: RunLimits | undefined
  /** Rules and mode of this task beside the instance's: the rules of both hold, and the stricter mode. */
  readonly permissions?: Permissions | undefined
  /** A run with its own `confirm` or `confirmAll` uses neither of the instance's. */
  readonly confirm?: Confirm | undefined
  readonly confirmAll?: ConfirmAll | undefined
  readonly clarify?: Clarify | undefined
  /**
   * Handling of a question that is not answered: `refuse` it, or `wait`, for which the journal must outlive the
   * process.
   *
   * @defaultValue 'refuse'
   */
  readonly onUnanswered?: OnUnanswered | undefined
  /**
   * A run that this one is a part of, such as a tool's `context.run`: they share its budget, its deadline and its end, and
   * this one stands in its log.
   */
  readonly parent?: ParentRun | undefined
  /** Instructions that are sent to the models after the instance's own. */
  readonly instructions?: string | undefined
}
