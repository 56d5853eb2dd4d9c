import type { Port } from '@artoo/bus'
import type { ArtooContracts, Incoming } from '@artoo/roles'
import type { Clock, Tool } from '@artoo/spec'
import { type Confirm, runToolCall, type ToolCallOutcome } from '@artoo/tools'
import type { InSlot } from './slots.js'

export interface ToolServiceComponents {
  readonly tools: ReadonlyMap<string, Tool>
  readonly confirm: Confirm | undefined
  readonly clock: Clock
  readonly inSlot: InSlot
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

type Request = Extract<Incoming<'tools'>, { type: 'ToolRequest' }>['payload']

/** Runs the executors' tool calls behind the Law 1 gate, and refuses a (tool, target) that is blocked. */
export function bindToolService(port: Port<ArtooContracts, 'tools'>, components: ToolServiceComponents): void {
  const { tools, confirm, clock, inSlot: inTurn, timeoutMs, signal } = components

  async function run({ tool: name, input, blockedTargets }: Request): Promise<ToolCallOutcome> {
    const tool = tools.get(name)
    if (!tool) {
      return { status: 'refused', output: `there is no tool ${name}`, target: null, code: 'unknown_tool' }
    }
    const isBlocked = (target: string | null) =>
      blockedTargets.some((blocked) => blocked.tool === name && blocked.target === target)
    return runToolCall(tool, input, { signal, confirm, timeoutMs, clock, isBlocked, inTurn })
  }

  port.receive(async (message) => {
    const { subtaskId, callId, tool, input } = message.payload
    const startedAt = clock.now()
    const outcome = await run(message.payload)
    if (signal.aborted) return
    const payload = { subtaskId, callId, tool, input, ...outcome, durationMs: clock.now() - startedAt }
    port.publish({ type: 'ToolResult', to: 'R3', payload }, { causationId: message.id })
  })
}
