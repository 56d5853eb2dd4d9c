import { setsToolsAside, toolsToBlame } from './blocked.js'
import { bandsOf, type Situation } from './cascade.js'
import type { Controller } from './controller.js'
import { failuresOf } from './failures.js'
import { intentResultDistance } from './intent-result-distance.js'
import { gapOf } from './level.js'
import { loss, lossGradient } from './loss.js'
import { type Directive, macroStates } from './macro-state.js'
import type { OutcomeObservation } from './observation.js'
import { processImplausibility } from './process-implausibility.js'
import { rowAt } from './profile.js'

/** What is to change in whatever replaces one failed outcome. JSON-serialisable. */
export interface Order extends Required<Situation> {
  /** Its id. */
  readonly outcome: string
  readonly directive: Directive
  /** Tools that a replacement must not use. */
  readonly blockedTools: readonly string[]
  /** α·D + β_eff·P of this outcome alone. */
  readonly gap: number
}

export interface Before {
  readonly orders: readonly Order[]
  /** 1 for the first. */
  readonly round: number
  readonly Omega: number
}

/** An order for each outcome that failed. */
export function ordersFor(
  outcomes: readonly OutcomeObservation[],
  { orders, round, Omega }: Before,
  controller: Controller,
): readonly Order[] {
  const { profile, hyperparameters } = controller
  return outcomes
    .filter((outcome) => failuresOf(outcome).length > 0)
    .map((outcome) => {
      const before = orders.find((order) => order.outcome === outcome.replaces)
      const D = intentResultDistance([outcome])
      const P = processImplausibility([outcome])
      const gap = gapOf(loss({ D, P, Omega }, hyperparameters), hyperparameters)
      const gradient = before ? lossGradient(before.gap, gap) : null
      const situation = { D, P, gradient, failedCalls: failedCallsIn([outcome]) }
      const directive = actionFor(situation, controller)
      const isSetAside = setsToolsAside(directive) && round >= profile.setsAsideFrom
      const kept = profile.toolsFor === 'task' ? (before?.blockedTools ?? []) : []
      const blockedTools = [...new Set([...kept, ...(isSetAside ? toolsToBlame([outcome]) : [])])]
      return { outcome: outcome.id, ...situation, directive, blockedTools, gap }
    })
}

/** The action for one outcome, whatever became of the round. */
export function actionFor(situation: Situation, { profile, hyperparameters }: Controller): Directive {
  const point = bandsOf(situation, 'affordable', hyperparameters)
  const isNear = profile.settle === 'at_once' && point.distance === 'near'
  return rowAt(profile, isNear ? { ...point, distance: 'middle' } : point).macroState
}

/** The order that asks for the greatest change, the first of equals. */
export function mostDrastic(orders: readonly Order[]): Order | null {
  const rank = ({ directive }: Order) => macroStates.indexOf(directive as (typeof macroStates)[number])
  return orders.reduce<Order | null>((most, order) => (most && rank(most) <= rank(order) ? most : order), null)
}

/** Calls that failed in what failed. */
export function failedCallsIn(outcomes: readonly OutcomeObservation[]): number {
  const failing = outcomes.filter((outcome) => failuresOf(outcome).length > 0)
  return failing.flatMap(({ calls }) => calls.filter(({ failed }) => failed)).length
}
