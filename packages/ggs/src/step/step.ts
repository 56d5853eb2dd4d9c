import { targetsToLeave } from '../belief/leave-targets.js'
import { beliefOrders, beliefRationale, beliefVerdict, toolsIn } from '../belief/verdict.js'
import { GgsError } from '../input/errors.js'
import type { Observation } from '../input/observation.js'
import { validateObservation } from '../input/validate-observation.js'
import { diagnose } from '../measure/diagnosis.js'
import { intentResultDistance } from '../measure/intent-result-distance.js'
import { levelOf } from '../measure/level.js'
import { loss, lossGradient } from '../measure/loss.js'
import { processImplausibility } from '../measure/process-implausibility.js'
import { resourceCost } from '../measure/resource-cost.js'
import {
  type BeliefController,
  type Controller,
  type ControllerOptions,
  isTableController,
  resolveController,
  type TableController,
} from '../profile/controller.js'
import type { ProfileBase } from '../profile/profile.js'
import { rationaleOf } from '../rationale/rationale.js'
import { isTerminal } from '../terms/directives.js'
import { accumulateBlockedTargets, setsToolsAside, toolsToBlame } from '../verdict/blocked.js'
import { candidateOf, deliveryOf, nearerOf } from '../verdict/delivery.js'
import { isBeliefOrder, isTableOrder, type TableOrder } from '../verdict/order.js'
import { failedCallsIn, mostDrastic, ordersFor, toolsOf } from '../verdict/orders.js'
import { urgencyOf } from '../verdict/urgency.js'
import { type Verdict, verdictOf, worseningRounds } from '../verdict/verdict.js'
import type { Decision } from './decision.js'
import { type ControllerState, validateState } from './state.js'

/**
 * One round of the controller: measure, compare with the round before, decide. Pure; start a task from `initialState`.
 *
 * @throws GgsError `invalid_option`, `invalid_state`, `invalid_observation`, `invalid_hyperparameter` or `invalid_profile` naming the field,
 * `acceptance_mismatch` when `accepted` contradicts D, `task_ended` after a terminal decision.
 */
export function step(
  state: ControllerState,
  observation: Observation,
  options: ControllerOptions = {},
): readonly [ControllerState, Decision] {
  validateState(state)
  validateObservation(observation)
  const controller = resolveController(options)
  const decision = decisionFor(state, observation, controller)
  return [stateAfter(state, decision, controller), decision]
}

function decisionFor(state: ControllerState, observation: Observation, controller: Controller): Decision {
  const { outcomes, elapsedMs, accepted, changed = false, met = 0 } = observation
  const { replans, previousLevel } = state
  const { hyperparameters, profile } = controller
  const breakdown = loss(
    {
      D: intentResultDistance(outcomes, { counts: profile.counts, met }),
      P: processImplausibility(outcomes),
      Omega: resourceCost({ replans, elapsedMs }, hyperparameters),
    },
    hyperparameters,
  )
  if (accepted !== (breakdown.D === 0)) refuseAcceptance(accepted, breakdown.D)
  const gradient = lossGradient(previousLevel, levelOf(breakdown, controller))
  const undone = profile.counts === 'promise' ? outcomes.filter((outcome) => outcome.undone).length : 0
  const measured: Measured = {
    ...{ loss: breakdown, gradient, undone },
    failedCalls: failedCallsIn(outcomes),
    best: changed ? null : state.best,
  }
  const ruled = isTableController(controller)
    ? byTable(state, observation, measured, controller)
    : byBeliefs(state, observation, measured, controller as BeliefController)
  return {
    profile: profile.name,
    ...ruled,
    terminal: isTerminal(ruled.directive),
    ...{ loss: breakdown, gradient, failedCalls: measured.failedCalls, best: measured.best },
    ...(undone > 0 && { undone }),
    urgency: urgencyOf(gradient, hyperparameters),
    ...diagnose(outcomes),
    ...{ replans, round: state.rounds + 1, previousLevel, worseningBefore: state.worseningCount, hyperparameters },
  }
}

/** The values of a round by which any rule decides. */
interface Measured extends Pick<Decision, 'loss' | 'gradient' | 'failedCalls' | 'best'> {
  readonly undone: number
}

