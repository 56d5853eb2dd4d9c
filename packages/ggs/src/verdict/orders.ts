import type { OutcomeObservation } from '../input/observation.js'
import { failuresOf } from '../measure/failures.js'
import { intentResultDistance } from '../measure/intent-result-distance.js'
import { gapOf } from '../measure/level.js'
import { loss, lossGradient } from '../measure/loss.js'
import { processImplausibility } from '../measure/process-implausibility.js'
import type { TableController } from '../profile/controller.js'
import { rowAt } from '../profile/decision-table.js'
import type { MacroState } from '../profile/macro-state.js'
import { actionBandsOf, type Situation } from '../profile/situation.js'
import { moreDrastic } from '../terms/directives.js'
import { setsToolsAside, toolsToBlame } from './blocked.js'
import type { TableOrder } from './order.js'

export interface Before {
  /** The orders of the round before. */
  readonly orders: readonly TableOrder[]
  /** The present round, 1 for the first. */
  readonly round: number
  /** Ω of the present round. */
  readonly Omega: number
}

/** An order for each outcome that failed. One that replaces none has no gradient and no tools set aside before. */
export function ordersFor(
  outcomes: readonly OutcomeObservation[],
  { orders, round, Omega }: Before,
  controller: TableController,
): readonly TableOrder[] {
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
      const blockedTools = isSetAside ? toolsToBlame([outcome]) : []
      return { outcome: outcome.id, ...situation, directive, blockedTools, gap }
    })
}

/** The action for one outcome of a task that goes on. */
export function actionFor(situation: Situation, controller: TableController): MacroState {
  return rowAt(controller.profile, actionBandsOf(situation, controller)).macroState
}

/** Every tool that some order sets aside. */
export function toolsOf(orders: readonly TableOrder[]): readonly string[] {
  return [...new Set(orders.flatMap(({ blockedTools }) => blockedTools))]
}

/** The order that asks for the greatest change, the first of equals. */
export function mostDrastic(orders: readonly TableOrder[]): TableOrder | null {
  return orders.reduce<TableOrder | null>((most, order) => {
    return most !== null && moreDrastic(most.directive, order.directive) === most.directive ? most : order
  }, null)
}

/** Calls that failed in what failed, with nothing changed since. */
export function failedCallsIn(outcomes: readonly OutcomeObservation[]): number {
  const failing = outcomes.filter((outcome) => failuresOf(outcome).length > 0)
  return failing.flatMap(({ calls }) => calls.filter(({ failed, lifted = false }) => failed && !lifted)).length
}
