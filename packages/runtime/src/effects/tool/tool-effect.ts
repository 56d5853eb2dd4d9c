import type { Port } from '@artoo/bus'
import type { Tool } from '@artoo/spec'
import { type BlockableCall, type Confirm, runToolCall, type ToolCallOutcome } from '@artoo/tools'
import { byName } from '../../by-name.js'
import type { Incoming } from '../../decider.js'
import { firstDifference } from '../../durable/first-difference.js'
import { type Effect, effect } from '../../effect.js'
import type { FairSlots } from '../../run/fair-slots.js'
import { oneByOne } from '../../run/one-by-one.js'
import type { RunScope } from '../../run/run-scope.js'
import type { HumanContracts } from '../human/human-contracts.js'
import { answeredBefore } from './answered-before.js'
import { callKeys } from './call-keys.js'
import { callLedger } from './call-ledger.js'
import { type CallOrder, type CallPlace, callOrder } from './call-order.js'
import { meaningOf } from './meaning-of.js'
import type { ToolCallRecord, ToolContracts } from './tool-contracts.js'
import { toolFacts } from './tool-facts.js'

export interface ToolEffectOptions {
  readonly tools: readonly Tool[]
  /** Places for executions in flight, over all runs. */
  readonly slots: FairSlots
}

type Contracts = ToolContracts<string> & HumanContracts<string>
type ToolPort = Port<Contracts, 'tools'>
type Request = Extract<Incoming<Contracts, 'tools'>, { type: 'ToolRequest' }>
type Answer = Extract<Incoming<Contracts, 'tools'>, { type: 'ConfirmationAnswer' }>['payload']

/**
 * Runs tool calls behind the Law 1 gate, and refuses what is blocked. Whether a call that is irreversible, or
 * under caution and no read, may be made is asked over the bus, one question at a time, so that question and answer stand in the log.
 *
 * @throws {ArtooError} `duplicate_name` for two tools of one name.
 */
export function toolEffect({ tools, slots }: ToolEffectOptions): Effect {
  const components = { tools: byName('tools', tools), slots }
  return effect({
    actor: 'tools',
    unanswered: 'ask',
    answers: { ToolRequest: ['ToolResult'] },
    facts: toolFacts(tools),
    bind: (port: ToolPort, scope) => bindToolService(port, scope, components),
  })
}

function allowedBy({ allowed, note }: Answer): boolean {
  if (note !== null) throw new Error(note)
  return allowed
}

/** The tool as it is, but for a call that a person knows to be done. */
function unlessDone(tool: Tool, done: () => string | undefined): Tool {
  const { name, description, inputSchema, maxOutputBytes } = tool
  return {
    ...{ name, description, inputSchema, maxOutputBytes },
    parse: (input) => tool.parse(input),
    target: (input) => tool.target(input),
    effect: (input, context) => tool.effect(input, context),
    execute: async (input, context) => done() ?? tool.execute(input, context),
  }
}

const maybeDone = 'it was under way when its process ended, so it may have been carried out already'

interface Components {
  readonly tools: ReadonlyMap<string, Tool>
  readonly slots: FairSlots
}

