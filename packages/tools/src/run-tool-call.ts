import {
  ArtooError,
  type CallPart,
  type Change,
  type Clock,
  deadlineFor,
  type Effect,
  type EffectKind,
  errorMessage,
  type Irreversible,
  isPlainData,
  type ParentRun,
  type Repeat,
  type Tool,
  type ToolContext,
  unheard,
} from '@artoo/spec'
import { type ConfirmAnswer, type ReadAnswer, readConfirmAnswer } from './confirm-answer.js'
import { effectOf } from './effect.js'
import { errorCodeOf } from './error-code-of.js'
import { assertBounded } from './input-size.js'
import { outputLimitOf } from './output-limit.js'
import { type DecidedCall, type Decision, decide } from './permissions/decide.js'
import { resultText } from './result-text.js'
import { type GivenContext, toolContext } from './tool-context.js'
import { truncateOutput } from './truncate-output.js'
import { type RedactText, redactingCut } from './truncate-redacted.js'

export interface ConfirmRequest {
  readonly tool: string
  readonly target: string | null
  readonly input: unknown
  /** What would happen: `overwrite notes.txt`. */
  readonly action: string
  readonly reason: string
  /** What would become of a text that exists; null when the tool doesn't say. */
  readonly change: Change | null
  /** Parts of the call that are not known to be harmless, such as the programs of a line of a shell. @defaultValue the call is one part */
  readonly parts?: readonly CallPart[] | undefined
  /** `snapshot`: what the call does can be taken back. @defaultValue nothing brings it back */
  readonly undo?: 'snapshot' | undefined
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

export interface ConfirmOptions {
  /** Aborts when the task ends: nobody waits for the answer any more. */
  readonly signal: AbortSignal
  readonly taskId: string
  /** What the host gave the run as `context`. */
  readonly context: unknown
}

/**
 * The host's answer to one call that is irreversible or under caution: true authorises that call and no other. A throw counts as no,
 * and so does whatever is no answer, with the code `invalid_answer`.
 */
export type Confirm = (
  request: ConfirmRequest,
  options: ConfirmOptions,
) => boolean | ConfirmAnswer | Promise<boolean | ConfirmAnswer>

/** A call before it is made. */
export interface BlockableCall {
  readonly target: string | null
  /** As the tool's schema reads it. */
  readonly input: unknown
  readonly effect: EffectKind
}

export interface ToolCallOptions {
  readonly signal: AbortSignal
  /** The task on whose behalf the call is made. */
  readonly taskId: string
  /** Returns what the tool gives as `parent` to a run that it starts, for the input as the tool's schema reads it. @defaultValue nothing but the task's id */
  readonly runOf?: ((input: unknown) => ParentRun) | undefined
  /** Id of the call, unique in its task. @defaultValue a random one */
  readonly callId?: string | undefined
  /** Number of the attempt at the work that the call belongs to. @defaultValue 1 */
  readonly attempt?: number | undefined
  /** Returns the call's idempotency key for the input as the tool's schema reads it; called when the tool reads the key. @defaultValue `<taskId>:<callId>` */
  readonly idempotencyKeyOf?: ((input: unknown) => string) | undefined
  /** Epoch of the process that makes the call. @defaultValue 1 */
  readonly fence?: number | undefined
  /** What the host gave the run; handed to the tool and to `confirm`, never to a model. */
  readonly context: unknown
  /** Asked before a call that is irreversible or under caution. Without it every such call is refused. */
  readonly confirm?: Confirm | undefined
  /** Milliseconds for the checks and again for the execution. The time `confirm` takes is not counted. */
  readonly timeoutMs: number
  readonly clock: Clock
  /** Sees each text whole before it is cut, so that no cut goes through what it takes out. The outcome itself is unredacted. @defaultValue none */
  readonly redact?: RedactText | undefined
  /**
   * The reason why a call is not made, as a sentence for the model, or null: asked when the call's turn has come. A reason
   * refuses the call with `blocked_target`. @defaultValue no call is blocked
   */
  readonly blockOn?: (call: BlockableCall) => string | null | Promise<string | null>
  /** What experience warns of on a target: a call that is no read is then put before `confirm`. @defaultValue nothing */
  readonly cautionOn?: (target: string | null) => string | null
  /**
   * Decides whether the call runs, is refused or is put before `confirm`.
   *
   * @defaultValue the gate of Law 1 alone: no rules, mode `ask`
   */
  readonly decideOn?: ((call: DecidedCall) => Promise<Decision>) | undefined
  /** Whether a yes may be kept for later tasks. @defaultValue false */
  readonly keepsRules?: boolean | undefined
  /**
   * Asked right before an irreversible call is made, after `confirm` and `inTurn`. False refuses it with `lease_lost`: another process has
   * taken the task over. @defaultValue nothing is asked
   */
  readonly mayExecute?: (() => boolean | Promise<boolean>) | undefined
  /** Runs the execution when its turn has come. Checks and `confirm` don't wait. @defaultValue at once */
  readonly inTurn?: <Result>(execute: () => Promise<Result>) => Promise<Result>
  /**
   * Puts the calls of one turn in order, once their effect is known; asking a person is a part of it. `stale` when other calls were
   * carried out meanwhile: then the effect is asked for anew. @defaultValue at once
   */
  readonly inOrder?: <Result>(kind: EffectKind, carryOut: (stale: boolean) => Promise<Result>) => Promise<Result>
}

/** What a tool call came to: what the model sees, and the evidence the validators get. */
export interface ToolCallOutcome {
  readonly status: 'ok' | 'error' | 'refused'
  /** At most 4 KB of UTF-8 or the tool's `maxOutputBytes`, head and tail. For an error its message; a refusal starts with `[LAW1]`. */
  readonly output: string
  /** What the tool gave when that is more than `output`; of more than 1 MiB head and tail. Null when nothing was cut. */
  readonly fullOutput: string | null
  readonly target: string | null
  /** As the tool says; null when it never came to saying. */
  readonly effect: EffectKind | null
  /**
   * null when ok; `invalid_input`, `invalid_target`, `invalid_effect`, `blocked_target`, `law1_refused`, `invalid_answer`,
   * `invalid_result`, `redact_failed`, `tool_timeout`, `tool_unavailable`, `aborted`, `tool_failed` or the tool's own code.
   */
  readonly code: string | null
  /** A person allowed it. */
  readonly confirmed: boolean
  /** The step of the permissions that decided, with its rule: `allow shell: npm test`, `edits`, `deny`. Absent where the gate of Law 1 did. */
  readonly decidedBy?: string
  /** A person carried it out by hand: the call was not made, and `output` is what the person says. */
  readonly byHand?: true
  /** The input that a person gave in place of the call's own; absent when nobody did. */
  readonly input?: unknown
  /** What became of a text, as far as the tool says it beforehand; null for a call that changed nothing. */
  readonly change: Change | null
}

/**
 * Validates the input, asks the permissions, then executes: by the gate of Law 1 alone, unasked only what the tool says is `read`, or
 * `repeatable` and under no caution.
 * Never rejects, whatever the tool throws or returns, and never outlives its signal or its time: a tool that ignores
 * both is abandoned. A result that is neither text nor plain data, or bytes as base64, is an error `invalid_result`. Input
 * of more than 4 Mi characters or 200 levels is refused before the tool sees it. A tool may also refuse while executing, by an `ArtooError` of code `law1_refused`.
 */
export async function runToolCall(tool: Tool, input: unknown, options: ToolCallOptions): Promise<ToolCallOutcome> {
  const call: Call = {
    ...{ tool, options, cut: truncateOutput, given: input, amendments: 0 },
    ...{ target: null, effect: null, confirmed: false, decidedBy: null },
  }
  try {
    return await perform(call, input)
  } catch (error) {
    return failure(call, error)
  }
}

type Cut = (text: string, limitBytes?: number) => string

interface Call {
  readonly tool: Tool
  readonly options: ToolCallOptions
  cut: Cut
  /** The input, before it is parsed. */
  given: unknown
  /** Inputs that a person gave. */
  amendments: number
  target: string | null
  effect: EffectKind | null
  confirmed: boolean
  decidedBy: string | null
}

async function perform(call: Call, input: unknown): Promise<ToolCallOutcome> {
  const { options } = call
  call.cut = redactingCut(options.redact)
  const judged = await judge(call, input)
  const { kind } = judged.found
  return options.inOrder
    ? options.inOrder(kind, (stale) => carryOut(call, judged, { stale }))
    : carryOut(call, judged, {})
}

/** A call as its tool reads it. */
interface Judged {
  readonly value: unknown
  readonly found: Effect
}

async function judge(call: Call, input: unknown): Promise<Judged> {
  const { tool, options } = call
  const judged = await within(options, async (signal) => {
    assertBounded(tool.name, input)
    const value = await parse(tool, input)
    const target = targetOf(tool, value)
    call.target = target
    return { value, found: await effectIn(call, value, signal) }
  })
  call.effect = judged.found.kind
  return judged
}

interface Circumstances {
  readonly stale?: boolean
  /** The question that a person answered with this input. */
  readonly answered?: Irreversible
}

async function carryOut(
  call: Call,
  { value, found }: Judged,
  { stale = false, answered }: Circumstances,
): Promise<ToolCallOutcome> {
  const { tool, options } = call
  const { taskId, context } = options
  const effect = stale ? await within(options, (signal) => effectIn(call, value, signal)) : found
  call.effect = effect.kind
  const { target } = call
  const block = await options.blockOn?.({ target, input: value, effect: effect.kind })
  if (block) throw new ArtooError('blocked_target', block)
  const decided = { tool, input: value, target, effect, caution: options.cautionOn?.(target) ?? null }
  const decision = await within(options, () => (options.decideOn ?? byGate)(decided))
  call.decidedBy = nameOf(decision)
  if (decision.verdict === 'refuse') throw refusal(`${tool.name}: ${decision.reason}`)
  if (decision.verdict === 'ask' && !isCovered(decision.question, answered)) {
    const answer = await authorise(call, value, decision)
    if (answer.done) return byHand(call, answer)
    if (isAmended(answer, [call.given, value])) return amended(call, answer.input, decision.question)
  }
  call.confirmed = decision.verdict === 'ask' || answered !== undefined
  // Who allowed a harmless call under caution did not allow what the tool would ask about by itself.
  const confirmed = effect.kind === 'irreversible'
  const execute = () =>
    within(options, async (signal) => {
      if (confirmed && options.mayExecute && !(await options.mayExecute())) throw takenOver(tool.name)
      const result = await tool.execute(value, contextOf(options, value, { signal, confirmed, taskId, context }))
      // Here, so that a result that comes too late for anybody is still heard out: it may hold promises that fail.
      return outputOf(call.cut, noted(call, resultText(tool.name, result)), outputLimitOf(tool))
    })
  const output = await (options.inTurn ? options.inTurn(execute) : execute())
  const change = 'change' in effect ? (effect.change ?? null) : null
  const said = { target, effect: effect.kind, code: null, confirmed: call.confirmed, change }
  return { status: 'ok' as const, ...output, ...said, ...decidedIn(call), ...inputOf(call) }
}

const byGate = (call: DecidedCall) => decide(call, gateAlone)

const gateAlone = {
  permissions: { allow: [], ask: [], deny: [], mode: undefined },
  mode: 'ask',
  grants: [],
  isNamed: () => false,
} as const

function nameOf({ by, rule }: Decision): string | null {
  if (by === 'gate') return null
  return rule === null ? by : `${by} ${rule}`
}

const decidedIn = ({ decidedBy }: Call) => (decidedBy === null ? {} : { decidedBy })

/** A yes to an input of the person's own covers what was asked about: the same reason, and no text that would be lost. */
function isCovered({ reason, change }: Irreversible, answered: Irreversible | undefined): boolean {
  return answered !== undefined && answered.reason === reason && !change
}

/** An input that is the call's own already, as it was given or as it was read, is a mere yes. */
function isAmended({ input }: ReadAnswer, own: readonly unknown[]): boolean {
  const same = (one: unknown) => isPlainData(one) && JSON.stringify(one) === JSON.stringify(input)
  return input !== undefined && !own.some(same)
}

/** The inputs that people may give to one call. */
const mostAmendments = 8

/** The call with another input goes the whole way again. */
async function amended(call: Call, input: unknown, answered: Irreversible): Promise<ToolCallOutcome> {
  if (call.amendments++ === mostAmendments) {
    throw new ArtooError('invalid_answer', `${call.tool.name} was given another input ${mostAmendments} times`)
  }
  call.given = input
  return carryOut(call, await judge(call, input), { answered })
}

const inputOf = ({ amendments, given }: Call) => (amendments > 0 ? { input: given } : {})

/** The text of a result, with the input that a person gave before it: the model knows only its own. */
function noted({ amendments, given, cut }: Call, text: string): string {
  return amendments > 0 ? `(a person changed the input to ${cut(JSON.stringify(given), 1_000)})\n${text}` : text
}

/** The result of a call that a person carried out. */
function byHand(call: Call, { note }: ReadAnswer): ToolCallOutcome {
  const { tool, target, effect } = call
  const text = `carried out by hand, by a person${note === null ? '' : `: ${note}`}`
  const said = { target, effect, code: null, confirmed: false, byHand: true, change: null, ...decidedIn(call) } as const
  return { status: 'ok', ...outputOf(call.cut, noted(call, text), outputLimitOf(tool)), ...said, ...inputOf(call) }
}

/** The key is made when the tool reads it: hashing a long input takes longer than most calls. */
function contextOf(
  { callId, attempt, fence, taskId, runOf, idempotencyKeyOf: keyOf }: ToolCallOptions,
  input: unknown,
  given: GivenContext,
): ToolContext {
  const whole = toolContext({ ...given, callId, attempt, fence, run: runOf?.(input) ?? { taskId } })
  if (!keyOf) return whole
  return Object.defineProperty({ ...whole }, 'idempotencyKey', { get: () => keyOf(input), enumerable: true })
}

async function effectIn({ tool, target, options, cut }: Call, value: unknown, signal: AbortSignal): Promise<Effect> {
  const { taskId, context } = options
  return effectOf(await tool.effect(value, { signal, taskId, context }), { tool: tool.name, target }, cut)
}

/** Bytes of one output that are kept beside what the model sees. */
const mostKept = 1_048_576

function outputOf(cut: Cut, text: string, limitBytes?: number): Pick<ToolCallOutcome, 'output' | 'fullOutput'> {
  const output = cut(text, limitBytes)
  return { output, fullOutput: output === text ? null : cut(text, mostKept) }
}

/** What can't be cut as it should be is not kept in part. */
function messageOf(cut: Cut, message: string): Pick<ToolCallOutcome, 'output' | 'fullOutput'> {
  try {
    return outputOf(cut, message)
  } catch (error) {
    return { output: errorMessage(error), fullOutput: null }
  }
}

async function within<Result>(
  { signal, clock, timeoutMs }: ToolCallOptions,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (!Number.isFinite(timeoutMs) || timeoutMs <= 0) {
    throw new ArtooError('invalid_value', 'timeoutMs must be a positive number', { field: 'timeoutMs' })
  }
  const deadline = deadlineFor(signal, { clock, timeoutMs, code: 'tool_timeout' })
  return deadline.race(() => work(deadline.signal)).finally(deadline.release)
}

function targetOf(tool: Tool, input: unknown): string | null {
  const target: unknown = tool.target(input)
  if (target === null || typeof target === 'string') return target
  unheard(target)
  throw new ArtooError('invalid_target', `the target of ${tool.name} must be a string or null`, { field: 'target' })
}

async function parse(tool: Tool, input: unknown): Promise<unknown> {
  try {
    return await tool.parse(input)
  } catch (cause) {
    throw new ArtooError('invalid_input', errorMessage(cause), { cause })
  }
}

async function authorise(call: Call, input: unknown, { question: danger, repeat }: Question): Promise<ReadAnswer> {
  const { confirm, signal, taskId, context, keepsRules = false } = call.options
  const would = `${call.tool.name} would ${danger.action} (${danger.reason})`
  if (!confirm) {
    throw refusal(`${would}. This host gave no confirm function, which alone can allow it`)
  }
  const { action, reason, change = null, parts, undo } = danger
  const offers = offersOf(repeat, keepsRules)
  const request = {
    ...{ tool: call.tool.name, target: call.target, input, action, reason, change },
    ...(parts && parts.length > 0 && { parts }),
    ...(undo && { undo }),
    ...(offers.length > 0 && { offers }),
  }
  const deadline = deadlineFor(signal)
  const answer = await deadline
    .race(async () => readConfirmAnswer(await confirm(request, { signal: deadline.signal, taskId, context })))
    .catch((error: unknown) => {
      if (signal.aborted) throw error
      if (errorCodeOf(error) === 'invalid_answer') throw invalidAnswer(`${would}. ${errorMessage(error)}`)
      throw refusal(`${would}. The host's confirm failed: ${errorMessage(error)}`)
    })
    .finally(deadline.release)
  const { allowed, done, note } = answer
  if (allowed || done) return answer
  throw refusal(`${would}. That was asked about and not allowed${note === null ? '' : `: ${note}`}`)
}

type Question = Extract<Decision, { verdict: 'ask' }>

function offersOf(repeat: Repeat | null, keepsRules: boolean): readonly Offer[] {
  if (repeat === null) return []
  const { rule, state, note = null, always } = repeat
  const task: Offer = { allow: 'task', rule, state, note }
  return always && keepsRules ? [task, { ...task, allow: 'always' }] : [task]
}

const takenOver = (name: string) =>
  new ArtooError('lease_lost', `${name} was not called: the task is another process's`)

const refusal = (message: string) => new ArtooError('law1_refused', message)
const invalidAnswer = (message: string) => new ArtooError('invalid_answer', message)

function failure(call: Call, error: unknown): ToolCallOutcome {
  const code = isAborted(call) ? 'aborted' : errorCodeOf(error)
  const message = code === 'aborted' ? 'the call was aborted' : errorMessage(error)
  const isNo = code === 'law1_refused' || code === 'invalid_answer'
  const refused = isNo || code === 'blocked_target'
  const output = messageOf(call.cut, isNo ? `[LAW1] refused: ${message}.` : noted(call, message))
  const { target, effect, confirmed } = call
  const said = { target, effect, code, confirmed, change: null }
  return { status: refused ? 'refused' : 'error', ...output, ...said, ...decidedIn(call), ...inputOf(call) }
}

/** Never throws: untyped callers give anything for options. */
function isAborted({ options }: Call): boolean {
  try {
    return options.signal.aborted
  } catch {
    return false
  }
}
