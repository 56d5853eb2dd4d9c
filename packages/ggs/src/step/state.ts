import { GgsError } from '../input/errors.js'
import { count, requirements, unitInterval } from '../input/requirements.js'
import type { BlockedTarget } from '../terms/blocked-target.js'
import { type Directive, directives, isTerminal } from '../terms/directives.js'
import type { RoundDistance } from '../verdict/delivery.js'
import { type Order, validateOrder } from '../verdict/order.js'

/** The state of the controller between the rounds of a task. JSON-serialisable. */
export interface ControllerState {
  /** Replans performed. */
  readonly replans: number
  /** L of the last round, or what the profile takes the slope of; `null` before the first. */
  readonly previousLevel: number | null
  /** Consecutive worsening rounds up to now. */
  readonly worseningCount: number
  /** Targets blocked by the last round, or so far, as the profile says. */
  readonly blockedTargets: readonly BlockedTarget[]
  /** The orders of the last round; a replacement of one of its outcomes starts from them. */
  readonly orders: readonly Order[]
  /** The nearest round so far in which nothing was left undone, the last of equals; `null` while there is none. */
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
  validateLists(state)
  if (state.rounds === 0) {
    for (const name of ['previousLevel', 'previousDirective', 'best'] as const) demand.oneOf(name, state[name], [null])
    return
  }
  if (state.best !== null) validateBest(state.best, state.rounds)
  demand.number('previousLevel', state.previousLevel, { min: 0, max: Number.MAX_VALUE })
  demand.oneOf('previousDirective', state.previousDirective, directives)
  if (state.previousDirective !== null && isTerminal(state.previousDirective)) {
    throw new GgsError('task_ended', `The task ended with ${state.previousDirective}; start from initialState`, {
      field: 'previousDirective',
    })
  }
}

function validateBest(best: RoundDistance, rounds: number): void {
  demand.object('best', best)
  demand.number('best.round', best.round, { ...count, min: 1, max: rounds })
  demand.number('best.D', best.D, unitInterval)
}

function validateLists({ blockedTargets, orders }: ControllerState): void {
  demand.list('blockedTargets', blockedTargets)
  for (const [index, blocked] of blockedTargets.entries()) {
    demand.object(`blockedTargets[${index}]`, blocked)
    demand.text(`blockedTargets[${index}].tool`, blocked.tool)
    demand.text(`blockedTargets[${index}].target`, blocked.target)
  }
  demand.list('orders', orders)
  for (const [index, order] of orders.entries()) validateOrder(`orders[${index}]`, order, demand)
}
