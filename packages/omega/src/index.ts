export type { Agent, AgentContext, AgentFunction } from './effects/agent.js'
export type { ErrorCode } from './error-codes.js'
export { createOmegaMemory, type OmegaMemory, type OmegaMemoryOptions } from './memory/omega-memory.js'
export { type AgentTask, type ClaimView, claimViews, type OutputView } from './messages/agent-task.js'
export { verdictLine } from './messages/output-tier.js'
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
export type { DeliberateOptions, FamilyModel, OmegaOptions, SubmitOptions } from './omega/options.js'
export type { Estimate } from './phi/estimate.js'
export type { AgentMessage } from './protocol/agent-message.js'
export type { AgentReport, AgentReportInput } from './protocol/agent-report.js'
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
export type { Claim, SessionState } from './protocol/state.js'
export { protocol } from './protocol/thresholds.js'
export { claimGraph } from './report/claim-graph.js'
export type { DeliberationReport } from './report/deliberation-report.js'
export { reportMarkdown } from './report/markdown.js'
export { type CardReplacement, type Roster, roster } from './roster/roster.js'
export { foldLog } from './session/fold.js'
