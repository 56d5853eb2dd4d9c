export type { Agent, AgentContext, AgentFunction } from './agent.js'
export { protocol } from './config.js'
export {
  createOmega,
  type Deliberation,
  type DeliberationEvent,
  type ForkOptions,
  type Omega,
  type ResumeOptions,
  type WaitingDeliberation,
} from './create-omega.js'
export { type AgentTask, type ClaimView, claimViews, type OutputView } from './deliberation/agent-task.js'
export type { EstimateRange } from './estimate-range.js'
export { createOmegaMemory, type OmegaMemory, type OmegaMemoryOptions } from './memory/omega-memory.js'
export type { AgentMessage } from './messages/agent-message.js'
export type { AgentReport, AgentReportInput } from './messages/agent-report.js'
export { verdictLine } from './messages/output-tier.js'
export type { DeliberateOptions, FamilyModel, OmegaOptions } from './options.js'
export type { Batch, Phase, Plan } from './phi/batch.js'
export type { Characteristic, Classification, GivenClassification, Stakes, Uncertainty } from './phi/classification.js'
export type { Estimate } from './phi/estimate.js'
export { claimGraph } from './report/claim-graph.js'
export { type DeliberationReport, deliberationReport } from './report/deliberation-report.js'
export { reportMarkdown } from './report/markdown.js'
export type { AgentCard, Tier } from './roster/card.js'
export { type CardReplacement, createRoster, type Roster, roster } from './roster/roster.js'
export { foldLog } from './session/fold.js'
export type { LogEntry, SessionEvent } from './session/log-event.js'
export type { Claim, SessionState } from './session/state.js'
