export type { Agent, AgentContext, AgentFunction } from './effects/agent.js'
export type { ErrorCode } from './error-codes.js'
export type { LessonInput } from './lessons/lesson-megrams.js'
export { createOmegaMemory, type OmegaMemory } from './lessons/omega-memory.js'
export { type AgentTask, type ClaimView, claimViews, type OutputView } from './messages/agent-task.js'
export { verdictLine } from './messages/verdict-line.js'
export {
  createOmega,
  type Deliberation,
  type DeliberationEvent,
  type ForkOptions,
  type Omega,
  type ResumeOptions,
  type SubmittedDeliberation,
  type WaitingDeliberation,
} from './omega/create-omega.js'
export type { EstimateRange } from './omega/estimate-range.js'
export type { Limits } from './omega/limits.js'
export type { DeliberateOptions, FamilyModel, OmegaOptions, SubmitOptions } from './omega/options.js'
export type { ProgressStep } from './omega/progress.js'
export type { Cost, Estimate } from './plan/estimate.js'
export type { AgentMessage } from './protocol/agent-message.js'
export type { AgentBatch, IterationPlan, Phase } from './protocol/batch.js'
export type { AgentCard, Tier } from './protocol/card.js'
export type {
  Characteristic,
  Classification,
  GivenClassification,
  Stakes,
  Uncertainty,
} from './protocol/classification.js'
export type { LogEntry, SessionEvent } from './protocol/log-event.js'
export type { PanelSize, Profile } from './protocol/profile.js'
export type { AgentReport, AgentReportInput } from './protocol/report.js'
export type { Claim, SessionState } from './protocol/state.js'
export { claimGraph } from './report/claim-graph.js'
export type { DeliberationReport } from './report/deliberation-report.js'
export { reportMarkdown } from './report/markdown.js'
export type { OwnAgent } from './roster/own-panel.js'
export { type CardReplacement, type Roster, roster } from './roster/roster.js'
export { foldLog } from './session/fold.js'