type Ruled = Pick<
  Decision,
  'directive' | 'reason' | 'orders' | 'blockedTools' | 'blockedTargets' | 'deliver' | 'rationale'
>

function byTable(
  state: ControllerState,
  observation: Observation,
  { loss: { D, P, Omega }, gradient: slope, undone, failedCalls, best }: Measured,
  controller: TableController,
): Ruled {
  const { outcomes, accepted } = observation
  const { profile } = controller
  const { replans, worseningCount: worseningBefore } = state
  const gradient = state.previousLevel === null ? null : slope
  const round = state.rounds + 1
  const before = { orders: state.orders.filter(isTableOrder), round, Omega }
  const orders = profile.scope === 'outcome' ? ordersFor(outcomes, before, controller) : []
  const focus = mostDrastic(orders) ?? { D, P, gradient, failedCalls }
  const inputs = {
    ...{ D, P, Omega, gradient, focus, accepted, undone, replans, worseningBefore },
    bestBefore: best?.D ?? null,
  }
  const verdict = verdictOf(inputs, controller)
  return {
    ...{ directive: verdict.directive, reason: verdict.reason, orders },
    blockedTools: blockedToolsFor(observation, { verdict, orders, round }, controller),
    blockedTargets: accumulateBlockedTargets(knownTargets(state, profile), outcomes, profile),
    deliver: deliveryOf(verdict.directive, best, candidateOf({ round, D, undone }), profile.settle),
    rationale: rationaleOf(verdict, inputs, controller),
  }
}

function byBeliefs(
  state: ControllerState,
  { outcomes, accepted, met = 0 }: Observation,
  { loss: { D, Omega }, undone, best }: Measured,
  { hyperparameters, profile }: BeliefController,
): Ruled {
  const orders = beliefOrders(outcomes, state.orders.filter(isBeliefOrder), profile)
  const present = candidateOf({ round: state.rounds + 1, D, undone })
  const inputs = {
    ...{ accepted, Omega, replans: state.replans },
    nearest: nearerOf(best, present)?.D ?? 1,
    hasDone: met > 0 || outcomes.some(({ status }) => status === 'matched'),
  }
  const verdict = beliefVerdict(inputs, orders, hyperparameters)
  return {
    ...{ directive: verdict.directive, reason: verdict.reason, orders },
    blockedTools: toolsIn(orders),
    blockedTargets: targetsToLeave(knownTargets(state, profile), outcomes, orders),
    deliver: deliveryOf(verdict.directive, best, present, 'at_the_end'),
    rationale: beliefRationale(verdict, inputs),
  }
}

const knownTargets = ({ blockedTargets }: ControllerState, { targetsFor }: ProfileBase) =>
  targetsFor === 'plan' ? [] : blockedTargets

function blockedToolsFor(
  { outcomes }: Observation,
  {
    verdict,
    orders,
    round,
  }: { readonly verdict: Verdict; readonly orders: readonly TableOrder[]; readonly round: number },
  { profile }: TableController,
): readonly string[] {
  if (profile.scope === 'outcome') return toolsOf(orders)
  const isSetAside = setsToolsAside(verdict.directive) && round >= profile.setsAsideFrom
  return isSetAside ? toolsToBlame(outcomes) : []
}

function stateAfter(state: ControllerState, decision: Decision, controller: Controller): ControllerState {
  const { round, loss: breakdown, best, undone = 0 } = decision
  return {
    replans: decision.terminal ? state.replans : state.replans + 1,
    previousLevel: levelOf(breakdown, controller),
    worseningCount: worseningRounds(decision, decision.hyperparameters),
    blockedTargets: decision.blockedTargets,
    orders: decision.orders,
    best: nearerOf(best, candidateOf({ round, D: breakdown.D, undone })),
    previousDirective: decision.directive,
    rounds: round,
  }
}

function refuseAcceptance(accepted: boolean, distance: number): never {
  const message = accepted
    ? `The result was accepted although D is ${distance}: accept only when no criterion failed`
    : 'The result was rejected although nothing failed: add the criterion that failed, as an outcome of its own'
  throw new GgsError('acceptance_mismatch', message, { field: 'accepted' })
}
