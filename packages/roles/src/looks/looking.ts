import { answersOf, openCalls, openTurn, recordsOf, type ToolCallRecord, type ToolTurn } from '@artoo/runtime'
import type { Message, ToolCall } from '@artoo/spec'
import { recordNames } from '../evidence/evidence.js'
import type { Outgoing } from '../messages/contracts.js'
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
  /** The turn under way; empty while the model has the word. */
  readonly turn: ToolTurn
  /** Records of looks at the world, those of the turn under way not counted. */
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
export function startedTurn(
  looking: Looking,
  calls: readonly ToolCall[],
  { key, attempt, records, room }: Scene,
): readonly [Looking, readonly Look[]] {
  const tools = offeredBy(looking)
  const known = [...records, ...looking.looks]
  const turn = openTurn(calls, {
    ...{ tools, attempt, most: mostCalls },
    answerTo: (call) =>
      tools.includes(call.name) && isRecordTool(call.name)
        ? clipped(answerFrom(known, call), room * shareOfAnswer)
        : null,
  })
  const requests = openCalls(turn).map(({ id: callId, name: tool, input }): Look => {
    const payload = { key, callId, attempt, tool, input, blockedTargets: [], cautions: [], readsOnly: true as const }
    return { type: 'ToolRequest', to: 'tools', payload }
  })
  return [{ ...looking, turns: looking.turns + 1, turn }, requests]
}

/** The answers to all calls of the turn, and the turn closed; null while one is missing. */
export function closedTurn(looking: Looking, { records, room }: Scene): readonly [Looking, readonly Message[]] | null {
  const made = recordsOf(looking.turn)
  if (!made) return null
  // A call that was refused before it was sent is no look.
  const looks = [...looking.looks, ...made.filter(({ look }) => look)]
  const names = recordNames([...records, ...looks])
  const textOf = ({ id, status, code, output }: ToolCallRecord) => {
    const head = [names.get(id), status !== 'ok' && `${status}: ${code}`].filter(Boolean).join(', ')
    return `[${head}]\n${clipped(output, room * shareOfAnswer)}`
  }
  return [{ ...looking, turn: [], looks }, answersOf(looking.turn, { textOf })]
}
