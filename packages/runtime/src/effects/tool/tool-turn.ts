import type { Message, ToolCall } from '@artoo/spec'
import { resultForModel } from './result-for-model.js'
import type { ToolCallRecord } from './tool-contracts.js'

/** The calls of one turn of a model, in the model's order. */
export type ToolTurn = readonly {
  readonly call: ToolCall
  /** Null until the result is in, and for a call that the decider answers. */
  readonly record: ToolCallRecord | null
  /** The answer of the decider itself; null for a call of a tool. */
  readonly answer: string | null
}[]

/** Calls of one turn that are carried out unless a system sets fewer. */
const mostCallsOfTurn = 32

export interface TurnRules {
  /** Names of the tools that may be called. */
  readonly tools: readonly string[]
  /** The attempt that stands in the records, from 1. */
  readonly attempt: number
  /** Answers that the decider gives itself, without a record; null for any other call. @defaultValue null for each */
  readonly answerTo?: (call: ToolCall) => string | null
  /** Calls that are carried out; the rest is refused with `too_many_calls`. @defaultValue 32 */
  readonly most?: number
}

/**
 * Opens a turn. A call of a tool that isn't allowed, or one too many, is refused at once: it has a record, and no request is sent for it.
 *
 * @example
 * const turn = openTurn(reply.toolCalls, { tools: ['read_file'], attempt: 1 })
 * return [{ ...state, turn }, openCalls(turn).map(requestFor)]
 */
export function openTurn(calls: readonly ToolCall[], { attempt, ...rules }: TurnRules): ToolTurn {
  const { most = mostCallsOfTurn, answerTo = () => null } = rules
  return calls.map((call, index) => {
    const answer = index < most ? answerTo(call) : null
    const refusal = answer === null ? refusalOf(call, index < most ? null : most, rules.tools) : null
    return { call, record: refusal && { ...unmade(call, attempt), status: 'refused' as const, ...refusal }, answer }
  })
}

function refusalOf({ name }: ToolCall, most: number | null, tools: readonly string[]) {
  if (!tools.includes(name)) {
    return {
      output: `${name} is not available here; available: ${tools.join(', ') || 'none'}`,
      code: 'tool_not_allowed',
    }
  }
  return most === null ? null : { output: `only ${most} calls are carried out in one turn`, code: 'too_many_calls' }
}

function unmade({ id, name: tool, input }: ToolCall, attempt: number) {
  return { id, attempt, tool, input, target: null, effect: null, confirmed: false, change: null, durationMs: 0 }
}

const isOpen = ({ record, answer }: ToolTurn[number]) => record === null && answer === null

/** The calls that have neither record nor answer: those to send requests for. */
export const openCalls = (turn: ToolTurn): readonly ToolCall[] => turn.filter(isOpen).map(({ call }) => call)

/** The turn with one more result; null when no open call has its id. */
export function withResult(
  turn: ToolTurn,
  { key: _, fullOutput: __, ...record }: ToolCallRecord & { readonly key: string; readonly fullOutput?: unknown },
): ToolTurn | null {
  if (!turn.some((entry) => entry.call.id === record.id && isOpen(entry))) return null
  return turn.map((entry) => (entry.call.id === record.id ? { ...entry, record } : entry))
}

/** The records of a finished turn in the model's order; null while one is missing. */
export const recordsOf = (turn: ToolTurn): readonly ToolCallRecord[] | null =>
  turn.some(isOpen) ? null : turn.flatMap(({ record }) => record ?? [])

/** The records of a turn that is broken off. A call under way has one too, since it may have done something. */
export function recordsSoFar(turn: ToolTurn, attempt: number): readonly ToolCallRecord[] {
  const output = 'not waited for: the deadline passed while it was under way, and what it did is not known'
  return turn
    .filter(({ answer }) => answer === null)
    .map(({ call, record }) => record ?? { ...unmade(call, attempt), status: 'error', code: 'deadline', output })
}

/**
 * The results for the model. A note stands at the end of the last one: a message of its own would stand between results and answer, which
 * Mistral's servers refuse.
 */
export function answersOf(
  turn: ToolTurn,
  {
    note = '',
    textOf = resultForModel,
  }: { readonly note?: string; readonly textOf?: (record: ToolCallRecord) => string } = {},
): readonly Message[] {
  return turn.flatMap(({ call: { id: toolCallId, name }, record, answer }, index): Message[] => {
    const result = record ? textOf(record) : answer
    if (result === null) return []
    const content = [result, index === turn.length - 1 ? note : ''].filter(Boolean).join('\n\n')
    return [{ role: 'tool', toolCallId, name, content }]
  })
}
