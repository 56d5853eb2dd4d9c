import type { Profile, ProfileName } from '@artoo/ggs'
import type { ToolCallRecord } from '@artoo/runtime'
import type { Scene } from '../looks/looking.js'
import { newTalk, type Talk } from '../looks/talk.js'
import type { Incoming } from '../messages/contracts.js'
import type { ExecutionResult } from '../messages/execution.js'
import type { OutputValue } from '../messages/outputs.js'
import type { SubTask } from '../messages/plan.js'
import { defaultRoom } from '../prompts/room.js'
import type { Depth } from '../role/depth.js'
import type { WithShape } from '../typed-output/shape.js'
import { type EarlierAttempt, outputFor, type PlacedLook, withLooks } from './judge-request.js'

export interface AgentValidatorComponents extends WithShape {
  /** Corrections after the first attempt (paper 4). @defaultValue 2 */
  readonly maxRetries?: number
  /** Another tier of model judges last: it is asked for verdicts that the first still owes. @defaultValue false */
  readonly hasSecondJudge?: boolean | undefined
  /** Characters of a conversation, by which a request is measured. @defaultValue 400_000 */
  readonly room?: number
  /** Names of tools by which a judge may look at the world. @defaultValue none */
  readonly readTools?: readonly string[]
  /** Names of tools by which it looks only if the work used them, where no plan named them. @defaultValue none */
  readonly deferred?: readonly string[]
  /** The rule by which a round is judged: whether refused work is corrected. @defaultValue 'causes' */
  readonly profile?: ProfileName | undefined
  /** Names of all tools, so that a judge knows whether another one could have done it. @defaultValue none */
  readonly toolNames?: readonly string[]
  /** Instructions of the host for the model that judges last. @defaultValue none */
  readonly instructions?: string | undefined
  /** @defaultValue 'lean' */
  readonly depth?: Depth | undefined
}

export interface State {
  /** The subtask with all criteria by which the attempt is judged. */
  readonly subtask: SubTask | null
  readonly result: ExecutionResult | null
  /** The conversation about the attempt under way. */
  readonly talk: Talk
  readonly correction: OutputValue<'verdicts'>['correction']
  /** The number of times that each criterion failed and was judged so far, by position. */
  readonly failures: readonly number[]
  readonly judged: readonly number[]
  /** Records of work of an earlier round that this one goes on with. */
  readonly before: readonly ToolCallRecord[]
  /** Looks of earlier attempts. */
  readonly looks: readonly PlacedLook[]
  /** The reason for which direct work is judged; null while there was none. */
  readonly because: string | null
  /** Findings on earlier attempts. */
  readonly earlier: readonly EarlierAttempt[]
}

export const initial: State = {
  subtask: null,
  result: null,
  talk: newTalk,
  correction: null,
  failures: [],
  judged: [],
  before: [],
  looks: [],
  because: null,
  earlier: [],
}

/** An attempt that is judged. */
export interface Attempt {
  readonly subtask: SubTask
  readonly result: ExecutionResult
  readonly given: AgentValidatorComponents & { readonly maxRetries: number; readonly refusals: Profile['refusals'] }
}

/** All that verdicts may rest on: the records of the work, earlier ones first, and looks in their place among them. */
export function recordsOf(state: State, { result }: Pick<Attempt, 'result'>): readonly ToolCallRecord[] {
  return [...recordsBefore(state, result), ...state.talk.looking.looks]
}

/** The same without the looks of the judgement under way. */
const recordsBefore = ({ before, looks }: State, { toolCalls }: ExecutionResult) => [
  ...before,
  ...withLooks(toolCalls, looks),
]

export function sceneOf(state: State, { subtask, result, given }: Attempt): Scene {
  const { subtaskId: key } = subtask
  const { room = defaultRoom } = given
  const output = outputFor(subtask, state.talk)
  return { key, output, attempt: result.attempt, records: recordsBefore(state, result), room }
}

/** The facts about work by which the need for a judge is decided. */
export const workOf = (
  state: State,
  { tools }: SubTask,
  records: readonly ToolCallRecord[],
  { readTools = [] }: Attempt['given'],
) => ({ tools, readTools, records, failedChecks: failedChecksIn(state) })

/** Criteria whose check failed in an earlier attempt. */
const failedChecksIn = ({ subtask, failures }: State): readonly string[] =>
  (subtask?.criteria ?? []).flatMap(({ check, text }, index) => (check && (failures[index] ?? 0) > 0 ? [text] : []))

/** Tools by which a judge may look. Of deferred ones that no plan named, those that the work used: the others would cost their schemas. */
export function lookToolsOf(state: State, attempt: Attempt): readonly string[] {
  const { tools, direct } = attempt.subtask
  const { readTools = [], deferred = [] } = attempt.given
  const used = new Set(recordsOf(state, attempt).map(({ tool }) => tool))
  const isKnown = (tool: string) => !direct || !deferred.includes(tool) || used.has(tool)
  return tools.filter((tool) => readTools.includes(tool) && isKnown(tool))
}

/** A subtask that is told what another one found begins with the records behind it. */
export function withFindings(
  states: Readonly<Record<string, State>>,
  message: Incoming<'R4a'>,
): Readonly<Record<string, State>> {
  if (message.type !== 'SubTask') return states
  const { subtaskId, findingsOf } = message.payload
  const { before } = states[findingsOf ?? ''] ?? initial
  return before.length > 0 ? { ...states, [subtaskId]: { ...initial, before } } : states
}
