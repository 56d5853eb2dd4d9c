export { beliefOf, type Evidence, oddsOf } from './belief/belief.js'
export type { BeliefOrder, CriterionBelief } from './belief/order.js'
export type { Action, BeliefProfile, ByCause } from './belief/profile.js'
export { continuing as planDirectives } from './belief/worth.js'
export { type ConfidenceWeights, confidenceIn, confidenceWeights, type Trust } from './confidence/confidence.js'
export type { ErrorCode } from './error-codes.js'
export type { Counterfactual } from './explain/counterfactual.js'
export { explain } from './explain/explain.js'
export type { Explanation } from './explain/explanation.js'
export type { Alternative } from './explain/nearest.js'
export { GgsError, type GgsErrorCode } from './input/errors.js'
export {
  defaultHyperparameters,
  type Hyperparameters,
  resolveHyperparameters,
  type Thresholds,
} from './input/hyperparameters.js'
export type {
  CallError,
  CallObservation,
  CriterionObservation,
  Observation,
  OutcomeObservation,
} from './input/observation.js'
export { type Counting, intentResultDistance } from './measure/intent-result-distance.js'
export { type LossBreakdown, loss, lossGradient, type Measurements } from './measure/loss.js'
export { processImplausibility } from './measure/process-implausibility.js'
export { resourceCost, type Spent } from './measure/resource-cost.js'
export { type Axis, type Band, type Banded, bands } from './profile/bands.js'
export type { ControllerOptions } from './profile/controller.js'
export { type MacroState, macroStates } from './profile/macro-state.js'
export type { ProfileRow, TableProfile } from './profile/profile.js'
export { defaultProfile, type Profile, type ProfileName, profileNames, profiles } from './profile/profiles.js'
export type { Situation } from './profile/situation.js'
export type { Inequality } from './rationale/inequality.js'
export type { Decision } from './step/decision.js'
export { replay } from './step/replay.js'
export { type ControllerState, initialState } from './step/state.js'
export { step } from './step/step.js'
export type { BlockedTarget } from './terms/blocked-target.js'
export { type Cause, causeNames, causes } from './terms/causes.js'
export { type Directive, directiveMeanings, directives, isTerminal } from './terms/directives.js'
export type { FailureClass } from './terms/failure-class.js'
export { type StopReason, stopReasonMeanings, stopReasons } from './terms/stop-reasons.js'
export type { RoundDistance } from './verdict/delivery.js'
export { isBeliefOrder, type Order, type TableOrder } from './verdict/order.js'
export type { Urgency } from './verdict/urgency.js'
export type { Rule } from './verdict/verdict.js'
