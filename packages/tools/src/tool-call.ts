import type { CallPart, Change, Clock, EffectKind, ParentRun, ToolContext, ToolProgress } from '@artoo/spec'
import type { ConfirmAnswer } from './confirm-answer.js'
import type { DecidedCall, Decision } from './permissions/decide.js'
import type { Vault } from './secrets/vault.js'
import type { RedactText } from './truncate-redacted.js'

export interface ConfirmRequest {
  readonly tool: string
  readonly target: string | null
  readonly input: unknown
  /** The action that would be carried out: `overwrite notes.txt`. */
  readonly action: string
  readonly reason: string
  /** The change of a text that exists; null when the tool doesn't declare it. */
  readonly change: Change | null
  /** Parts of the call that are not known to be harmless, such as the programs of a line of a shell. @defaultValue the call is one part */
  readonly parts?: readonly CallPart[] | undefined
  /** `snapshot`: the effect of the call can be undone. @defaultValue it can't be undone */
  readonly undo?: 'snapshot' | undefined
  /** The secrets that the tool gets with a yes, such as `API_KEY of .env`: `input` holds a placeholder for each. @defaultValue none */
  readonly secrets?: readonly string[] | undefined
  /** The rule of the host that has each such call asked about. @defaultValue no rule asks, but the tool itself */
  readonly rule?: string | undefined
  /** Answers that cover repeats as well. @defaultValue a yes covers this one call */
  readonly offers?: readonly Offer[] | undefined
}

/** An answer that covers repeats of a call: `{ allow }`. */
export interface Offer {
  /** `task`: until the task ends. `always`: in later tasks as well. */
  readonly allow: 'task' | 'always'
  /** The calls that are covered, as a permission rule. */
  readonly rule: string
  /** Digest of what the calls rest on: the rule covers a repeat as long as it is the same. */
  readonly state: string
  /** A warning for the person. */
  readonly note: string | null
}

interface ConfirmOptions {
  /** Aborts when the task ends: the answer is not needed any more. */
  readonly signal: AbortSignal
  readonly taskId: string
  /** The `context` that the host gave to the run. */
  readonly context: unknown
}

/**
 * The host's answer to one call that is irreversible or under caution: true authorises that call and no other. An error
 * counts as no, and so does an invalid answer, with the code `invalid_answer`.
 */
export type Confirm = (request: ConfirmRequest, options: ConfirmOptions) => ConfirmReply | Promise<ConfirmReply>

type ConfirmReply = boolean | ConfirmAnswer | typeof decideAgain

/** An answer of `confirm`: the call is no question any more, since what `decideOn` goes by has changed meanwhile. */
export const decideAgain: unique symbol = Symbol('decide again')

/** A call before it is made. */
export interface BlockableCall {
  readonly target: string | null
  /** As the tool's schema reads it. */
  readonly input: unknown
  readonly effect: EffectKind
}

/** An input of a person, after it was reviewed. */
type ReviewedInput = { readonly input: unknown } | { readonly refused: string; readonly decidedBy: string }

