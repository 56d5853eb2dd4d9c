import type { MessageFrom } from '@artoo/bus'
import type { Incoming, ToolTurn } from '@artoo/runtime'
import type { ToolDescriptor } from '@artoo/spec'
import type { OmegaContracts } from '../messages/contracts.js'
import type { IterationPlan } from '../protocol/batch.js'
import type { GivenClassification } from '../protocol/classification.js'
import type { LogEntry, SessionEvent } from '../protocol/log-event.js'
import type { SessionState } from '../protocol/state.js'
import type { Roster } from '../roster/roster.js'
import { folded } from '../session/fold.js'

export type Outgoing = MessageFrom<OmegaContracts, 'phi'>
export type Received<Type extends keyof OmegaContracts> = Extract<Incoming<OmegaContracts, 'phi'>, { type: Type }>

/** The settings of a deliberation, beside the roster: plain data that stands in the journal. */
export interface DeliberationSettings {
  /** By agent, whose errors it shares. */
  readonly families: Readonly<Record<number, string>>
  /** Agents that are functions of the host. */
  readonly functions: readonly number[]
  readonly tools: readonly string[]
  readonly checks: readonly ToolDescriptor[]
  readonly remembers: boolean
  /** Whether limits are looked at after success, or before it as the seed has it (section 6.4). */
  readonly order: 'success_first' | 'literal'
}

export interface Surroundings extends DeliberationSettings {
  readonly roster: Roster
}

/** An agent that was asked and has not been heard to the end. */
export interface Assignment {
  readonly key: string
  readonly agent: number
  /** Failures before this one, of this agent and of those for whom it stands in. */
  readonly failures: number
  readonly inputs: readonly number[]
  /** Claims that there were for it to know: the first so many. */
  readonly known: number
  readonly tokens: number
  /** Turns in which it called tools. */
  readonly turns: number
  /** Names of the tools that it may call. */
  readonly tools: readonly string[]
  /** The turn of tool calls under way; empty while the model has the word. */
  readonly turn: ToolTurn
  /** The checks that its output waits for: positions in its references. */
  readonly checking: readonly number[]
}

/** The event that the session waits for. */
type Waiting =
  | 'begin'
  | 'reading'
  | 'memory'
  | 'answer'
  | 'clarification'
  | 'agents'
  /** The resolver is out because contradictions piled up. */
  | 'resolver'
  | 'judgement'
  | 'ruling'
  /** The same, after words that could not be read. */
  | 'last_ruling'
  | 'nothing'

export interface DeliberationState {
  readonly session: SessionState
  readonly waiting: Waiting
  readonly given: GivenClassification
  readonly plan: IterationPlan | null
  /** The batch that is out. */
  readonly batch: number
  readonly assignments: Readonly<Record<string, Assignment>>
  /** Requests made so far: their keys are unique. */
  readonly requests: number
  /** The log of which the session is the fold. */
  readonly log: readonly LogEntry[]
}

/** One message being decided: what happens in the session, and what is to be sent. */
export interface Transition extends Surroundings {
  readonly session: SessionState
  readonly log: readonly LogEntry[]
  readonly at: string
  waiting: Waiting
  given: GivenClassification
  plan: IterationPlan | null
  batch: number
  assignments: Record<string, Assignment>
  requests: number
  /** The continuation of this transition after the message; null: it waits for the next one. */
  next: 'launch' | 'settle' | null
  /** Takes effect at once, and stands in the log. */
  happen(event: SessionEvent): void
  send(message: Outgoing): void
}

export function taken(
  before: DeliberationState,
  at: string,
  surroundings: Surroundings,
  decide: (transition: Transition) => void,
): readonly [DeliberationState, readonly Outgoing[]] {
  let { session } = before
  const entries: LogEntry[] = []
  const messages: Outgoing[] = []
  const transition: Transition = {
    ...surroundings,
    ...before,
    assignments: { ...before.assignments },
    ...{ at, next: null },
    get session() {
      return session
    },
    get log() {
      return [...before.log, ...entries]
    },
    happen(event) {
      const entry: LogEntry = { at, event }
      session = folded(session, entry)
      entries.push(entry)
      messages.push({ type: 'SessionEntry', to: 'log', payload: entry })
    },
    send: (message) => void messages.push(message),
  }
  decide(transition)
  const { waiting, given, plan, batch, assignments, requests } = transition
  const log = entries.length === 0 ? before.log : transition.log
  return [{ session, log, waiting, given, plan, batch, assignments, requests }, messages]
}
