import {
  ArtooError,
  type Deadline,
  type Effect,
  errorMessage,
  type Irreversible,
  isPlainData,
  type Tool,
  type ToolContext,
  within,
} from '@artoo/spec'
import { type ReadAnswer, readConfirmAnswer } from './confirm-answer.js'
import { type AskDecision, confirmRequest } from './confirm-request.js'
import { messageOf, outputOf } from './cut-output.js'
import { errorCodeOf } from './error-code-of.js'
import {
  assertReads,
  type Call,
  effectIn,
  inTime,
  type Judged,
  judge,
  readsOnly,
  shown,
  shownResult,
} from './judged-call.js'
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
    ...{
      tool,
      options,
      vault: undefined,
      cut: truncateOutput,
      given: input,
      amendments: 0,
      ownInput: undefined,
      withheld: [],
    },
    ...{ target: null, effect: null, confirmed: false, decidedBy: null },
  }
  try {
    return await perform(call, input)
  } catch (error) {
    return failure(call, error)
  }
}

async function perform(call: Call, input: unknown): Promise<ToolCallOutcome> {
  const { options } = call
  const cut = redactingCut(options.redact)
  call.cut = (text, limitBytes) => cut(shown(call, text), limitBytes)
  call.vault = options.vault
  call.vault?.look()
  const judged = await judge(call, input)
  const { kind } = judged.effect
  await options.foresee?.(() => questionNow(call, judged).catch(() => null))
  return options.inOrder
    ? options.inOrder(kind, (stale) => carryOut(call, judged, { stale }))
    : carryOut(call, judged, {})
}

interface Circumstances {
  readonly stale?: boolean
  /** The question that a person answered with this input. */
  readonly answered?: Irreversible | undefined
}

async function carryOut(
  call: Call,
  judged: Judged,
  { stale = false, answered }: Circumstances,
): Promise<ToolCallOutcome> {
  const { tool, options, target } = call
  const { value, real } = judged
  const effect = stale ? await inTime(options, ({ signal }) => effectIn(call, judged, signal)) : judged.effect
  assertReads(call)
  const block = await options.blockOn?.({ target, input: value, effect: call.effect ?? effect.kind })
  if (block) throw new ArtooError('blocked_target', block)
  const decision = await decisionOn(call, real, effect)
  // A call about whose secrets nobody is asked is made with the placeholders, if that is allowed.
  if (judged.secrets.length > 0 && !isAskable(decision, options)) {
    call.withheld = judged.secrets
    return carryOut(call, await judge(call, call.given, true), { answered })
  }
  call.decidedBy = nameOf(decision)
  if (decision.verdict === 'refuse') throw refusal(`${tool.name}: ${decision.reason}`)
  if (decision.verdict === 'ask' && options.readsOnly) throw readsOnly(tool.name, 'a person would have to allow it')
  if (decision.verdict === 'ask' && !isCovered(decision.question, answered)) {
    const answer = await authorise(call, value, decision)
    if (answer === decideAgain) return carryOut(call, judged, { stale: true, answered })
    if (answer.done) return byHand(call, answer)
    if (isAmended(answer, [call.given, value])) return amended(call, answer.input, decision.question)
  }
  call.confirmed = decision.verdict === 'ask' || answered !== undefined
  return execute(call, judged, effect)
}

async function execute(call: Call, { value, real }: Judged, effect: Effect): Promise<ToolCallOutcome> {
  const { tool, options, target } = call
  const { taskId, context } = options
  // A yes to a harmless call under caution does not cover what the tool would ask about by itself.
  const confirmed = effect.kind === 'irreversible'
  const carriedOut = () =>
    inTime(options, async (deadline) => {
      const { signal } = deadline
      if (confirmed && options.mayExecute && !(await options.mayExecute())) throw takenOver(tool.name)
      const result = await tool.execute(
        real,
        contextOf(options, value, { signal, confirmed, taskId, context, ask: askerIn(options, deadline) }),
      )
      // Read even when it comes too late to be used: the result may hold promises that fail.
      return outputOf(call.cut, noted(call, shownResult(call, resultText(tool.name, result))), outputLimitOf(tool))
    })
  const output = await (options.inTurn ? options.inTurn(carriedOut) : carriedOut())
  const change = 'change' in effect ? (effect.change ?? null) : null
  const said = { target, effect: call.effect, code: null, confirmed: call.confirmed, change }
  return { status: 'ok' as const, ...output, ...said, ...decidedIn(call), ...inputOf(call) }
}

/** Whether a person decides about a call. */
const isAskable = ({ verdict }: Decision, { confirm, readsOnly = false }: ToolCallOptions) =>
  verdict === 'ask' && confirm !== undefined && !readsOnly

function decisionOn({ tool, target, options }: Call, input: unknown, effect: Effect): Promise<Decision> {
  const decided = { tool, input, target, effect, caution: options.cautionOn?.(target) ?? null }
  return inTime(options, () => (options.decideOn ?? decideByGate)(decided))
}

/** The question that a person would be asked if it were the call's turn. */
async function questionNow(call: Call, { value, real, effect }: Judged): Promise<ConfirmRequest | null> {
  const { target, options } = call
  if (await options.blockOn?.({ target, input: value, effect: call.effect ?? effect.kind })) return null
  const decision = await decisionOn(call, real, effect)
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
  call.withheld = []
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

/** The text of a result, with what the tool got in place of the model's input: a person's own, or placeholders without their values. */
function noted({ amendments, ownInput, withheld, cut }: Call, text: string): string {
  const notes = [
    amendments > 0 && `(a person changed the input to ${cut(JSON.stringify(ownInput), 1_000)})\n`,
    withheld.length > 0 &&
      `(the tool got the placeholder of ${withheld.join(', ')} and not its value, which nobody is here to allow)\n`,
  ]
  return notes.filter((note) => note !== false).join('') + text
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

async function authorise(call: Call, input: unknown, question: AskDecision): Promise<ReadAnswer | typeof decideAgain> {
  const { confirm, signal, taskId, context } = call.options
  const request = requestOf(call, input, question)
  const would = `${call.tool.name} would ${request.action} (${request.reason})`
  if (!confirm) {
    throw refusal(`${would}. This host gave no confirm function, which alone can allow it`)
  }
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

function requestOf(call: Call, input: unknown, asked: AskDecision): ConfirmRequest {
  const { tool, target, options } = call
  return shown(call, confirmRequest({ tool: tool.name, target, input }, asked, options.keepsRules))
}

const takenOver = (name: string) =>
  new ArtooError('lease_lost', `${name} was not called: the task is another process's`)

const refusal = (message: string) => new ArtooError('law1_refused', message)
const invalidAnswer = (message: string) => new ArtooError('invalid_answer', message)

function failure(call: Call, error: unknown): ToolCallOutcome {
  const code = isAborted(call) ? 'aborted' : errorCodeOf(error)
  const message = code === 'aborted' ? 'the call was aborted' : shownResult(call, errorMessage(error))
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
