import type { Port } from '@artoo/bus'
import type { Tool } from '@artoo/spec'
import { type Confirm, runToolCall, type ToolCallOutcome } from '@artoo/tools'
import { byName } from '../../by-name.js'
import type { Incoming } from '../../decider.js'
import { type Effect, effect } from '../../effect.js'
import type { FairSlots } from '../../run/fair-slots.js'
import { oneByOne } from '../../run/one-by-one.js'
import type { RunScope } from '../../run/run-scope.js'
import type { HumanContracts } from '../human/human-contracts.js'
import { type CallOrder, type CallPlace, callOrder } from './call-order.js'
import { meaningOf } from './meaning-of.js'
import type { ToolContracts } from './tool-contracts.js'

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
 * Runs tool calls behind the Law 1 gate, and refuses a (tool, target) that is blocked. Whether a call that is irreversible, or
 * under caution and no read, may be made is asked over the bus, one question at a time, so that question and answer stand in the log.
 *
 * @throws {ArtooError} `duplicate_name` for two tools of one name.
 */
export function toolEffect({ tools, slots }: ToolEffectOptions): Effect {
  const components = { tools: byName('tools', tools), slots }
  return effect({
    actor: 'tools',
    unanswered: 'ask',
    bind: (port: ToolPort, scope) => bindToolService(port, scope, components),
  })
}

interface Components {
  readonly tools: ReadonlyMap<string, Tool>
  readonly slots: FairSlots
}

function bindToolService(port: ToolPort, scope: RunScope, { tools, slots }: Components): void {
  const { signal, clock, context, limits, people } = scope
  const inTurn = slots.forRun(signal)
  const asked = new Map<string, (answer: Answer) => void>()
  const answers = new Map<string, Pick<Answer, 'callId' | 'allowed'>>()
  /** A person is asked one thing at a time. */
  const oneQuestion = oneByOne(signal)
  const orders = new Map<string, CallOrder>()

  function orderOf(key: string): CallOrder {
    const order = orders.get(key) ?? callOrder(oneByOne(signal))
    orders.set(key, order)
    return order
  }

  function confirmOver({ id, payload }: Request): Confirm {
    const { callId, key, input } = payload
    return ({ tool, target, input: parsed, action, reason, change }) =>
      oneQuestion(async () => {
        const meaning = meaningOf(tool, { input, parsed })
        const earlier = answers.get(meaning) ?? null
        const question = { key, callId, tool, target, input, action, reason, change, earlier }
        const answered = new Promise<Answer>((resolve) => asked.set(callId, resolve))
        port.publish({ type: 'ConfirmationRequest', to: 'host', payload: question }, { causationId: id })
        const { allowed, note } = await answered
        // A no doesn't undo what was allowed before it.
        if (allowed || !earlier?.allowed) answers.set(meaning, { callId, allowed })
        if (note !== null) throw new Error(note)
        return allowed
      })
  }

  async function run(request: Request, { inOrder }: CallPlace): Promise<ToolCallOutcome> {
    const { tool: name, input, blockedTargets, cautions } = request.payload
    const tool = tools.get(name)
    if (!tool) {
      const output = `there is no tool ${name}`
      const nothing = { target: null, effect: null, fullOutput: null, confirmed: false, change: null }
      return { status: 'refused', output, code: 'unknown_tool', ...nothing }
    }
    const isBlocked = (target: string | null) =>
      blockedTargets.some((blocked) => blocked.tool === name && blocked.target === target)
    const cautionOn = (target: string | null) =>
      cautions
        .filter((caution) => caution.tool === name && caution.target === target)
        .map(({ reason }) => reason)
        .join('; ') || null
    const confirm = people.mayConfirm ? confirmOver(request) : undefined
    const timeoutMs = limits.toolTimeoutMs
    const inRun = { run: scope, taskId: scope.taskId, context, signal, clock, timeoutMs }
    return runToolCall(tool, input, { ...inRun, confirm, isBlocked, cautionOn, inTurn, inOrder })
  }

  async function answer(request: Request, place: CallPlace): Promise<void> {
    if (!(await scope.mayBegin())) return
    const { from: to, payload } = request
    const { key, callId: id, attempt, tool, input } = payload
    const startedAt = clock.now()
    const outcome = await run(request, place)
    if (signal.aborted) return
    const result = { key, id, attempt, tool, input, ...outcome, durationMs: clock.now() - startedAt }
    port.publish({ type: 'ToolResult', to, payload: result }, { causationId: request.id })
  }

  port.receive((message) => {
    if (message.type === 'ToolRequest') {
      const place = orderOf(message.payload.key).enter()
      return answer(message, place).finally(place.leave)
    }
    asked.get(message.payload.callId)?.(message.payload)
    asked.delete(message.payload.callId)
  })
}