function bindToolService(port: ToolPort, scope: RunScope, { tools, slots }: Components): void {
  const { signal, clock, context, limits, people } = scope
  const inTurn = slots.forRun(signal)
  const asked = new Map<string, (answer: Answer) => void>()
  const answers = new Map<string, Pick<Answer, 'callId' | 'allowed'>>()
  const before = answeredBefore(scope, tools)
  /** What calls gave that an earlier process carried out, by their ids. */
  const done = new Map<string, string>()
  /** A person is asked one thing at a time. */
  const oneQuestion = oneByOne(signal)
  const orders = new Map<string, CallOrder>()
  const ledger = callLedger(scope.taskId)
  const keys = callKeys(scope, tools)

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

  /** An answer that still holds: a no, or one that was given for this process. */
  function answerBefore({ id, payload: { callId } }: Request): Answer | undefined {
    const answer = scope.unsure.has(id) ? before.ofCall.get(callId) : undefined
    return answer?.allowed === false || before.decidedNow === callId ? answer : undefined
  }

  /**
   * Whether a call that was under way may be made again unasked: its tool passes the key on, and what was allowed is this very action
   * under this very key. A person who said what it gave has carried it out without a key.
   */
  async function isRepeatable(request: Request, known: Tool, now: Parameters<Confirm>[0]): Promise<boolean> {
    const { callId, tool, input } = request.payload
    if (known.idempotent !== true || !mayBeDone(request)) return false
    const question = before.questionOf.get(callId)
    const isSame = question && firstDifference([question.action, question.change], [now.action, now.change]) === null
    if (!isSame || before.ofCall.get(callId)?.done !== undefined) return false
    const isSameKey = keys.loggedKeyOf({ callId, tool, input, parsed: now.input }) !== null
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

  function reasonOf(request: Request, danger: string, late: string | null): string {
    return mayBeDone(request) ? [danger, maybeDone, ...(late === null ? [] : [late])].join('; ') : danger
  }

  async function isOutdated(request: Request, { allowed, done }: Answer, late: string | null): Promise<boolean> {
    return allowed && done === undefined && (await lateResultOf(request)) !== late
  }

  /** Asks over the bus. */
  function confirmOver(request: Request, called: Tool): Confirm {
    const { id, payload } = request
    const { callId, key, input } = payload
    const known = answerBefore(request)
    return async (asking) => {
      const { tool, target, input: parsed, action, reason: danger, change } = asking
      const ask = async (): Promise<boolean> => {
        const late = await lateResultOf(request)
        const meaning = meaningOf(tool, { input, parsed })
        const earlier = await earlierAnswer(meaning)
        const reason = reasonOf(request, danger, late)
        const idempotencyKey = keys.keyOf({ callId, tool, input, parsed })
        const question = { key, callId, tool, target, input, action, reason, change, earlier, idempotencyKey }
        const answered = new Promise<Answer>((resolve) => asked.set(callId, resolve))
        port.publish({ type: 'ConfirmationRequest', to: 'host', payload: question }, { causationId: id })
        const answer = await answered
        // A call that was allowed may soon be under way in the world: the log must know before it is.
        if (!(await scope.mayBegin())) return false
        // Who allowed the call had not seen what came meanwhile.
        if (await isOutdated(request, answer, late)) return ask()
        if (answer.done !== undefined) done.set(callId, answer.done)
        // A no doesn't undo what was allowed before it.
        if (answer.allowed || !earlier?.allowed) answers.set(meaning, { callId, allowed: answer.allowed })
        return allowedBy(answer)
      }
      if (await isRepeatable(request, called, asking)) return true
      return known ? allowedBy(known) : holding(id, () => oneQuestion(ask))
    }
  }

  async function earlierAnswer(meaning: string): Promise<Pick<Answer, 'callId' | 'allowed'> | null> {
    const answer = answers.get(meaning) ?? (await before.byMeaning()).get(meaning)
    return answer ? { callId: answer.callId, allowed: answer.allowed } : null
  }

  /** A call that waits for a person, or behind one that does, keeps nobody busy. */
  function holding<Result>(requestId: string, work: () => Promise<Result>): Promise<Result> {
    return work().finally(scope.hold(requestId))
  }

  async function run(request: Request, { inOrder }: CallPlace): Promise<ToolCallOutcome> {
    const { callId, attempt, tool: name, input, blockedTargets, cautions } = request.payload
    const known = tools.get(name)
    if (!known) {
      const output = `there is no tool ${name}`
      const nothing = { target: null, effect: null, fullOutput: null, confirmed: false, change: null }
      return { status: 'refused', output, code: 'unknown_tool', ...nothing }
    }
    const blockOn = (call: BlockableCall) =>
      ledger.refusalOf({ ...call, callId, tool: name, given: input }, blockedTargets)
    const cautionOn = (target: string | null) =>
      cautions
        .filter((caution) => caution.tool === name && caution.target === target)
        .map(({ reason }) => reason)
        .join('; ') || null
    const mayAsk = people.mayConfirm || answerBefore(request) || (known.idempotent && mayBeDone(request))
    const confirm = mayAsk ? confirmOver(request, known) : undefined
    const timeoutMs = limits.toolTimeoutMs
    const tool = mayBeDone(request) ? unlessDone(known, () => done.get(request.payload.callId)) : known
    const idempotencyKeyOf = (parsed: unknown) => keys.keyOf({ callId, tool: name, input, parsed })
    const ofCall = { callId, attempt, idempotencyKeyOf, fence: scope.epoch, mayExecute: scope.holds }
    const inRun = { run: scope, taskId: scope.taskId, context, signal, clock, timeoutMs, ...ofCall }
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
    return runToolCall(tool, input, { ...inRun, confirm, blockOn, cautionOn, inTurn, inOrder: waitingInOrder })
  }

  async function answer(request: Request, place: CallPlace): Promise<void> {
    if (!(await scope.mayBegin())) return
    const { from: to, payload } = request
    const { key, callId: id, attempt, tool, input } = payload
    await keys.ready()
    const startedAt = clock.now()
    const outcome = await run(request, place)
    if (signal.aborted) return
    const now = clock.now()
    const result = { key, id, attempt, tool, input, ...outcome, durationMs: now - startedAt }
    ledger.note(result, now)
    port.publish({ type: 'ToolResult', to, payload: result }, { causationId: request.id })
  }

  port.receive((message) => {
    if (message.type === 'ToolRequest') {
      const place = orderOf(message.payload.key).enter()
      return answer(message, place).finally(place.leave)
    }
    ledger.waited()
    asked.get(message.payload.callId)?.(message.payload)
    asked.delete(message.payload.callId)
  })
}
