import {
  ArtooError,
  type Deadline,
  type Effect,
  type EffectKind,
  errorMessage,
  type Irreversible,
  isPlainData,
  type Tool,
  type ToolContext,
  unheard,
  within,
} from '@artoo/spec'
import { type ReadAnswer, readConfirmAnswer } from './confirm-answer.js'
import { type AskDecision, confirmRequest } from './confirm-request.js'
import { type Cut, messageOf, outputOf } from './cut-output.js'
import { effectOf } from './effect.js'
import { errorCodeOf } from './error-code-of.js'
import { assertBounded } from './input-size.js'
import { outputLimitOf } from './output-limit.js'
import { type Decision, decideByGate } from './permissions/decide.js'
import { resultText } from './result-text.js'
import { type ConfirmRequest, decideAgain, type ToolCallOptions, type ToolCallOutcome } from './tool-call.js'
import { type GivenContext, toolContext } from './tool-context.js'
import { truncateOutput } from './truncate-output.js'
import { redactingCut } from './truncate-redacted.js'

/**
 * Validates the input, asks the permissions, then executes: by the gate of Law 1 alone, a call runs unasked only if the
 * tool declares it `read`, or `repeatable` and under no caution. Never rejects, and never outlives its signal or its
 * time: a tool that ignores both is abandoned. A result that is neither text nor plain data, or bytes as base64, is an
 * error `invalid_result`. Input of more than 4 Mi characters or 200 levels is refused before the tool sees it. A tool
 * may also refuse while executing, by an `ArtooError` of code `law1_refused`.
 */
export async function runToolCall(tool: Tool, input: unknown, options: ToolCallOptions): Promise<ToolCallOutcome> {
  const call: Call = {
    ...{ tool, options, cut: truncateOutput, given: input, amendments: 0, ownInput: undefined },
    ...{ target: null, effect: null, confirmed: false, decidedBy: null },
  }
  try {
    return await perform(call, input)
  } catch (error) {
    return failure(call, error)
  }
}

interface Call {
  readonly tool: Tool
  readonly options: ToolCallOptions
  cut: Cut
  /** The input, before it is parsed. */
  given: unknown
  /** Inputs that a person gave. */
  amendments: number
  /** The last of them. */
  ownInput: unknown
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
  await options.foresee?.(() => questionNow(call, judged).catch(() => null))
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
  const judged = await inTime(options, async ({ signal }) => {
    assertBounded(tool.name, input)
    const value = await parse(tool, input)
    const target = targetOf(tool, value)
    call.target = target
    return { value, found: await effectIn(call, value, signal) }
  })
  call.effect = judged.found.kind
  assertReads(call)
  return judged
}

function assertReads({ tool, options, effect }: Call): void {
  if (options.readsOnly && effect !== 'read') throw readsOnly(tool.name, 'it would do more than read')
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
  const effect = stale ? await inTime(options, ({ signal }) => effectIn(call, value, signal)) : found
  call.effect = effect.kind
  assertReads(call)
  const { target } = call
  const block = await options.blockOn?.({ target, input: value, effect: effect.kind })
  if (block) throw new ArtooError('blocked_target', block)
  const decision = await decisionOn(call, value, effect)
  call.decidedBy = nameOf(decision)
  if (decision.verdict === 'refuse') throw refusal(`${tool.name}: ${decision.reason}`)
  if (decision.verdict === 'ask' && options.readsOnly) throw readsOnly(tool.name, 'a person would have to allow it')
  if (decision.verdict === 'ask' && !isCovered(decision.question, answered)) {
    const answer = await authorise(call, value, decision)
    if (answer === decideAgain) return carryOut(call, { value, found }, { stale: true, ...(answered && { answered }) })
    if (answer.done) return byHand(call, answer)
    if (isAmended(answer, [call.given, value])) return amended(call, answer.input, decision.question)
  }
  call.confirmed = decision.verdict === 'ask' || answered !== undefined
  // A yes to a harmless call under caution does not cover what the tool would ask about by itself.
  const confirmed = effect.kind === 'irreversible'
  const execute = () =>
    inTime(options, async (deadline) => {
      const { signal } = deadline
      if (confirmed && options.mayExecute && !(await options.mayExecute())) throw takenOver(tool.name)
      const result = await tool.execute(
        value,
        contextOf(options, value, { signal, confirmed, taskId, context, ask: askerIn(options, deadline) }),
      )
      // Read even when it comes too late to be used: the result may hold promises that fail.
      return outputOf(call.cut, noted(call, resultText(tool.name, result)), outputLimitOf(tool))
    })
  const output = await (options.inTurn ? options.inTurn(execute) : execute())
  const change = 'change' in effect ? (effect.change ?? null) : null
  const said = { target, effect: effect.kind, code: null, confirmed: call.confirmed, change }
  return { status: 'ok' as const, ...output, ...said, ...decidedIn(call), ...inputOf(call) }
}

function decisionOn({ tool, target, options }: Call, input: unknown, effect: Effect): Promise<Decision> {
  const decided = { tool, input, target, effect, caution: options.cautionOn?.(target) ?? null }
  return inTime(options, () => (options.decideOn ?? decideByGate)(decided))
}

/** The question that a person would be asked if it were the call's turn. */
async function questionNow(call: Call, { value, found }: Judged): Promise<ConfirmRequest | null> {
  const { target, options } = call
  if (await options.blockOn?.({ target, input: value, effect: found.kind })) return null
  const decision = await decisionOn(call, value, found)
  return decision.verdict === 'ask' ? requestOf(call, value, decision) : null
}

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
  call.ownInput = input
  const reviewed = (await call.options.onAmended?.(input)) ?? { input }
  if ('refused' in reviewed) {
    call.decidedBy = reviewed.decidedBy
    throw refusal(`${call.tool.name}: ${reviewed.refused}`)
  }
  call.given = reviewed.input
  // A yes to the person's own input is none to another.
  return carryOut(call, await judge(call, reviewed.input), reviewed.input === input ? { answered } : {})
}

