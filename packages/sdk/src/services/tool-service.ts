import type { Port } from '@artoo/bus'
import type { ArtooContracts, Incoming } from '@artoo/roles'
import type { Clock, Tool } from '@artoo/spec'
import { type Confirm, runToolCall, type ToolCallOutcome } from '@artoo/tools'
import pLimit from 'p-limit'
import { type CallOrder, callOrder } from './call-order.js'
import { type InSlot, slotsFor } from './slots.js'

export interface ToolServiceComponents {
  readonly tools: ReadonlyMap<string, Tool>
  /** Whether there is anybody to ask. */
  readonly hasConfirm: boolean
  readonly taskId: string
  readonly context: unknown
  readonly clock: Clock
  readonly inSlot: InSlot
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

type Request = Extract<Incoming<'tools'>, { type: 'ToolRequest' }>
type Answer = Extract<Incoming<'tools'>, { type: 'ConfirmationAnswer' }>['payload']

/**
 * Runs the executors' tool calls behind the Law 1 gate, and refuses a (tool, target) that is blocked. Whether an
 * irreversible call may be made is asked over the bus, one question at a time, so that question and answer stand in the
 * log. What a turn changes is changed in the model's order; what it reads is read side by side.
 */
export function bindToolService(port: Port<ArtooContracts, 'tools'>, components: ToolServiceComponents): void {
  const { tools, hasConfirm, taskId, context, clock, inSlot: inTurn, timeoutMs, signal } = components
  const asked = new Map<string, (answer: Answer) => void>()
  const answers = new Map<string, Pick<Answer, 'callId' | 'allowed'>>()
  /** A person is asked one thing at a time. */
  const oneQuestion = slotsFor(pLimit(1), signal)
  const orders = new Map<string, CallOrder>()

  function orderOf(subtaskId: string): CallOrder {
    const order = orders.get(subtaskId) ?? callOrder(slotsFor(pLimit(1), signal))
    orders.set(subtaskId, order)
    return order
  }

  function confirmOver({ id, payload }: Request): Confirm {
    const { callId, subtaskId, input } = payload
    return ({ tool, target, action, reason, change }) =>
      oneQuestion(async () => {
        const thisCall = JSON.stringify([tool, input])
        const earlier = answers.get(thisCall) ?? null
        const question = { subtaskId, callId, tool, target, input, action, reason, change, earlier }
        const answered = new Promise<Answer>((resolve) => asked.set(callId, resolve))
        port.publish({ type: 'ConfirmationRequest', to: 'host', payload: question }, { causationId: id })
        const { allowed, note } = await answered
        answers.set(thisCall, { callId, allowed })
        if (note !== null) throw new Error(note)
        return allowed
      })
  }

  async function run(request: Request): Promise<ToolCallOutcome> {
    const { subtaskId, tool: name, input, blockedTargets } = request.payload
    const tool = tools.get(name)
    if (!tool) {
      return { status: 'refused', output: `there is no tool ${name}`, target: null, code: 'unknown_tool' }
    }
    const isBlocked = (target: string | null) =>
      blockedTargets.some((blocked) => blocked.tool === name && blocked.target === target)
    const confirm = hasConfirm ? confirmOver(request) : undefined
    const { inOrder, leave } = orderOf(subtaskId).enter()
    const options = { signal, taskId, context, confirm, timeoutMs, clock, isBlocked, inTurn, inOrder }
    return runToolCall(tool, input, options).finally(leave)
  }

  port.receive(async (message) => {
    if (message.type === 'ConfirmationAnswer') {
      asked.get(message.payload.callId)?.(message.payload)
      asked.delete(message.payload.callId)
      return
    }
    const { subtaskId, callId, tool, input } = message.payload
    const startedAt = clock.now()
    const outcome = await run(message)
    if (signal.aborted) return
    const payload = { subtaskId, callId, tool, input, ...outcome, durationMs: clock.now() - startedAt }
    port.publish({ type: 'ToolResult', to: 'R3', payload }, { causationId: message.id })
  })
}
