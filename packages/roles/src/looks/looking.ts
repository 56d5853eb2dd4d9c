import {
  answersOf,
  askModel,
  openCalls,
  openTurn,
  recordsOf,
  type ToolCallRecord,
  type ToolTurn,
  withResult,
} from '@artoo/runtime'
import type { Message, ToolCall } from '@artoo/spec'
import { recordNames } from '../evidence/evidence.js'
import type { Incoming, Outgoing } from '../messages/contracts.js'
import type { OutputName } from '../messages/outputs.js'
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
const offeredBy = ({ turns, offered }: Looking): readonly string[] => (turns < mostTurns ? offered : [])

export interface Scene {
  /** The key of the conversation, and of the requests for looks at the world. */
  readonly key: string
  /** The output that the judge is asked for. */
  readonly output: OutputName
  /** The field of it that users read while it is written. @defaultValue none */
  readonly answer?: string | undefined
  readonly attempt: number
  /** The records of the work, and the looks of earlier judgements. */
  readonly records: readonly ToolCallRecord[]
  /** Characters of a conversation. */
  readonly room: number
}

/** The state of a role whose judge looks. */
interface Judging {
  readonly talk: { readonly looking: Looking }
}

type Sent = readonly Extract<Outgoing<'R4a' | 'R4b'>, { type: 'ModelRequest' | 'ToolRequest' }>[]

/** The conversation with a judge goes on. */
export const goOn = <State extends Judging>(
  state: State,
  messages: readonly Message[],
  { key, output, answer }: Scene,
): readonly [State, Sent] => {
  const tools = offeredBy(state.talk.looking)
  return [state, [askModel(output, messages, { key, continues: true, tools, answer })]]
}

/** Opens a turn: calls on records are answered at once, looks at the world are asked for. */
export function called<State extends Judging>(
  state: State,
  calls: readonly ToolCall[],
  scene: Scene,
): readonly [State, Sent] {
  const { looking } = state.talk
  const { key, attempt, records, room } = scene
  const tools = offeredBy(looking)
  const known = [...records, ...looking.looks]
  const turn = openTurn(calls, {
    ...{ tools, attempt, most: mostCalls },
    answerTo: (call) =>
      tools.includes(call.name) && isRecordTool(call.name)
        ? clipped(answerFrom(known, call), room * shareOfAnswer)
        : null,
  })
  const requests = openCalls(turn).map(({ id: callId, name: tool, input }) => {
    const payload = { key, callId, attempt, tool, input, blockedTargets: [], cautions: [], readsOnly: true as const }
    return { type: 'ToolRequest', to: 'tools', payload } as const
  })
  const [next, sent] = advanced(state, { ...looking, turns: looking.turns + 1, turn }, scene)
  return [next, [...requests, ...sent]]
}

/** Takes in the record of a look. */
export function seen<State extends Judging>(
  state: State,
  result: Extract<Incoming<'R4a' | 'R4b'>, { type: 'ToolResult' }>['payload'],
  scene: Scene,
): readonly [State, Sent] {
  const { looking } = state.talk
  const turn = withResult(looking.turn, result)
  return turn ? advanced(state, { ...looking, turn }, scene) : [state, []]
}

/** Once all answers of the turn are in, they go to the judge. */
function advanced<State extends Judging>(state: State, looking: Looking, scene: Scene): readonly [State, Sent] {
  const withLooking = (next: Looking): State => ({ ...state, talk: { ...state.talk, looking: next } })
  const made = recordsOf(looking.turn)
  if (!made) return [withLooking(looking), []]
  const { records, room } = scene
  // A call that was refused before it was sent is no look.
  const looks = [...looking.looks, ...made.filter(({ look }) => look)]
  const names = recordNames([...records, ...looks])
  const textOf = ({ id, status, code, output }: ToolCallRecord) => {
    const head = [names.get(id), status !== 'ok' && `${status}: ${code}`].filter(Boolean).join(', ')
    return `[${head}]\n${clipped(output, room * shareOfAnswer)}`
  }
  return goOn(withLooking({ ...looking, turn: [], looks }), answersOf(looking.turn, { textOf }), scene)
}
