import { accumulateBlockedTargets, blockedToolsOf } from './blocked.js'
import type { Decision } from './decision.js'
import { diagnose } from './diagnosis.js'
import { GgsError } from './errors.js'
import { defaultHyperparameters, type Hyperparameters, resolveHyperparameters } from './hyperparameters.js'
import { intentResultDistance } from './intent-result-distance.js'
import { loss, lossGradient } from './loss.js'
import { isTerminal } from './macro-state.js'
import type { Observation } from './observation.js'
import { processImplausibility } from './process-implausibility.js'
import { rationaleOf } from './rationale.js'
import { resourceCost } from './resource-cost.js'
import { type ControllerState, validateState } from './state.js'
import { urgencyOf } from './urgency.js'
import { validateObservation } from './validate-observation.js'
import { verdictOf, worseningRounds } from './verdict.js'

/**
 * One round of the controller: measure, compare with the round before, decide. Pure; start a task from `initialState`.
 *
 * @throws GgsError `invalid_state`, `invalid_observation` or `invalid_hyperparameter` naming the field,
 * `acceptance_mismatch` when `accepted` contradicts D, `task_ended` after a terminal decision.
 */
export function step(
  state: ControllerState,
  observation: Observation,
  hyperparameters: Hyperparameters = defaultHyperparameters,
): readonly [ControllerState, Decision] {
  validateState(state)
  validateObservation(observation)
  const decision = decisionFor(state, observation, resolveHyperparameters(hyperparameters))
  return [stateAfter(state, decision), decision]
}

function decisionFor(state: ControllerState, observation: Observation, hyperparameters: Hyperparameters): Decision {
  const { outcomes, elapsedMs, accepted, refuted = false } = observation
  const { replans, previousLoss, worseningCount: worseningBefore } = state
  const breakdown = loss(
    {
      D: intentResultDistance(outcomes),
      P: processImplausibility(outcomes),
      Omega: resourceCost({ replans, elapsedMs }, hyperparameters),
    },
    hyperparameters,
  )
  if (accepted !== (breakdown.D === 0)) refuseAcceptance(accepted, breakdown.D)
  const gradient = lossGradient(previousLoss, breakdown.L)
  const { D, P, Omega } = breakdown
  const round = { D, P, Omega, gradient, accepted, refuted, replans, worseningBefore }
  const verdict = verdictOf(round, hyperparameters)
  return {
    directive: verdict.directive,
    terminal: isTerminal(verdict.directive),
    reason: verdict.reason,
    loss: breakdown,
    gradient,
    urgency: urgencyOf(gradient, hyperparameters.epsilon),
    // What has no predecessor is not stuck, so a first round sets no tool aside.
    blockedTools: state.rounds === 0 ? [] : blockedToolsOf(verdict.directive, outcomes),
    blockedTargets: accumulateBlockedTargets(state.blockedTargets, outcomes),
    ...diagnose(outcomes),
    rationale: rationaleOf(verdict, round, hyperparameters, previousLoss === null),
    refuted,
    replans,
    round: state.rounds + 1,
    previousLoss,
    worseningBefore,
    hyperparameters,
  }
}

function stateAfter(state: ControllerState, decision: Decision): ControllerState {
  return {
    replans: decision.terminal ? state.replans : state.replans + 1,
    previousLoss: decision.loss.L,
    worseningCount: worseningRounds(decision, decision.hyperparameters),
    blockedTargets: decision.blockedTargets,
    previousDirective: decision.directive,
    rounds: decision.round,
  }
}

function refuseAcceptance(accepted: boolean, distance: number): never {
  const message = accepted
    ? `The result was accepted although D is ${distance}: accept only when no criterion failed`
    : 'The result was rejected although nothing failed: add the criterion that failed, as an outcome of its own'
  throw new GgsError('acceptance_mismatch', message, { field: 'accepted' })
}
