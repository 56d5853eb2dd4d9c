import type { ToolCallRecord } from '@artoo/runtime'
import type { Message, ToolCall } from '@artoo/spec'
import { recordNames } from '../evidence/evidence.js'
import type { Incoming, Outgoing } from '../messages/contracts.js'
import { clipped } from '../prompts/room.js'
import { answerFrom, isRecordTool } from '../records/record-tools.js'

/** Turns with calls in one judgement, and calls of one turn that are answered. */
export const mostTurns = 3
export const mostCalls = 8

/** The share of the room for a conversation that one answer may take. */
const shareOfAnswer = 0.06

/** The looks of a judge before its verdicts. */
export interface Looking {
  /** Turns with calls so far. */
  readonly turns: number
  /** The calls of the turn under way in the model's order, each with its answer once it is in; empty while the model has the word. */
  readonly turn: readonly { readonly call: ToolCall; readonly answer: string | null }[]
  /** Records of looks at the world. */
  readonly looks: readonly ToolCallRecord[]
  /** Names of the tools that are offered while turns are left. */
  readonly offered: readonly string[]
}

export const notLooking: Looking = { turns: 0, turn: [], looks: [], offered: [] }

/** The tools of the next request. */
export const offeredBy = ({ turns, offered }: Looking): readonly string[] => (turns < mostTurns ? offered : [])

interface Scene {
  /** The key of the requests for looks at the world. */
  readonly key: string
  readonly attempt: number
  /** The records of the work, and the looks of earlier judgements. */
  readonly records: readonly ToolCallRecord[]
  /** Characters of a conversation. */
  readonly room: number
}

type Look = Extract<Outgoing<'R4a' | 'R4b'>, { type: 'ToolRequest' }>

/** Opens a turn: calls on records are answered at once, looks at the world are asked for. */
export function openTurn(
  looking: Looking,
  calls: readonly ToolCall[],
  scene: Scene,
): readonly [Looking, readonly Look[]] {
  const offered = offeredBy(looking)
  const known = [...scene.records, ...looking.looks]
  const turn = calls.map((call, index) => ({ call, answer: answerAtOnce(call, index) }))
  const requests = turn.flatMap(({ call, answer }): Look[] => {
    if (answer !== null) return []
    const { id: callId, name: tool, input } = call
    const { key, attempt } = scene
    const payload = { key, callId, attempt, tool, input, blockedTargets: [], cautions: [], readsOnly: true as const }
    return [{ type: 'ToolRequest', to: 'tools', payload }]
  })
  return [{ ...looking, turns: looking.turns + 1, turn }, requests]

  function answerAtOnce(call: ToolCall, index: number): string | null {
    if (index >= mostCalls) return `only ${mostCalls} calls are answered in one turn`
    if (!offered.includes(call.name)) return `${call.name} is not offered; offered: ${offered.join(', ')}`
    return isRecordTool(call.name) ? clipped(answerFrom(known, call), scene.room * shareOfAnswer) : null
  }
}

type Result = Extract<Incoming<'R4a' | 'R4b'>, { type: 'ToolResult' }>['payload']

/** Takes in the record of a look; null when no open call has its id. */
export function withLook(
  looking: Looking,
  result: Result,
  { records, room }: Pick<Scene, 'records' | 'room'>,
): Looking | null {
  const { key: _, fullOutput: __, ...record } = result
  if (!looking.turn.some(({ call, answer }) => call.id === record.id && answer === null)) return null
  const looks = [...looking.looks, record]
  const name = recordNames([...records, ...looks]).get(record.id)
  const head = record.status === 'ok' ? `[${name}]` : `[${name}, ${record.status}: ${record.code}]`
  const answer = `${head}\n${clipped(record.output, room * shareOfAnswer)}`
  const turn = looking.turn.map((entry) => (entry.call.id === record.id ? { ...entry, answer } : entry))
  return { ...looking, looks, turn }
}

/** The answers to all calls of the turn, and the turn closed; null while one is missing. */
export function closedTurn(looking: Looking): readonly [Looking, readonly Message[]] | null {
  const answers = looking.turn.flatMap(({ call: { id: toolCallId, name }, answer }): Message[] =>
    answer === null ? [] : [{ role: 'tool', toolCallId, name, content: answer }],
  )
  return answers.length < looking.turn.length ? null : [{ ...looking, turn: [] }, answers]
}
