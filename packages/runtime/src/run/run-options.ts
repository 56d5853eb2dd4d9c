import type { Envelope } from '@artoo/bus'
import type { ParentRun } from '@artoo/spec'
import type { ConfirmAnswer, Permissions } from '@artoo/tools'
import type { Limits } from '../journal/limits.js'
import type { OnUnanswered } from '../journal/run-record.js'
import type { SessionRun } from '../journal/session-runs.js'
import type { Clarify, Confirm, ConfirmAll } from '../people/people.js'
import type { QuestionAnswer } from '../people/read-answers.js'
import type { AnyDecider } from '../scope/decider.js'

/** The options of one run of a system; `Begin` is the type of the host's first message. */
export interface RunOptions<Begin> {
  /** The message that begins it. */
  readonly begin: Begin
  /** The id of the run, for a host that has given it one before. @defaultValue a new one */
  readonly taskId?: string | undefined
  /** Its deciders, bound for this run alone. */
  readonly deciders: readonly AnyDecider[]
  /**
   * The settings that they were made from: plain data that is kept in the journal, for `resume` to make them again.
   *
   * @defaultValue null
   */
  readonly settings?: unknown
  readonly limits?: Partial<Limits> | undefined
  /** Ends the run with an `Interrupt` of reason `aborted`. */
  readonly signal?: AbortSignal | undefined
  /**
   * Passed to tools and people unchanged: a user, a tenant, a connection. It is not sent to a model.
   *
   * @defaultValue the parent's
   */
  readonly context?: unknown
  /**
   * Handling of a question that is not answered: `refuse` the call, or `wait` for the answer, for which the journal
   * must outlive the process.
   *
   * @defaultValue 'refuse'
   */
  readonly onUnanswered?: OnUnanswered | undefined
  /**
   * Rules and mode of this run beside those of the effects: the rules of both hold, and the stricter mode. They are
   * kept in the journal.
   *
   * @defaultValue no rules of its own
   */
  readonly permissions?: Permissions | undefined
  /** @defaultValue every call that a person has to allow is refused, in a part of another run too */
  readonly confirm?: Confirm | undefined
  /** @defaultValue the calls of a turn are put before `confirm` one by one, each when its turn has come */
  readonly confirmAll?: ConfirmAll | undefined
  /** @defaultValue questions are not answered */
  readonly clarify?: Clarify | undefined
  /** A run that this one is a part of: they share its budget, its deadline and its end, and this one stands in its log. */
  readonly parent?: ParentRun | undefined
}

/**
 * Options of a run that is a turn of a conversation: it waits for the earlier turns, and its first message may depend
 * on them.
 */
export interface TurnOptions<Begin> extends Omit<RunOptions<Begin>, 'parent'> {
  readonly session: {
    readonly id: string
    /** The task id of the turn that this one goes on from, in place of those after it; null for the beginning. @defaultValue the newest turn */
    readonly after?: string | null | undefined
    /** Returns the message that begins this turn, in place of `begin`, from the earlier turns, oldest first. */
    recall(runs: readonly SessionRun[]): Promise<Begin>
  }
}

/** Options of `resume`. A limit that is left out stays as it was. */
export interface ResumeOptions
  extends Pick<RunOptions<never>, 'limits' | 'signal' | 'context' | 'confirm' | 'confirmAll' | 'clarify'> {
  /** Makes the deciders from their recorded settings, when the code that they need to decide the past again is loaded. */
  readonly deciders: (settings: unknown) => readonly AnyDecider[] | Promise<readonly AnyDecider[]>
  /**
   * Answers by the id of a waiting request: true, false or a `ConfirmAnswer`; for a question a text or `{ answer, by?
   * }`; for an access `{ granted: true, context?, by? }` or `{ granted: false, note?, by? }`. Questions that were asked
   * together are answered together.
   */
  readonly answers?: Readonly<Record<string, PersonAnswer>> | undefined
  /**
   * Epoch of the owner that is known to be dead, as `tasks()` returns it: its lease is not waited for. Has no effect when another process
   * has taken the task over since. @defaultValue a task is taken when its lease is over
   */
  readonly takeOver?: number | undefined
  /**
   * Names of differences from what the run began with that make it less safe, as `resume_mismatch` lists them: `['tools.pay.effect']`.
   *
   * @defaultValue such a difference is refused
   */
  readonly accept?: readonly string[] | undefined
}

export type PersonAnswer = boolean | ConfirmAnswer | QuestionAnswer

/** Options of `fork`, which begins a run from the middle of another. */
export interface ForkOptions extends Omit<ResumeOptions, 'answers' | 'takeOver' | 'accept'> {
  /** The id of the last event that both have. */
  readonly at: string
  /** Another payload for that event. @defaultValue the one that it has */
  readonly edit?: ((event: Envelope) => unknown) | undefined
  /**
   * True makes the fork of a turn a turn of the same conversation, in place of that turn and all after it. Like a turn it waits for those under way in
   * this runtime. @defaultValue false: a fork is no turn
   */
  readonly session?: boolean | undefined
}
