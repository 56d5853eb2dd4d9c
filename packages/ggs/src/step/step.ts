import { GgsError } from '../input/errors.js'
import type { Observation } from '../input/observation.js'
import { validateObservation } from '../input/validate-observation.js'
import { diagnose } from '../measure/diagnosis.js'
import { intentResultDistance } from '../measure/intent-result-distance.js'
import { levelOf } from '../measure/level.js'
import { loss, lossGradient } from '../measure/loss.js'
import { processImplausibility } from '../measure/process-implausibility.js'
import { resourceCost } from '../measure/resource-cost.js'
import { type Controller, type ControllerOptions, resolveController } from '../profile/controller.js'
import { isTerminal } from '../profile/macro-state.js'
import { rationaleOf } from '../rationale/rationale.js'
import { accumulateBlockedTargets, setsToolsAside, toolsToBlame } from '../verdict/blocked.js'
import { candidateOf, deliveryOf, nearerOf } from '../verdict/delivery.js'
import type { Order } from '../verdict/order.js'
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
  const { replans, previousLevel, worseningCount: worseningBefore } = state
  const best = changed ? null : state.best
  const { hyperparameters, profile } = controller
  const breakdown = loss(
    {
      D: intentResultDistance(outcomes, { counts: profile.counts, met }),
      P: processImplausibility(outcomes),
      Omega: resourceCost({ replans, elapsedMs }, hyperparameters),
    },
    hyperparameters,
  )
  const { D, P, Omega } = breakdown
  if (accepted !== (D === 0)) refuseAcceptance(accepted, D)
  const slope = lossGradient(previousLevel, levelOf(breakdown, controller))
  const gradient = previousLevel === null ? null : slope
  const failedCalls = failedCallsIn(outcomes)
  const undone = profile.counts === 'promise' ? outcomes.filter((outcome) => outcome.undone).length : 0
  const round = state.rounds + 1
  const before = { orders: state.orders, round, Omega }
  const orders = profile.scope === 'outcome' ? ordersFor(outcomes, before, controller) : []
  const focus = mostDrastic(orders) ?? { D, P, gradient, failedCalls }
  const inputs = {
    D,
    P,
    Omega,
    gradient,
    focus,
    accepted,
    undone,
    bestBefore: best?.D ?? null,
    replans,
    worseningBefore,
  }
  const verdict = verdictOf(inputs, controller)
  const { directive, reason } = verdict
  return {
    profile: profile.name,
    directive,
    terminal: isTerminal(directive),
    reason,
    loss: breakdown,
    gradient: slope,
    urgency: urgencyOf(slope, hyperparameters),
    blockedTools: blockedToolsFor(observation, { verdict, orders, round }, controller),
    blockedTargets: accumulateBlockedTargets(
      profile.targetsFor === 'plan' ? [] : state.blockedTargets,
      outcomes,
      profile,
    ),
    orders,
    failedCalls,
    deliver: deliveryOf(directive, best, candidateOf({ round, D, undone }), controller),
    ...diagnose(outcomes),
    rationale: rationaleOf(verdict, inputs, controller),
    replans,
    round,
    previousLevel,
    ...(undone > 0 && { undone }),
    best,
    worseningBefore,
    hyperparameters,
  }
}

function blockedToolsFor(
  { outcomes }: Observation,
  { verdict, orders, round }: { readonly verdict: Verdict; readonly orders: readonly Order[]; readonly round: number },
  { profile }: Controller,
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
