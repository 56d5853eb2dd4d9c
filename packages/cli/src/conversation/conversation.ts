import type {
  AnswerPiece,
  FinalResult,
  Interrupted,
  PermissionMode,
  PersonAnswer,
  PersonRequest,
  RunEvent,
  UndoneFiles,
  Waiting,
} from '@artoo/sdk'
import type { Agent } from '../agent/agent.js'

/** The end of a task in this process. */
export type Outcome = FinalResult | Waiting | Interrupted

/** Something that a screen shows and headless output prints. */
export type Happening =
  /** A task began, was resumed or was forked. */
  | { readonly type: 'task'; readonly taskId: string; readonly text: string }
  | { readonly type: 'event'; readonly taskId: string; readonly event: RunEvent }
  /** A piece of the answer while it is written. */
  | { readonly type: 'answer'; readonly taskId: string; readonly piece: AnswerPiece }
  /** A person is waited for; `answer(id, …)` answers. */
  | { readonly type: 'request'; readonly taskId: string; readonly request: PersonRequest }
  /** A request has its answer, or nobody waits for one any more. */
  | { readonly type: 'settled'; readonly taskId: string; readonly id: string }
  | { readonly type: 'outcome'; readonly taskId: string; readonly outcome: Outcome }
  /** The host failed; the task can be resumed. */
  | { readonly type: 'failure'; readonly taskId: string; readonly message: string }
  | { readonly type: 'mode'; readonly mode: PermissionMode }

/** A point that the conversation can go back to. */
export interface RewindPoint {
  /** The task and, for a round inside of it, its number; null: before the task's first round. */
  readonly taskId: string
  readonly round: number | null
  /** The user's words of the turn, or the gap that the round was planned to close. */
  readonly title: string
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  /** Files that differ from what they were at this point. */
  readonly files: number
}

export type RewindPart = 'files' | 'conversation' | 'both'

export interface Rewound {
  readonly files: UndoneFiles | null
  /** The words of the turn that was rewound, to be changed and sent again; null when a fork goes on by itself. */
  readonly text: string | null
  /** The task that goes on from a round; null when the conversation waits for new words. */
  readonly taskId: string | null
}

/** A row of tasks that a person leads: the screen and headless input are two ways to hold it. */
export interface Conversation {
  /** The session that its tasks are turns of. */
  readonly id: string
  readonly agent: Agent
  readonly mode: PermissionMode
  /** The task under way; null between turns. */
  readonly taskId: string | null
  /** Requests that wait for an answer, oldest first. */
  readonly requests: readonly PersonRequest[]
  /** The events of the task that is under way or ended last. */
  readonly events: readonly RunEvent[]

  /** Starts the next turn, or adds words to the task under way. Rejects as `run` and `send` do. */
  say(text: string): Promise<void>
  /** Resumes a task that was parked, waits or died. */
  resume(taskId: string): Promise<void>
  /** Begins a task that goes on from an event of another, outside of this conversation. */
  fork(taskId: string, at: string): Promise<void>
  /** Takes the task under way out of this process; it can be resumed. */
  interrupt(): void
  /** Answers an open request. False when it is not open any more. */
  answer(id: string, answer: PersonAnswer): boolean
  /** Counts for the task under way, from its next call on, and for later ones. */
  setMode(mode: PermissionMode): void
  /** The points of the conversation, oldest first. */
  points(signal?: AbortSignal): Promise<readonly RewindPoint[]>
  rewind(point: Pick<RewindPoint, 'taskId' | 'round'>, part: RewindPart): Promise<Rewound>
  /** The person has gone: open and later requests are refused, or park their task. */
  leave(): void
  /** Goes on with another agent over the same folder, such as one with another model. No task may be under way. */
  useAgent(agent: Agent): void
  /** Resolves when no task is under way. */
  idle(): Promise<void>
  /** Calls a listener with all that happens from now on; returns the way to stop. */
  listen(listener: (happening: Happening) => void): () => void
  /** Parks the task under way. The agent stays open. */
  close(): Promise<void>
}
