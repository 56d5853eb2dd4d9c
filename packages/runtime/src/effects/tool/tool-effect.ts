import type { Port } from '@artoo/bus'
import { escaped } from '@artoo/llm'
import { ArtooError, type Change, stopwatch, type Tool } from '@artoo/spec'
import {
  type BlockableCall,
  type Confirm,
  type ConfirmAnswer,
  type DecidedCall,
  knownPermissions,
  type Permissions,
  runToolCall,
  type ToolCallOutcome,
} from '@artoo/tools'
import { byName } from '../../by-name.js'
import type { Incoming } from '../../decider.js'
import { firstDifference } from '../../durable/first-difference.js'
import { type Effect, effect } from '../../effect.js'
import { cuttingBeside } from '../../journal/cutting-beside.js'
import type { FairSlots } from '../../run/fair-slots.js'
import { oneByOne } from '../../run/one-by-one.js'
import type { RunScope } from '../../run/run-scope.js'
import type { HumanContracts } from '../human/human-contracts.js'
import { answeredBefore, outweighs } from './answered-before.js'
import { callKeys } from './call-keys.js'
import { callLedger, targetsWrittenIn } from './call-ledger.js'
import { type CallOrder, type CallPlace, callOrder } from './call-order.js'
import { meaningOf } from './meaning-of.js'
import { outsideSources, purposeOf } from './question-about.js'
import { refusals } from './refusals.js'
import { type InstancePermissions, type OnAlways, runPermissions } from './run-permissions.js'
import type { ToolCallRecord, ToolContracts } from './tool-contracts.js'
import { toolFacts } from './tool-facts.js'

export interface ToolEffectOptions {
  readonly tools: readonly Tool[]
  /** Places for executions in flight, over all runs. */
  readonly slots: FairSlots
  /** Rules and mode for all runs. @defaultValue no rules, mode `ask` */
  readonly permissions?: Permissions | undefined
  /** @defaultValue `always` is not offered to people */
  readonly onAlways?: OnAlways | undefined
}

type Contracts = ToolContracts<string> & HumanContracts<string>
type ToolPort = Port<Contracts, 'tools'>
type Request = Extract<Incoming<Contracts, 'tools'>, { type: 'ToolRequest' }>
type Answer = Extract<Incoming<Contracts, 'tools'>, { type: 'ConfirmationAnswer' }>['payload']

/**
 * Runs tool calls behind the Law 1 gate, and refuses what is blocked. Whether a call that is irreversible, or
 * under caution and no read, may be made is asked over the bus, one question at a time, so that question and answer stand in the log.
 *
 * @throws {ArtooError} `duplicate_name` for two tools of one name, `invalid_rule` and `invalid_option` for permissions that can't be read.
 */
export function toolEffect({ tools, slots, permissions, onAlways }: ToolEffectOptions): Effect {
  const known = knownPermissions(permissions, tools)
  const instance = { permissions: known, onAlways, always: [] }
  const components = { tools: byName('tools', tools), slots, instance }
  return effect({
    actor: 'tools',
    unanswered: 'ask',
    answers: { ToolRequest: ['ToolResult'] },
    facts: toolFacts(tools, known),
    bind: (port: ToolPort, scope) => bindToolService(port, scope, components),
  })
}

/** @throws {ArtooError} `invalid_answer`; an `Error` when nobody answered. */
function answerIn({ allowed, note, done, input, code }: Answer): ConfirmAnswer {
  const words = note ?? undefined
  if (allowed) return { allow: 'once', note: words, ...(input !== undefined && { input }) }
  if (code === 'invalid_answer') throw new ArtooError(code, note ?? 'it can’t be read')
  if (code !== undefined) throw new Error(words)
  return { allow: false, note: words, done }
}

type EarlierAnswer = Pick<Answer, 'callId' | 'allowed' | 'done'>

const maybeDone = 'it was under way when its process ended, so it may have been carried out already'
const doneInEarlierRun =
  'an earlier run that this one repeats was allowed to make it, so it may have been carried out already'

