import type { BlockedTarget } from './blocked.js'
import type { RoundDistance } from './decision.js'
import { GgsError } from './errors.js'
import { type Directive, directives, isTerminal } from './macro-state.js'
import type { Order } from './orders.js'
import { count, requirements } from './requirements.js'

/** What the controller remembers of a task between rounds. JSON-serialisable. */
export interface ControllerState {
  /** Replans performed. */
  readonly replans: number
  /** L of the last round, or what the profile takes the slope of; `null` before the first. */
  readonly previousLevel: number | null
  /** Consecutive worsening rounds up to now. */
  readonly worseningCount: number
  /** Tools set aside so far, where the profile holds them for the task. */
  readonly blockedTools: readonly string[]
  readonly blockedTargets: readonly BlockedTarget[]
  /** Of the last round. */
  readonly orders: readonly Order[]
  /** The nearest round so far, the last of equals; `null` before the first. */
  readonly best: RoundDistance | null
  /** `null` before the first round. */
  readonly previousDirective: Directive | null
  /** Observations taken. */
  readonly rounds: number
}

/** A task that has not been observed yet. */
export const initialState: ControllerState = Object.freeze({
  replans: 0,
  previousLevel: null,
  worseningCount: 0,
  blockedTools: Object.freeze([]),
  blockedTargets: Object.freeze([]),
  orders: Object.freeze([]),
  best: null,
  previousDirective: null,
  rounds: 0,
})

const demand = requirements('invalid_state')

/**
 * @throws GgsError `invalid_state` naming the malformed field; `task_ended` when the last directive was terminal.
 */
export function validateState(state: ControllerState): void {
  demand.object('state', state)
  demand.number('rounds', state.rounds, count)
  demand.number('replans', state.replans, { ...count, max: state.rounds })
  demand.number('worseningCount', state.worseningCount, { ...count, max: state.rounds })
  demand.list('blockedTools', state.blockedTools)
  demand.list('orders', state.orders)
  if (state.best !== null) demand.object('best', state.best)
  demand.list('blockedTargets', state.blockedTargets)
  state.blockedTargets.forEach((blocked, index) => {
    demand.object(`blockedTargets[${index}]`, blocked)
    demand.text(`blockedTargets[${index}].tool`, blocked.tool)
    demand.text(`blockedTargets[${index}].target`, blocked.target)
  })
  if (state.rounds === 0) {
    demand.oneOf('previousLevel', state.previousLevel, [null])
    demand.oneOf('previousDirective', state.previousDirective, [null])
    return
  }
  demand.number('previousLevel', state.previousLevel, { min: 0, max: Number.MAX_VALUE })
  demand.oneOf('previousDirective', state.previousDirective, directives)
  if (state.previousDirective !== null && isTerminal(state.previousDirective)) {
    throw new GgsError('task_ended', `The task ended with ${state.previousDirective}; start from initialState`, {
      field: 'previousDirective',
    })
  }
}
