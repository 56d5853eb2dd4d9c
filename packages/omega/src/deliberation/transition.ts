import type { MessageFrom } from '@artoo/bus'
import type { Incoming, ToolTurn } from '@artoo/runtime'
import type { ToolDescriptor } from '@artoo/spec'
import type { OmegaContracts } from '../messages/contracts.js'
import type { Speaker, Speakers } from '../plan/deal.js'
import type { GivenClassification } from '../protocol/classification.js'
import type { LogEntry, SessionEvent } from '../protocol/log-event.js'
import type { PanelSize, Profile } from '../protocol/profile.js'
import type { Reference } from '../protocol/report.js'
import type { SessionState } from '../protocol/state.js'
import type { Roster } from '../roster/roster.js'
import { folded } from '../session/fold.js'

export type Outgoing = MessageFrom<OmegaContracts, 'phi'>
export type Received<Type extends keyof OmegaContracts> = Extract<Incoming<OmegaContracts, 'phi'>, { type: Type }>

/** The settings of a deliberation, beside the roster: plain data that stands in the journal. */
export interface DeliberationSettings {
  readonly panel: PanelSize | 'own'
  readonly profile: Profile
  readonly speakers: Speakers
  readonly tools: readonly string[]
  readonly checks: readonly ToolDescriptor[]
  readonly remembers: boolean
}

export interface Surroundings extends DeliberationSettings {
  readonly roster: Roster
}

/** An agent that was asked and has not been heard to the end. */
export interface Assignment {
  readonly key: string
  readonly agent: number
  readonly speaker: Speaker & { readonly family: string }
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
  /** The statements of its output that wait for a check, by number. */
  readonly checking: Readonly<Record<number, Reference>>
}

/** The event that the session waits for. */
type Waiting = 'begin' | 'reading' | 'memory' | 'clarification' | 'agents' | 'nothing'

export interface DeliberationState {
  readonly session: SessionState
  readonly waiting: Waiting
  readonly given: GivenClassification
  readonly assignments: Readonly<Record<string, Assignment>>
  /** Keys of the persons who are asked, in the order of their questions. */
  readonly asked: readonly string[]
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
  assignments: Record<string, Assignment>
  asked: readonly string[]
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
  const { waiting, given, assignments, asked, requests } = transition
  const log = entries.length === 0 ? before.log : transition.log
  return [{ session, log, waiting, given, assignments, asked, requests }, messages]
}
