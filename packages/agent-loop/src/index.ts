export type { AgentLoop, AttestOptions, LandOptions } from './agent-loop.js'
export type { AgentTask, Probe, ProbeReport, Worker, WorkerReport } from './agents.js'
export type { Plan } from './align/plan.js'
export type { Checker, CheckFinding, CheckRun } from './checker.js'
export type { AtomBrief } from './coordinator/brief.js'
export { briefText } from './coordinator/brief.js'
export { createAgentLoop } from './create-agent-loop.js'
export type { LoopHandle } from './loop-handle.js'
export { memoryStateStore } from './memory-state-store.js'
export type { LoopResult } from './messages/contracts.js'
export type { AgentLoopOptions } from './options.js'
export type { CheckData } from './state/check-data.js'
export type { Change, GraphOperation } from './state/events.js'
export { type Measure, measureOf, measureText } from './state/measure.js'
export { type Progress, progressOf } from './state/progress.js'
export { weightsOf } from './state/shape.js'
export { type StateFile, stateFile } from './state/state-file.js'
export type { LoopReply, LoopRequest, RequestOptions, StateStore } from './state-store.js'
export { loopPicture, type PictureOptions } from './view/loop-picture.js'
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
} from './workspaces.js'
