import type { MessageFrom } from '@artoo/bus'
import { ArtooError } from '@artoo/spec'
import type { LoopContracts } from '../messages/contracts.js'
import { applied } from '../state/applied.js'
import type { StateEvent } from '../state/events.js'
import { compareMeasures, type Measure, measureOf, measureText, type Weights, weightsOf } from '../state/measure.js'
import type { StateFile } from '../state/state-file.js'
import type { Phase } from './phase.js'

export type Outgoing = MessageFrom<LoopContracts, 'coordinator'>

export interface CoordinatorState {
  readonly loop: StateFile
  readonly weights: Weights
  readonly phase: Phase
  /** Of the question that is open: answers to earlier ones are not heard. */
  readonly ticket: number
  /** The commit of which the last verdict is. */
  readonly verified: string | null
  /** Tokens of this run that are counted in the state. */
  readonly tokens: number
}

/** One message being decided: what happens to the state, and what is to be sent. */
export interface Turn {
  readonly loop: StateFile
  readonly at: string
  phase: Phase
  ticket: number
  verified: string | null
  tokens: number
  /** What this turn goes on with when the message is dealt with. @defaultValue nothing: it waits for the next message */
  next: 'verify' | 'decide' | null
  /** Takes effect at once, and is written before anything is sent. */
  happen(...events: StateEvent[]): void
  send(...messages: Outgoing[]): void
  /** The revision that this turn writes. */
  readonly revision: number
}

/** Answers to what was asked before are not heard any more. */
export function nextTicket(turn: Turn): number {
  turn.ticket++
  return turn.ticket
}

const growing: ReadonlySet<StateEvent['type']> = new Set(['split', 'repaired', 'corrected'])
const terminal: ReadonlySet<StateFile['control']['status']> = new Set(['ready', 'stopped', 'completed', 'halted'])

/**
 * Decides one message. The measure never rises within an epoch, and with every iteration it falls.
 *
 * @throws {ArtooError} `measure_not_falling`
 */
export function taken(
  before: CoordinatorState,
  at: string,
  decide: (turn: Turn) => void,
): readonly [CoordinatorState, readonly Outgoing[]] {
  let { loop, weights } = before
  const { phase, ticket, verified, tokens } = before
  const events: StateEvent[] = []
  const messages: Outgoing[] = []
  const turn: Turn = {
    ...{ at, phase, ticket, verified, tokens, next: null },
    revision: before.loop.revision + 1,
    get loop() {
      return loop
    },
    happen(...happened) {
      for (const event of happened) loop = applied(loop, event, at)
      events.push(...happened)
      if (happened.some(({ type }) => growing.has(type))) weights = weightsOf(loop)
    },
    send: (...more) => void messages.push(...more),
  }
  decide(turn)
  if (events.length > 0) {
    assertFalls(before, { loop, weights }, events)
    loop = { ...loop, revision: turn.revision }
  }
  const commit: Outgoing[] =
    events.length === 0 ? [] : [{ type: 'Commit', to: 'ledger', payload: { revision: turn.revision, at, events } }]
  const last = messages.map((message) => (message.type === 'LoopResult' ? withState(message, loop) : message))
  const state = { loop, weights, phase: turn.phase, ticket: turn.ticket, verified: turn.verified, tokens: turn.tokens }
  return [state, [...commit, ...last]]
}

function withState(message: Extract<Outgoing, { type: 'LoopResult' }>, state: StateFile): Outgoing {
  return { ...message, payload: { ...message.payload, state } }
}

interface Measured {
  readonly loop: StateFile
  readonly weights: Weights
}

function assertFalls(before: Measured, after: Measured, events: readonly StateEvent[]): void {
  if (after.loop.epoch > before.loop.epoch || terminal.has(after.loop.control.status)) return
  const [from, to]: Measure[] = [measureOf(before.loop, before.weights), measureOf(after.loop, after.weights)]
  const difference = compareMeasures(to as Measure, from as Measure)
  const isMove = events.some(({ type }) => type === 'iteration_began')
  if (difference < 0 || (difference === 0 && !isMove)) return
  const names = [...new Set(events.map(({ type }) => type))].join(', ')
  const message = `the measure went from ${measureText(from as Measure)} to ${measureText(to as Measure)} by ${names}`
  throw new ArtooError('measure_not_falling', message)
}
