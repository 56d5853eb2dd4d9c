import type { ToolCallRecord } from '@artoo/runtime'
import type { Message, ToolCall } from '@artoo/spec'
import type { Incoming, Outgoing } from '../messages/contracts.js'
import type { SubTask } from '../messages/plan.js'

/** The calls of one model turn in the model's order, each with its record once it is in. */
export type ToolTurn = readonly {
  readonly call: ToolCall
  readonly record: ToolCallRecord | null
}[]

/** Calls of one turn that are carried out; the rest is refused, so that a model gone wild stays affordable. */
const maxCalls = 32

/** A tool outside the subtask is refused here and now. */
export function openTurn(toolCalls: readonly ToolCall[], { tools }: SubTask): ToolTurn {
  return toolCalls.map((call, index) => ({ call, record: refusalOf(call, index, tools) }))
}

function refusalOf({ name: tool, input }: ToolCall, index: number, tools: readonly string[]): ToolCallRecord | null {
  const refused = { tool, target: null, input, status: 'refused' } as const
  if (!tools.includes(tool)) {
    const output = `${tool} is not available in this subtask; available: ${tools.join(', ') || 'none'}`
    return { ...refused, output, code: 'tool_not_allowed' }
  }
  if (index < maxCalls) return null
  return { ...refused, output: `only ${maxCalls} calls are carried out in one turn`, code: 'too_many_calls' }
}

export function requestsOf(turn: ToolTurn, { subtaskId: key, blockedTargets }: SubTask): readonly Outgoing<'R3'>[] {
  const open = turn.filter(({ record }) => record === null)
  return open.map(({ call: { id: callId, name: tool, input } }) => {
    return { type: 'ToolRequest', to: 'tools', payload: { key, callId, tool, input, blockedTargets } }
  })
}

/** The turn with one more result; null when no open call has this result's id. */
export function withResult(
  turn: ToolTurn,
  result: Extract<Incoming<'R3'>, { type: 'ToolResult' }>['payload'],
): ToolTurn | null {
  const { callId, key: _, durationMs: __, ...record } = result
  if (!turn.some(({ call, record }) => call.id === callId && record === null)) return null
  return turn.map((entry) => (entry.call.id === callId ? { ...entry, record } : entry))
}

/** The records in the model's order; null while one is missing. */
export function recordsOf(turn: ToolTurn): readonly ToolCallRecord[] | null {
  const records = turn.flatMap(({ record }) => record ?? [])
  return records.length === turn.length ? records : null
}

/** What the model is told about each call. */
export function answersOf(turn: ToolTurn): readonly Message[] {
  return turn.flatMap(({ call, record }): Message[] => {
    if (!record) return []
    const { status, output, code } = record
    const content = status === 'ok' ? output : JSON.stringify({ error: code, output })
    return [{ role: 'tool', toolCallId: call.id, name: call.name, content }]
  })
}
