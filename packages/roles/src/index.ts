export { type AgentValidatorComponents, createAgentValidator } from './agent-validator/agent-validator.js'
export { type Auditor, type AuditorComponents, type AuditReport, createAuditor } from './auditor/auditor.js'
export type { AuditWindow } from './auditor/window.js'
export { bindRole } from './bind-role.js'
export { createGoalGradientSolver, type GoalGradientSolverComponents } from './controller/goal-gradient-solver.js'
export { observe } from './controller/observe.js'
export { createExecutor, type ExecutorComponents } from './executor/executor.js'
export {
  type ArtooContracts,
  type ArtooEvent,
  contracts,
  type Incoming,
  type ModelRoleId,
  type Outgoing,
  type RoleId,
} from './messages/contracts.js'
export type { FinalResult, PlanDirective } from './messages/control.js'
export type { ExecutionResult, ToolCallRecord } from './messages/execution.js'
export type { SubTaskOutcome } from './messages/outcome.js'
export type { Criterion, SubTask } from './messages/plan.js'
export type { Clarification, TaskSpec } from './messages/task.js'
export type { CriterionVerdict } from './messages/verdict.js'
export { createMetaValidator, type MetaValidatorComponents } from './meta-validator/meta-validator.js'
export { type OutputName, outputs } from './outputs.js'
export { createPerceiver } from './perceiver/perceiver.js'
export { createPlanner, type PlannerComponents } from './planner/planner.js'
export type { Role, Step } from './role.js'
export { bindSharedMemory, type SharedMemoryComponents } from './shared-memory.js'
