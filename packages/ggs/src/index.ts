export { type Axis, type Band, type Banded, bands } from './bands.js'
export type { BlockedTarget } from './blocked.js'
export { type DecisionInputs, decide, type Situation } from './cascade.js'
export type { Change } from './change.js'
export type { ControllerOptions } from './controller.js'
export type { Decision } from './decision.js'
export { cellOf, type DecisionCell, decisionTable } from './decision-table.js'
export type { RoundDistance } from './delivery.js'
export { GgsError, type GgsErrorCode } from './errors.js'
export { type Explanation, explain } from './explain.js'
export {
  defaultHyperparameters,
  type Hyperparameters,
  resolveHyperparameters,
  type Thresholds,
} from './hyperparameters.js'
export type { Inequality } from './inequality.js'
export { type Counting, intentResultDistance } from './intent-result-distance.js'
export { type LossBreakdown, loss, lossGradient, type Measurements } from './loss.js'
export { type Directive, directives, isTerminal, type MacroState, macroStates } from './macro-state.js'
export type { Alternative } from './nearest.js'
export type {
  CallObservation,
  CriterionObservation,
  FailureClass,
  Observation,
  OutcomeObservation,
} from './observation.js'
export type { Order } from './order.js'
export { processImplausibility } from './process-implausibility.js'
export type { Profile, ProfileRow } from './profile.js'
export { defaultProfile, type ProfileName, profileNames, profiles } from './profiles.js'
export { replay } from './replay.js'
export { resourceCost, type Spent } from './resource-cost.js'
export { type ControllerState, initialState } from './state.js'
export { step } from './step.js'
export { type StopReason, stopReasonMeanings, stopReasons } from './stop-reasons.js'
export type { Urgency } from './urgency.js'
export type { Rule } from './verdict.js'
