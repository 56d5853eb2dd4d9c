import type { MessageFrom } from '@artoo/bus'
import { ArtooError } from '@artoo/spec'
import type { LoopContracts } from '../messages/contracts.js'
import { applied } from '../state/applied.js'
import type { StateEvent } from '../state/events.js'
import { compareMeasures, type Measure, measureOf, measureText } from '../state/measure.js'
import { type GraphShape, shapeOf } from '../state/shape.js'
import type { StateFile } from '../state/state-file.js'
import type { CoordinatorPhase, Redirect } from './phase.js'

export type Outgoing = MessageFrom<LoopContracts, 'coordinator'>

export interface CoordinatorState {
  readonly loop: StateFile
  readonly shape: GraphShape
  /** The measure of `loop`. */
  readonly measure: Measure
  readonly phase: CoordinatorPhase
  /** Changes of course that came while another was being made. */
  readonly waiting: readonly Redirect[]
  /** It only changes what is written; nothing is done about it. */
  readonly isAtRest: boolean
  /** The number of the open question: answers to earlier ones are ignored. */
  readonly ticket: number
  /** The commit of which the last verdict is. */
  readonly verified: string | null
  /** Tokens of this run that are counted in the state. */
  readonly tokens: number
}

/** One message being decided: what happens to the state, and what is to be sent. */
export interface Transition {
  readonly loop: StateFile
  readonly shape: GraphShape
  readonly at: string
  phase: CoordinatorPhase
  waiting: readonly Redirect[]
  isAtRest: boolean
  ticket: number
  verified: string | null
  tokens: number
  /** The continuation of this transition after the message. @defaultValue nothing: it waits for the next message */
  next: 'verify' | 'decide' | null
  /** Takes effect at once, and is written before anything is sent. */
  happen(...events: StateEvent[]): void
  send(...messages: Outgoing[]): void
  /** The revision that this transition writes. */
  readonly revision: number
}

/** Answers to what was asked before are not heard any more. */
export function nextTicket(transition: Transition): number {
  transition.ticket++
  return transition.ticket
}

const growing: ReadonlySet<StateEvent['type']> = new Set(['split', 'repaired', 'corrected'])
/** Each makes the measure fall by itself. */
const steps: ReadonlySet<StateEvent['type']> = new Set(['iteration_began', 'proved', 'disproved'])
const terminal: ReadonlySet<StateFile['control']['status']> = new Set(['ready', 'stopped', 'completed', 'halted'])

/**
 * Decides one message. The measure never rises within an epoch, and with every iteration and every own check it falls.
 *
 * @throws {ArtooError} `measure_not_falling`
 */
export function taken(
  before: CoordinatorState,
  at: string,
  decide: (transition: Transition) => void,
): readonly [CoordinatorState, readonly Outgoing[]] {
  let { loop, shape } = before
  const events: StateEvent[] = []
  const messages: Outgoing[] = []
  /** The measures before the transition and at the beginning of each step in it. */
  const marks: Measured[] = [before]
  const transition: Transition = {
    ...{ at, phase: before.phase, ticket: before.ticket, verified: before.verified, tokens: before.tokens },
    ...{ waiting: before.waiting, isAtRest: before.isAtRest, next: null },
    revision: before.loop.revision + 1,
    get loop() {
      return loop
    },
    get shape() {
      return shape
    },
    happen(...happened) {
      for (const event of happened) {
        if (steps.has(event.type)) marks.push(measured(loop, shape))
        loop = applied(loop, event, at)
        if (growing.has(event.type)) shape = shapeOf(loop)
      }
      events.push(...happened)
    },
    send: (...more) => void messages.push(...more),
  }
  decide(transition)
  let { measure } = before
  if (events.length > 0) {
    const after = measured(loop, shape)
    assertFalls([...marks, after], events)
    measure = after.measure
    loop = { ...loop, revision: transition.revision }
  }
  const commit: Outgoing[] =
    events.length === 0
      ? []
      : [{ type: 'Commit', to: 'ledger', payload: { revision: transition.revision, at, events } }]
  const last = messages.map((message) => (message.type === 'LoopResult' ? withState(message, loop) : message))
  const { phase, ticket, verified, tokens, waiting, isAtRest } = transition
  return [{ loop, shape, measure, phase, ticket, verified, tokens, waiting, isAtRest }, [...commit, ...last]]
}

function withState(message: Extract<Outgoing, { type: 'LoopResult' }>, state: StateFile): Outgoing {
  return { ...message, payload: { ...message.payload, state } }
}

interface Measured {
  readonly loop: StateFile
  readonly measure: Measure
}

const measured = (loop: StateFile, { weights }: GraphShape): Measured => ({ loop, measure: measureOf(loop, weights) })

/** Checks that each step makes the measure fall. Events settled before the first step may leave it as it is. */
function assertFalls(marks: readonly Measured[], events: readonly StateEvent[]): void {
  for (const [index, to] of marks.entries()) {
    const from = marks[index - 1]
    if (!from || to.loop.epoch > from.loop.epoch || terminal.has(to.loop.control.status)) continue
    const difference = compareMeasures(to.measure, from.measure)
    if (difference < 0 || (difference === 0 && index === 1)) continue
    const names = [...new Set(events.map(({ type }) => type))].join(', ')
    const message = `the measure went from ${measureText(from.measure)} to ${measureText(to.measure)} by ${names}`
    throw new ArtooError('measure_not_falling', message)
  }
}
