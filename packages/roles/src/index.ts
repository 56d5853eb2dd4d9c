export { createAgentValidator } from './agent-validator/agent-validator.js'
export type { AgentValidatorComponents } from './agent-validator/attempt.js'
export type { AuditEvent, AuditLog } from './auditor/audit-log.js'
export { type Auditor, type AuditorComponents, createAuditor } from './auditor/auditor.js'
export type { Anomaly, AuditFinding } from './auditor/findings.js'
export type { AuditReport } from './auditor/report.js'
export type { AnomalyCode } from './auditor/task-trace.js'
export type { AuditWindow } from './auditor/window.js'
export { createGoalGradientSolver, type GoalGradientSolverComponents } from './controller/goal-gradient-solver.js'
export { observe } from './controller/observe.js'
export { type Depth, depths } from './depth.js'
export { type RoleEffectsOptions, roleEffects } from './effects.js'
export { createExecutor, type ExecutorComponents } from './executor/executor.js'
export { isoTime } from './iso-time.js'
export {
  type LessonRule,
  type MemoryProfile,
  type MemoryProfileName,
  memoryProfiles,
  type Occasion,
  resolveMemoryProfile,
} from './memory-profiles.js'
export {
  type ArtooContracts,
  type ArtooEvent,
  contracts,
  type Incoming,
  type ModelRoleId,
  type Outgoing,
  type RoleId,
} from './messages/contracts.js'
export type { FailureCause, FinalResult, PlanDirective } from './messages/control.js'
export type { ExecutionResult } from './messages/execution.js'
export type { Clarification, Need } from './messages/need.js'
export type { SubTaskOutcome } from './messages/outcome.js'
export type { Criterion, SubTask } from './messages/plan.js'
export type { TaskSpec } from './messages/task.js'
export type { CriterionVerdict } from './messages/verdict.js'
export { createMetaValidator } from './meta-validator/meta-validator.js'
export type { MetaValidatorComponents } from './meta-validator/state.js'
export { assertPriced, type Models, resolveModels } from './models.js'
export { type NobodyConfirms, nobodyConfirmsOf } from './nobody-confirms.js'
export { type OutputName, type OutputValue, outputs } from './outputs.js'
export { type PairOptions, type PairTask, runPair } from './pair/run-pair.js'
export { assertTask } from './perceiver/assert-task.js'
export { createPerceiver, type PerceiverComponents } from './perceiver/perceiver.js'
export { areAlike } from './plain-words.js'
export { createPlanner, type PlannableCheck, type PlannerComponents } from './planner/planner.js'
export type { Role, Step } from './role.js'
export { assertNoParent, checkSession, type SessionOptions } from './session/check-session.js'
export { type ConversationTurn, inputAfter, turnsOf } from './session/session.js'
export { type RolesSettings, rolesFrom, settingsOf } from './settings.js'
export { type MemoryEffectOptions, memoryEffect } from './shared-memory.js'
export type { BackgroundLimits } from './slow-loop/distill.js'
export {
  type BackgroundCall,
  createSlowLoop,
  type DreamTrouble,
  type RuleChange,
  type SlowLoop,
  type SlowLoopComponents,
  type SlowLoopEvent,
} from './slow-loop/slow-loop.js'
export { artooSystem, createRoles, type RolesOptions } from './system.js'
export { type ModelTier, resolveTiers, type Tiers, tierFor } from './tiers.js'
export { type OutputOf, type OutputSchema, type Shape, shapeFrom, shapeOf } from './typed-output/shape.js'
export { createShapes, type Shapes } from './typed-output/shapes.js'
export { type InterruptedTyped, type TypedResult, withValue } from './typed-output/with-value.js'
