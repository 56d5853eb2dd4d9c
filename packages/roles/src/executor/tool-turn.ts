import { resultForModel, type ToolCallRecord } from '@artoo/runtime'
import { type Message, shortened, type ToolCall } from '@artoo/spec'
import type { Incoming, Outgoing } from '../messages/contracts.js'
import type { SubTask } from '../messages/plan.js'

export type ToolResult = Extract<Incoming<'R3'>, { type: 'ToolResult' }>['payload']

/** The calls of one model turn in the model's order, each with its record once it is in, or with an answer of the executor's own. */
export type ToolTurn = readonly {
  readonly call: ToolCall
  readonly record: ToolCallRecord | null
  /** To a call that is no call of a tool of the subtask, and leaves no record; null for any other. */
  readonly answer: string | null
}[]

interface Opening {
  /** The tools of the subtask. */
  readonly tools: readonly string[]
  /** Answers that the executor gives itself; null for a call that isn't its own. */
  readonly answerTo: (call: ToolCall) => string | null
}

/** Characters of an intent that a person reads beside a question. */
const longestAbout = 200

/** Calls of one turn that are carried out; the rest is refused, so that a model gone wild stays affordable. */
const maxCalls = 32

/** A tool outside the subtask is refused here and now. */
export function openTurn(toolCalls: readonly ToolCall[], attempt: number, { tools, answerTo }: Opening): ToolTurn {
  return toolCalls.map((call, index) => {
    const answer = index < maxCalls ? answerTo(call) : null
    const refusal = answer === null ? refusalOf(call, index, tools) : null
    return { call, record: refusal && { ...unmade(call, attempt), ...refusal }, answer }
  })
}

function unmade({ id, name: tool, input }: ToolCall, attempt: number) {
  const nothing = {
    target: null,
    effect: null,
    status: 'refused',
    confirmed: false,
    change: null,
    durationMs: 0,
  } as const
  return { id, attempt, tool, input, ...nothing }
}

function refusalOf(
  { name: tool }: ToolCall,
  index: number,
  tools: readonly string[],
): Pick<ToolCallRecord, 'output' | 'code'> | null {
  if (!tools.includes(tool)) {
    const output = `${tool} is not available in this subtask; available: ${tools.join(', ') || 'none'}`
    return { output, code: 'tool_not_allowed' }
  }
  if (index < maxCalls) return null
  return { output: `only ${maxCalls} calls are carried out in one turn`, code: 'too_many_calls' }
}

export function requestsOf(
  turn: ToolTurn,
  { attempt, why }: { readonly attempt: number; readonly why: string | null },
  { subtaskId: key, intent, blockedTargets, cautions: all }: SubTask,
): readonly Outgoing<'R3'>[] {
  const open = turn.filter(isOpen)
  const about = { subtask: shortened(intent, longestAbout), why }
  return open.map(({ call: { id: callId, name: tool, input } }) => {
    const cautions = all.filter((caution) => caution.tool === tool)
    return {
      type: 'ToolRequest',
      to: 'tools',
      payload: { key, callId, attempt, tool, input, about, blockedTargets, cautions },
    }
  })
}

/** The turn with one more result; null when no open call has this result's id. */
export function withResult(turn: ToolTurn, result: ToolResult): ToolTurn | null {
  const { key: _, fullOutput: __, ...record } = result
  if (!turn.some((entry) => entry.call.id === record.id && isOpen(entry))) return null
  return turn.map((entry) => (entry.call.id === record.id ? { ...entry, record } : entry))
}

/** The records in the model's order; null while one is missing. */
export function recordsOf(turn: ToolTurn): readonly ToolCallRecord[] | null {
  return turn.some(isOpen) ? null : turn.flatMap(({ record }) => record ?? [])
}

export const isOpen = ({ record, answer }: ToolTurn[number]) => record === null && answer === null

/** The records of a turn that is broken off; a call under way has one too, for it may have done something. */
export function recordsSoFar(turn: ToolTurn, attempt: number): readonly ToolCallRecord[] {
  const output = 'not waited for: the deadline passed while it was under way, and what it did is not known'
  return turn
    .filter(({ answer }) => answer === null)
    .map(({ call, record }) => record ?? { ...unmade(call, attempt), status: 'error', code: 'deadline', output })
}

/**
 * The results for the model, as text: the first line of one that is not ok says so, with its code. The last line of the last one tells
 * of the last turns: a message of its own would stand between results and answer, which Mistral's servers refuse.
 */
export function answersOf(turn: ToolTurn, turnsLeft: number): readonly Message[] {
  return turn.flatMap(({ call, record, answer }, index): Message[] => {
    const result = record ? resultForModel(record) : answer
    if (result === null) return []
    const note = index === turn.length - 1 ? noteOn(turnsLeft) : ''
    return [
      { role: 'tool', toolCallId: call.id, name: call.name, content: [result, note].filter(Boolean).join('\n\n') },
    ]
  })
}

function noteOn(turnsLeft: number): string {
  if (turnsLeft > 1) return ''
  return turnsLeft === 1
    ? '[One turn with tool calls is left: use it for what decides, then report.]'
    : '[No turn with tool calls is left: report now, with what you found.]'
}