interface Components {
  readonly tools: ReadonlyMap<string, Tool>
  readonly slots: FairSlots
  readonly instance: InstancePermissions
}

/** The input with which a call is made: the model's, or a person's own. */
interface Made {
  input: unknown
}

interface Called extends Made {
  readonly tool: Tool
}

const sizesOf = (change: Change | null) => change && [change.bytesBefore, change.bytesAfter]

function bindToolService(port: ToolPort, scope: RunScope, { tools, slots, instance }: Components): void {
  const { signal, clock, context, limits, people } = scope
  const inTurn = slots.forRun(signal)
  const waiting = new Map<string, (answer: Answer) => void>()
  const answers = new Map<string, EarlierAnswer>()
  const before = answeredBefore(scope, tools)
  const refused = refusals(before)
  const permitted = runPermissions(scope, [...tools.values()], instance)
  const sources = cuttingBeside(scope.redact)(() => outsideSources(scope.history))
  /** A person is asked one thing at a time. */
  const oneQuestion = oneByOne(signal)
  const orders = new Map<string, CallOrder>()
  const cutting = cuttingBeside(scope.redact)
  const ledger = callLedger(scope.taskId, targetsWrittenIn(scope.history))
  const keys = callKeys(scope, tools)
  /** A call of a run that is about to end has no result: nobody is to hear one before the run's signal aborts. */
  const theEnd = new Promise<never>(() => {})
  const mayExecute = async () => (await scope.holds()) || theEnd

  function orderOf(key: string): CallOrder {
    const order = orders.get(key) ?? callOrder(oneByOne(signal))
    orders.set(key, order)
    return order
  }

  /** An earlier process was allowed to make the call, and died without a result. */
  function mayBeDone({ id, payload }: Request): boolean {
    const { callId } = payload
    return scope.unsure.has(id) && before.ofCall.get(callId)?.allowed === true && before.decidedNow !== callId
  }

  /** An earlier process may have made the call, which a rule allowed, and died without a result. */
  function isInDoubt({ id, payload: { callId } }: Request, { idempotent }: Tool): boolean {
    return scope.unsure.has(id) && !before.questionOf.has(callId) && idempotent !== true
  }

  /** An answer that still holds: a no, or one that was given for this process. */
  function answerBefore({ id, payload: { callId } }: Request): Answer | undefined {
    const answer = scope.unsure.has(id) ? before.ofCall.get(callId) : undefined
    return answer?.allowed === false || before.decidedNow === callId ? answer : undefined
  }

  /** The input of a call is a person's own when one was given before, by an earlier process. */
  function inputBefore({ id, payload: { callId, input } }: Request): unknown {
    return scope.unsure.has(id) ? (before.inputOf.get(callId) ?? input) : input
  }

  /**
   * Whether a call that was under way may be made again unasked: its tool passes the key on, and what was allowed is this very action
   * under this very key.
   */
  async function isRepeatable(request: Request, called: Called, now: Parameters<Confirm>[0]): Promise<boolean> {
    const { callId, tool } = request.payload
    if (called.tool.idempotent !== true || !mayBeDone(request)) return false
    const question = before.questionOf.get(callId)
    const asked = question && [question.full, sizesOf(question.change)]
    if (!asked || firstDifference(asked, [escaped(now.action), sizesOf(now.change)]) !== null) return false
    const isSameKey = keys.loggedKeyOf({ callId, tool, input: called.input, parsed: now.input }) !== null
    return isSameKey && (await lateResultOf(request)) === null
  }

  /** The result that an earlier owner wrote when the task was no longer its own, in words for a person; null when there is none. */
  async function lateResultOf(request: Request): Promise<string | null> {
    if (!mayBeDone(request)) return null
    const results = (await scope.late())
      .filter(({ type }) => type === 'ToolResult')
      .map(({ payload }) => payload as ToolCallRecord)
    const last = results.findLast(({ id }) => id === request.payload.callId)
    return last
      ? `a result of it came too late to count (${last.status}): ${JSON.stringify(last.output.slice(0, 200))}`
      : null
  }

  function reasonOf(request: Request, danger: string, late: string | null, key: string): string {
    if (mayBeDone(request)) return [danger, maybeDone, ...(late === null ? [] : [late])].join('; ')
    return scope.wasAllowed(key) ? `${danger}; ${doneInEarlierRun}` : danger
  }

  async function isOutdated(request: Request, { allowed }: Answer, late: string | null): Promise<boolean> {
    return allowed && (await lateResultOf(request)) !== late
  }

  /** Asks over the bus. */
  function confirmOver(request: Request, called: Called): Confirm {
    const { id, payload } = request
    const { callId, key } = payload
    let known = answerBefore(request)
    return async (asking) => {
      const { tool, target, input: parsed, action, reason: danger, change, ...shown } = asking
      const { input } = called
      const ask = async (): Promise<ConfirmAnswer> => {
        const late = await lateResultOf(request)
        const meaning = meaningOf(tool, { input, parsed })
        const isUnsure = mayBeDone(request)
        const isAmended = !isUnsure && input !== payload.input
        // The yes that came with it was to what has not been done.
        if (isAmended && answers.get(meaning)?.callId === callId) answers.delete(meaning)
        const earlier = await earlierAnswer(meaning)
        const idempotencyKey = keys.keyOf({ callId, tool, input, parsed })
        const reason = reasonOf(request, danger, late, idempotencyKey)
        const asked = { key, callId, tool, target, input, action, full: escaped(action), reason, change, earlier }
        const purpose = cutting(() => purposeOf(payload, scope.words()))
        const about = { ...shown, ...purpose, ...sources.named() }
        const question = { ...asked, ...about, idempotencyKey, ...(isAmended && { amended: true as const }) }
        const answered = new Promise<Answer>((resolve) => waiting.set(callId, resolve))
        port.publish({ type: 'ConfirmationRequest', to: 'host', payload: question }, { causationId: id })
        const answer = await answered
        // A call that was allowed may soon be under way in the world: the log must know before it is.
        if (!(await scope.mayBegin())) return theEnd
        // Who allowed the call had not seen what came meanwhile.
        if (await isOutdated(request, answer, late)) return ask()
        refused.note(question, answer)
        permitted.answered(question, answer)
        await keep(answer, tool, { input, parsed })
        return taken(answer)
      }
      const taken = (answer: Answer) => {
        known = undefined
        if (answer.allowed && answer.input !== undefined) called.input = answer.input
        return answerIn(answer)
      }
      if (await isRepeatable(request, called, asking)) return true
      return known
        ? taken(known)
        : holding(id, () => oneQuestion(async () => standingNo(request, called, asking) ?? ask()))
    }
  }

  /** A no to the same call. A person who gave this input, or who has to tell what became of a call, is asked. */
  function standingNo(
    request: Request,
    { input }: Made,
    { tool, action, change }: Parameters<Confirm>[0],
  ): ConfirmAnswer | null {
    if (mayBeDone(request) || input !== request.payload.input) return null
    const note = refused.standing({ tool, input, action, change })
    return note === null ? null : { allow: false, note }
  }

  async function earlierAnswer(meaning: string): Promise<EarlierAnswer | null> {
    const answer = answers.get(meaning) ?? (await before.byMeaning()).get(meaning)
    return answer ? { callId: answer.callId, allowed: answer.allowed, ...(answer.done && { done: true }) } : null
  }

  /** Takes in an answer, by the meaning of the call that it is about: that of a person's own input, when it gives one. */
  async function keep(answer: Answer, tool: string, asked: { input: unknown; parsed: unknown }): Promise<void> {
    const { callId, allowed, done, input } = answer
    const parse = async () => tools.get(tool)?.parse(input)
    const about = input === undefined ? asked : { input, parsed: await parse().catch(() => undefined) }
    const meaning = meaningOf(tool, about)
    if (!outweighs(answer, (await earlierAnswer(meaning)) ?? undefined)) return
    answers.set(meaning, { callId, allowed, ...(done && { done }) })
  }

  /** A call that waits for a person, or behind one that does, keeps nobody busy. */
  function holding<Result>(requestId: string, work: () => Promise<Result>): Promise<Result> {
    return work().finally(scope.hold(requestId))
  }

  async function run(request: Request, made: Made, { inOrder }: CallPlace): Promise<ToolCallOutcome> {
    const { callId, attempt, tool: name, blockedTargets, cautions } = request.payload
    const tool = tools.get(name)
    if (!tool) {
      const output = `there is no tool ${name}`
      const nothing = { target: null, effect: null, fullOutput: null, confirmed: false, change: null }
      return { status: 'refused', output, code: 'unknown_tool', ...nothing }
    }
    const blockOn = (call: BlockableCall) =>
      cutting(() => ledger.refusalOf({ ...call, callId, tool: name, given: made.input }, blockedTargets))
    const cautionOn = (target: string | null) =>
      cautions
        .filter((caution) => caution.tool === name && caution.target === target)
        .map(({ reason }) => reason)
        .join('; ') || null
    const mayAsk = people.mayConfirm || answerBefore(request) || (tool.idempotent && mayBeDone(request))
    const called: Called = Object.assign(made, { tool })
    const confirm = mayAsk ? confirmOver(request, called) : undefined
    const timeoutMs = limits.toolTimeoutMs
    const idempotencyKeyOf = (parsed: unknown) => keys.keyOf({ callId, tool: name, input: made.input, parsed })
    const runOf = (parsed: unknown) => scope.part(() => idempotencyKeyOf(parsed))
    const ofCall = { callId, attempt, idempotencyKeyOf, runOf, fence: scope.epoch, mayExecute }
    const ofRun = { redact: scope.redact, taskId: scope.taskId, context, signal, clock, timeoutMs }
    const inRun = { ...ofRun, ...ofCall }
    const waitingInOrder: typeof inOrder = (kind, work) => {
      const goOn = scope.hold(request.id)
      return inOrder(kind, (stale) => {
        goOn()
        // Before the next call begins, whose key depends on it: what ends without a result throws.
        const ended = (status: 'ok' | 'error') => () => keys.ended(callId, status)
        const carriedOut = work(stale)
        carriedOut.then(ended('ok'), ended('error'))
        return carriedOut
      })
    }
    const doubt = isInDoubt(request, tool) ? maybeDone : null
    const decideOn = (call: DecidedCall) => permitted.decide(call, doubt)
    const gate = { confirm, blockOn, cautionOn, decideOn, keepsRules: permitted.keepsRules }
    return runToolCall(tool, made.input, { ...inRun, ...gate, inTurn, inOrder: waitingInOrder })
  }

  async function answer(request: Request, place: CallPlace): Promise<void> {
    if (!(await scope.mayBegin())) return
    const { from: to, payload } = request
    const { key, callId: id, attempt, tool } = payload
    await keys.ready()
    const elapsed = stopwatch(clock)
    const made = { input: inputBefore(request) }
    const outcome = await run(request, made, place)
    if (signal.aborted) return
    const result = { key, id, attempt, tool, input: made.input, ...outcome, durationMs: elapsed() }
    ledger.note(result, clock.now())
    cutting(() => sources.note(result))
    port.publish({ type: 'ToolResult', to, payload: result }, { causationId: request.id })
  }

  port.receive((message) => {
    if (message.type === 'ToolRequest') {
      const place = orderOf(message.payload.key).enter()
      return answer(message, place).finally(place.leave)
    }
    if (message.type === 'ModeChanged') return
    ledger.answered(message.payload.callId)
    waiting.get(message.payload.callId)?.(message.payload)
    waiting.delete(message.payload.callId)
  })
}
