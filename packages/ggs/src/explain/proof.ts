import { GgsError } from '../input/errors.js'
import { count, requirements, unitInterval } from '../input/requirements.js'
import { gapOf, levelOf } from '../measure/level.js'
import { loss, lossGradient } from '../measure/loss.js'
import type { Controller, TableController } from '../profile/controller.js'
import type { Decision } from '../step/decision.js'
import { isTerminal } from '../terms/directives.js'
import { candidateOf, deliveryOf } from '../verdict/delivery.js'
import { isTableOrder, type TableOrder, validateTableOrder } from '../verdict/order.js'
import { actionFor, mostDrastic, toolsOf } from '../verdict/orders.js'
import { urgencyOf } from '../verdict/urgency.js'
import { type RoundInputs, type Verdict, verdictOf } from '../verdict/verdict.js'

const demand = requirements('invalid_input')

/** The inputs and the verdict of a round, derived again from its decision. */
export interface Proof {
  readonly round: RoundInputs
  readonly verdict: Verdict
  /** The most drastic order after the one that decided. */
  readonly next: TableOrder | null
}

/**
 * Derives everything in a decision that follows from the rest of it, and compares.
 *
 * @throws GgsError `inconsistent_decision` naming the field that differs, `invalid_input` naming one that is malformed.
 */
export function prove(decision: Decision, controller: TableController): Proof {
  proveMeasured(decision, controller)
  const orders = proveOrders(decision, controller)
  const { previousLevel, best, round: number, failedCalls, replans, worseningBefore, undone = 0 } = decision
  const { D, P, Omega } = decision.loss
  const gradient = previousLevel === null ? null : decision.gradient
  const focus = mostDrastic(orders) ?? { D, P, gradient, failedCalls }
  const bestBefore = best?.D ?? null
  const round = { D, P, Omega, gradient, focus, accepted: D === 0, undone, bestBefore, replans, worseningBefore }
  const verdict = verdictOf(round, controller)
  refuseUnless(decision.directive, verdict.directive, 'directive')
  refuseUnless(decision.reason, verdict.reason, 'reason')
  proveFollowing(decision)
  const present = candidateOf({ round: number, D, undone })
  refuseUnless(decision.deliver, deliveryOf(verdict.directive, best, present, controller.profile.settle), 'deliver')
  return { round, verdict, next: mostDrastic(orders.filter((order) => order !== focus)) }
}

/** Checks what every rule measures. */
export function proveMeasured(decision: Decision, controller: Controller): void {
  validateNumbers(decision, controller)
  proveLoss(decision, controller)
}

function validateNumbers(decision: Decision, { profile }: Controller): void {
  const { round, replans, worseningBefore, failedCalls, previousLevel, best, undone = 0 } = decision
  demand.number('round', round, { ...count, min: 1 })
  demand.number('replans', replans, { ...count, max: round - 1 })
  demand.number('worseningBefore', worseningBefore, { ...count, max: round - 1 })
  demand.number('failedCalls', failedCalls, count)
  demand.number('undone', undone, profile.counts === 'promise' ? count : { ...count, max: 0 })
  if (round === 1) {
    demand.oneOf('previousLevel', previousLevel, [null])
    demand.oneOf('best', best, [null])
    return
  }
  demand.number('previousLevel', previousLevel, { min: 0, max: Number.MAX_VALUE })
  if (best === null) return
  demand.object('best', best)
  demand.number('best.round', best.round, { ...count, min: 1, max: round - 1 })
  demand.number('best.D', best.D, unitInterval)
}

function proveLoss({ loss: recorded, previousLevel, gradient }: Decision, controller: Controller): void {
  const derived = loss(recorded, controller.hyperparameters)
  refuseUnless(recorded.betaEffective, derived.betaEffective, 'loss.betaEffective')
  refuseUnless(recorded.L, derived.L, 'loss.L')
  refuseUnless(gradient, lossGradient(previousLevel, levelOf(derived, controller)), 'gradient')
}

function proveOrders(decision: Decision, controller: TableController): readonly TableOrder[] {
  const { failedCalls, blockedTools } = decision
  const { profile, hyperparameters } = controller
  const { Omega } = decision.loss
  demand.list('orders', decision.orders)
  for (const [index, order] of decision.orders.entries()) demand.object(`orders[${index}]`, order)
  const orders = decision.orders.filter(isTableOrder)
  refuseUnless(decision.orders.length, orders.length, 'orders.length')
  if (profile.scope === 'task') {
    refuseUnless(orders.length, 0, 'orders.length')
    return orders
  }
  for (const [index, order] of orders.entries()) {
    const field = `orders[${index}]`
    validateTableOrder(field, order, demand)
    refuseUnless(order.gap, gapOf(loss({ ...order, Omega }, hyperparameters), hyperparameters), `${field}.gap`)
    refuseUnless(order.directive, actionFor(order, controller), `${field}.directive`)
  }
  if (orders.length === 0) proveNothingFailed(decision)
  const failed = orders.reduce((sum, order) => sum + order.failedCalls, 0)
  refuseUnless(failedCalls, failed, 'failedCalls')
  refuseUnless(JSON.stringify(blockedTools), JSON.stringify(toolsOf(orders)), 'blockedTools')
  return orders
}

/** Checks a round without an order: every criterion passed (D = 0), or there was no outcome at all, which gives D = 1 and P = 0.5. */
export function proveNothingFailed({ loss: { D, P } }: Decision): void {
  if (!(D === 1 && P === 0.5)) refuseUnless(D, 0, 'loss.D')
}

/** Checks what follows from a directive, whatever rule gave it. */
export function proveFollowing({ directive, terminal, urgency, gradient, hyperparameters }: Decision): void {
  refuseUnless(terminal, isTerminal(directive), 'terminal')
  refuseUnless(urgency, urgencyOf(gradient, hyperparameters), 'urgency')
}

export function refuseUnless(recorded: unknown, derived: unknown, field: string): void {
  if (recorded === derived) return
  const message = `${field} is ${recorded}, but the rest of the decision gives ${derived}: was it edited?`
  throw new GgsError('inconsistent_decision', message, { field })
}
