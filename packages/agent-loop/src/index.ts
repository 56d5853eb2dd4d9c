export type { Plan } from './align/plan.js'
export type { ErrorCode } from './error-codes.js'
export type { AgentLoop, AttestOptions, LandOptions } from './loop/agent-loop.js'
export { createLoop } from './loop/create-loop.js'
export type { LoopHandle } from './loop/loop-handle.js'
export {
  type LoopJobHandle,
  type LoopJobs,
  type LoopJobsOptions,
  type LoopWorkerOptions,
  loopJobs,
  type SubmitLoopOptions,
} from './loop/loop-jobs.js'
export { type OpenQuestion, openQuestions } from './loop/open-questions.js'
export type { LoopResult } from './messages/contracts.js'
export type { Probe, ProbeReport, SubAgentTask, Worker, WorkerReport } from './ports/agents.js'
export type { Checker, CheckFinding, CheckRun } from './ports/checker.js'
export { memoryStateStore } from './ports/memory-state-store.js'
export type { LoopOptions } from './ports/options.js'
export type { LoopReply, LoopRequest, RequestOptions, StateStore } from './ports/state-store.js'
export type {
  Integration,
  Landing,
  LandingChange,
  LandingDifference,
  LandingOptions,
  LandingUndone,
  Reverted,
  Workspace,
  Workspaces,
} from './ports/workspaces.js'
export type { AtomBrief } from './state/brief.js'
export type { CheckData } from './state/check-data.js'
export type { CourseChange, GraphOperation } from './state/events.js'
export { type Measure, measureOf, measureText } from './state/measure.js'
export { type LoopProgress, progressOf } from './state/progress.js'
export { weightsOf } from './state/shape.js'
export { type StateFile, stateFile } from './state/state-file.js'
export { loopPicture, type PictureOptions } from './view/loop-picture.js'
