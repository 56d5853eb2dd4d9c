import type { Port } from '@artoo/bus'
import type { ArtooContracts, Incoming } from '@artoo/roles'
import type { Clock, Tool } from '@artoo/spec'
import { type Confirm, runToolCall, type ToolCallOutcome } from '@artoo/tools'
import type { InSlot } from './slots.js'

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
 * irreversible call may be made is asked over the bus, so that question and answer stand in the log.
 */
export function bindToolService(port: Port<ArtooContracts, 'tools'>, components: ToolServiceComponents): void {
  const { tools, hasConfirm, taskId, context, clock, inSlot: inTurn, timeoutMs, signal } = components
  const asked = new Map<string, (answer: Answer) => void>()

  function confirmOver({ id, payload }: Request): Confirm {
    const { callId, subtaskId, input } = payload
    return async ({ tool, target, action, reason, change }) => {
      const question = { subtaskId, callId, tool, target, input, action, reason, change }
      const answered = new Promise<Answer>((resolve) => asked.set(callId, resolve))
      port.publish({ type: 'ConfirmationRequest', to: 'host', payload: question }, { causationId: id })
      const { allowed, note } = await answered
      if (note !== null) throw new Error(note)
      return allowed
    }
  }

  async function run(request: Request): Promise<ToolCallOutcome> {
    const { tool: name, input, blockedTargets } = request.payload
    const tool = tools.get(name)
    if (!tool) {
      return { status: 'refused', output: `there is no tool ${name}`, target: null, code: 'unknown_tool' }
    }
    const isBlocked = (target: string | null) =>
      blockedTargets.some((blocked) => blocked.tool === name && blocked.target === target)
    const confirm = hasConfirm ? confirmOver(request) : undefined
    return runToolCall(tool, input, { signal, taskId, context, confirm, timeoutMs, clock, isBlocked, inTurn })
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