const inputOf = ({ amendments, given }: Call) => (amendments > 0 ? { input: given } : {})

/** The text of a result, with the input that a person gave before it: the model knows only its own. */
function noted({ amendments, ownInput, cut }: Call, text: string): string {
  return amendments > 0 ? `(a person changed the input to ${cut(JSON.stringify(ownInput), 1_000)})\n${text}` : text
}

/** The result of a call that a person carried out. */
function byHand(call: Call, { note }: ReadAnswer): ToolCallOutcome {
  const { tool, target, effect } = call
  const text = `carried out by hand, by a person${note === null ? '' : `: ${note}`}`
  const said = { target, effect, code: null, confirmed: false, byHand: true, change: null, ...decidedIn(call) } as const
  return { status: 'ok', ...outputOf(call.cut, noted(call, text), outputLimitOf(tool)), ...said, ...inputOf(call) }
}

/** The time that people take is no time of the tool. */
function askerIn({ ask }: ToolCallOptions, deadline: Deadline): ToolContext['ask'] | undefined {
  return ask && ((questions) => ask(questions).finally(deadline.pause()))
}

/** The key is made when the tool reads it: hashing a long input takes longer than most calls. */
function contextOf(
  { callId, attempt, fence, taskId, readsOnly, runOf, onProgress, idempotencyKeyOf: keyOf }: ToolCallOptions,
  input: unknown,
  given: GivenContext,
): ToolContext {
  const whole = toolContext({
    ...{ ...given, callId, attempt, fence, onProgress, run: runOf?.(input) ?? { taskId } },
    ...(readsOnly && { readsOnly }),
  })
  if (!keyOf) return whole
  return Object.defineProperties({ ...whole }, { [makes]: { value: () => keyOf(input) }, idempotencyKey: made })
}

const makes = Symbol('makes idempotencyKey')

// All contexts share one getter, since V8 keeps all that a getter of an object closes over until its next full collection.
const made = {
  enumerable: true,
  get(this: { readonly [makes]: () => string }) {
    return this[makes]()
  },
}

async function effectIn({ tool, target, options, cut }: Call, value: unknown, signal: AbortSignal): Promise<Effect> {
  const { taskId, context } = options
  return effectOf(await tool.effect(value, { signal, taskId, context }), { tool: tool.name, target }, cut)
}

async function inTime<Result>(
  { signal, clock, timeoutMs }: ToolCallOptions,
  work: (deadline: Deadline) => Promise<Result>,
): Promise<Result> {
  if (!Number.isFinite(timeoutMs) || timeoutMs <= 0) {
    throw new ArtooError('invalid_value', 'timeoutMs must be a positive number', { field: 'timeoutMs' })
  }
  return within(signal, { clock, timeoutMs, code: 'tool_timeout' }, work)
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

async function authorise(call: Call, input: unknown, question: AskDecision): Promise<ReadAnswer | typeof decideAgain> {
  const { confirm, signal, taskId, context } = call.options
  const danger = question.question
  const would = `${call.tool.name} would ${danger.action} (${danger.reason})`
  if (!confirm) {
    throw refusal(`${would}. This host gave no confirm function, which alone can allow it`)
  }
  const request = requestOf(call, input, question)
  const answer = await within(signal, undefined, async (deadline) => {
    const answer = await confirm(request, { signal: deadline.signal, taskId, context })
    return answer === decideAgain ? decideAgain : readConfirmAnswer(answer)
  }).catch((error: unknown) => {
    if (signal.aborted) throw error
    if (errorCodeOf(error) === 'invalid_answer') throw invalidAnswer(`${would}. ${errorMessage(error)}`)
    throw refusal(`${would}. The host's confirm failed: ${errorMessage(error)}`)
  })
  if (answer === decideAgain) return answer
  const { allowed, done, note } = answer
  if (allowed || done) return answer
  throw refusal(`${would}. That was asked about and not allowed${note === null ? '' : `: ${note}`}`)
}

const requestOf = ({ tool, target, options }: Call, input: unknown, asked: AskDecision): ConfirmRequest =>
  confirmRequest({ tool: tool.name, target, input }, asked, options.keepsRules)

const takenOver = (name: string) =>
  new ArtooError('lease_lost', `${name} was not called: the task is another process's`)

const readsOnly = (name: string, why: string) =>
  new ArtooError('reads_only', `${name} was not called: ${why}, and this call may only read`)
const refusal = (message: string) => new ArtooError('law1_refused', message)
const invalidAnswer = (message: string) => new ArtooError('invalid_answer', message)

function failure(call: Call, error: unknown): ToolCallOutcome {
  const code = isAborted(call) ? 'aborted' : errorCodeOf(error)
  const message = code === 'aborted' ? 'the call was aborted' : errorMessage(error)
  const isNo = code === 'law1_refused' || code === 'invalid_answer'
  const refused = isNo || code === 'blocked_target' || code === 'reads_only'
  const output = messageOf(call.cut, isNo ? `[LAW1] refused: ${message}.` : noted(call, message))
  const { target, effect, confirmed } = call
  const said = { target, effect, code, confirmed, change: null }
  return { status: refused ? 'refused' : 'error', ...output, ...said, ...decidedIn(call), ...inputOf(call) }
}

/** Whether the call was aborted. Never throws, though an untyped caller may give anything for options. */
function isAborted({ options }: Call): boolean {
  try {
    return options.signal.aborted
  } catch {
    return false
  }
}
