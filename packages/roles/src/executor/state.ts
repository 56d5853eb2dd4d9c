import type { ToolCallRecord, ToolTurn } from '@artoo/runtime'
import type { Message } from '@artoo/spec'
import type { ExecutionResult } from '../messages/execution.js'
import type { Clarification, Need } from '../messages/need.js'
import type { SubTask } from '../messages/plan.js'
import type { Steering } from '../messages/steering.js'
import { defaultRoom } from '../prompts/room.js'
import type { Depth } from '../role/depth.js'
import type { WithShape } from '../typed-output/shape.js'
import type { DeferredTool } from './deferred.js'
import type { LongWork } from './long-work.js'
import type { Offered } from './own-tools.js'

export interface ExecutorComponents extends WithShape {
  /** Facts about the world that the tools work in. @defaultValue none */
  readonly surroundings?: readonly string[]
  /** Instructions of the host, in words for the model. @defaultValue none */
  readonly instructions?: string | undefined
  /** Model turns with tool calls in one attempt: after the last one the model is asked for its report. @defaultValue 12 */
  readonly maxToolTurns?: number
  /** Characters of a conversation, by which a request is measured. @defaultValue 400_000 */
  readonly room?: number
  /** @defaultValue 'lean' */
  readonly depth?: Depth | undefined
  /** A person may answer the questions of a direct conversation. @defaultValue false */
  readonly asksUser?: boolean | undefined
  /** The tools, of which those that are deferred cost their schema only when they are asked for. @defaultValue none is deferred */
  readonly tools?: readonly (DeferredTool & { readonly deferred?: boolean | undefined })[]
}

export interface State extends LongWork {
  readonly subtask: SubTask | null
  /** The output that the model is asked for. */
  readonly output: 'execution' | 'typed_execution' | 'direct'
  /** Tools of its own that the conversation is offered. */
  readonly offered: Offered
  readonly attempt: number
  /** Tools whose schemas it has not asked for. */
  readonly unloaded: readonly string[]
  /** The attempt has not been reported yet. */
  readonly underWay: boolean
  /** Turns with tool calls in this attempt. */
  readonly turns: number
  /** Turns with tool calls that an attempt has. */
  readonly mostTurns: number
  /** The turn under way; empty while the model has the word. */
  readonly turn: ToolTurn
  /** Records of all finished turns, earlier attempts included. */
  readonly records: readonly ToolCallRecord[]
  /** The first refusal by Law 1 in this attempt. */
  readonly refusal: string | null
  /** Rounds of questions so far. */
  readonly rounds: number
  /** The open questions, with the output so far; null when there are none. */
  readonly asked: Pending | null
  readonly clarifications: readonly Clarification[]
  /** Words that the user added; the model is told of them with its next call. */
  readonly unheard: readonly Steering[]
}

export interface Pending {
  readonly needs: readonly Need[]
  readonly output: string
  /** Results of the turn that asked by calls: they go before the answers. @defaultValue none */
  readonly results?: readonly Message[]
}

/** The reason why an attempt failed. */
export interface Failure {
  readonly code: string
  readonly reason: string
  /** The cause as the model named it. */
  readonly cause?: ExecutionResult['cause']
  readonly infrastructure?: boolean
  /** The report of the executor, if there is one. */
  readonly output?: string
  /** Questions without an answer. */
  readonly needs?: Need[]
}

export const initial: State = {
  subtask: null,
  output: 'execution',
  offered: { asksUser: false, mayPlan: false },
  unloaded: [],
  attempt: 1,
  underWay: false,
  turns: 0,
  mostTurns: 0,
  turn: [],
  records: [],
  refusal: null,
  rounds: 0,
  asked: null,
  clarifications: [],
  unheard: [],
  room: defaultRoom,
  said: 0,
  isLong: false,
  looks: 0,
}