export interface ToolCallOptions {
  readonly signal: AbortSignal
  /** The task on whose behalf the call is made. */
  readonly taskId: string
  /** Returns what the tool gives as `parent` to a run that it starts, for the input as the tool's schema reads it. @defaultValue nothing but the task's id */
  readonly runOf?: ((input: unknown) => ParentRun) | undefined
  /** Told by the tool how far the call has come. @defaultValue nobody is told */
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined
  /** Puts questions of the tool before a person. @defaultValue nobody answers */
  readonly ask?: ToolContext['ask'] | undefined
  /** Id of the call, unique in its task. @defaultValue a random one */
  readonly callId?: string | undefined
  /** Number of the attempt at the work that the call belongs to. @defaultValue 1 */
  readonly attempt?: number | undefined
  /** Returns the call's idempotency key for the input as the tool's schema reads it; called when the tool reads the key. @defaultValue `<taskId>:<callId>` */
  readonly idempotencyKeyOf?: ((input: unknown) => string) | undefined
  /** Epoch of the process that makes the call. @defaultValue 1 */
  readonly fence?: number | undefined
  /** The `context` that the host gave to the run; passed to the tool and to `confirm`, never to a model. */
  readonly context: unknown
  /** Called before a call that is irreversible or under caution. If it is missing, every such call is refused. */
  readonly confirm?: Confirm | undefined
  /** Milliseconds for the checks and again for the execution. The time `confirm` takes is not counted. */
  readonly timeoutMs: number
  readonly clock: Clock
  /**
   * Receives each text whole before it is cut, so that no cut goes through a part that it removes. The outcome itself
   * is unredacted.
   *
   * @defaultValue none
   */
  readonly redact?: RedactText | undefined
  /**
   * The secret values that the tool may come upon: masked in everything that is shown of the call, and given to the tool where a person allows
   * it. @defaultValue none
   */
  readonly vault?: Vault | undefined
  /** The secrets that a person was told of when an earlier process asked about the call. @defaultValue none */
  readonly promised?: readonly string[] | undefined
  /**
   * Returns the reason why a call may not be made, as a sentence for the model, or null. Called when the call's turn
   * has come. A reason refuses the call with `blocked_target`.
   *
   * @defaultValue no call is blocked
   */
  readonly blockOn?: (call: BlockableCall) => string | null | Promise<string | null>
  /**
   * Returns a warning about a target from earlier tasks, or null. Under a warning a call that is not a read is put
   * before `confirm`.
   *
   * @defaultValue no warnings
   */
  readonly cautionOn?: (target: string | null) => string | null
  /**
   * Decides whether the call runs, is refused or is put before `confirm`.
   *
   * @defaultValue the gate of Law 1 alone: no rules, mode `ask`
   */
  readonly decideOn?: ((call: DecidedCall) => Promise<Decision>) | undefined
  /**
   * Called once the call's effect is known, before its turn comes. `question` returns the question that a person would
   * be asked if it were its turn, null for a call that is not asked about. `confirm` has to remember an answer that is
   * given early.
   *
   * @defaultValue no call is asked about before its turn
   */
  readonly foresee?: ((question: () => Promise<ConfirmRequest | null>) => Promise<void>) | undefined
  /**
   * Called with the input that a person gives in place of the call's own. Another input is taken in its place, and asked about; `refused` is
   * the reason why the call is not made, `decidedBy` who said so.
   *
   * @defaultValue the person's input is taken
   */
  readonly onAmended?: ((input: unknown) => Promise<ReviewedInput>) | undefined
  /** Whether a yes may be kept for later tasks. @defaultValue false */
  readonly keepsRules?: boolean | undefined
  /**
   * Called right before an irreversible call is made, after `confirm` and `inTurn`. False refuses it with `lease_lost`:
   * another process has taken the task over.
   *
   * @defaultValue every call may be made
   */
  readonly mayExecute?: (() => boolean | Promise<boolean>) | undefined
  /**
   * The call may only read: one with another effect than `read`, or that a person would have to be asked about, is refused with
   * `reads_only`. @defaultValue false
   */
  readonly readsOnly?: boolean | undefined
  /** Runs the execution when its turn has come. Checks and `confirm` don't wait. @defaultValue at once */
  readonly inTurn?: <Result>(execute: () => Promise<Result>) => Promise<Result>
  /**
   * Puts the calls of one turn in order, once their effect is known; asking a person is a part of it. `stale` when other calls were
   * carried out meanwhile: then the effect is asked for anew. @defaultValue at once
   */
  readonly inOrder?: <Result>(kind: EffectKind, carryOut: (stale: boolean) => Promise<Result>) => Promise<Result>
}

/** The outcome of a tool call: the text for the model, and the evidence for the validators. */
export interface ToolCallOutcome {
  readonly status: 'ok' | 'error' | 'refused'
  /** At most 4 KB of UTF-8 or the tool's `maxOutputBytes`, head and tail. For an error its message; a refusal starts with `[LAW1]`. */
  readonly output: string
  /** The whole result when `output` is cut, itself cut to head and tail beyond 1 MiB. Null when nothing was cut. */
  readonly fullOutput: string | null
  readonly target: string | null
  /** The effect that the tool declares; null when the call ended before. */
  readonly effect: EffectKind | null
  /**
   * null when ok; `invalid_input`, `invalid_target`, `invalid_effect`, `blocked_target`, `law1_refused`, `invalid_answer`,
   * `invalid_result`, `reads_only`, `redact_failed`, `tool_timeout`, `tool_unavailable`, `aborted`, `tool_failed` or the tool's own code.
   */
  readonly code: string | null
  /** True when a person allowed the call. */
  readonly confirmed: boolean
  /** The step of the permissions that decided, with its rule: `allow shell: npm test`, `edits`, `deny`. Absent where the gate of Law 1 did. */
  readonly decidedBy?: string
  /** True when a person carried the action out by hand: the call was not made, and `output` holds the person's note. */
  readonly byHand?: true
  /** The input that a person gave in place of the call's own; absent when there is none. */
  readonly input?: unknown
  /** The change of a text, as far as the tool declares it beforehand; null for a call that changed none. */
  readonly change: Change | null
}
