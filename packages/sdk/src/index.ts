export type { AiSdkModel, AnyModel, FromAiSdkOptions, Price, TextFunction } from '@artoo/llm'
export { escaped, fromAiSdk, fromFunction, oneLine, someLines } from '@artoo/llm'
export type { DreamReport, Memory, MemoryOptions } from '@artoo/mkct'
export { createMemory } from '@artoo/mkct'
export type {
  AuditEvent,
  AuditLog,
  AuditReport,
  AuditStats,
  CalibrateOptions,
  Calibration,
  Candidate,
  CandidateParting,
  CandidateReport,
  ConversationTurn,
  FinalResult,
  InterruptedTyped,
  MemoryProfile,
  MemoryProfileName,
  Models,
  ModelTier,
  OutputOf,
  OutputSchema,
  PublicEvent,
  ReplayChanges,
  SessionOptions,
  Share,
  SlowLoopEvent,
  TypedResult,
} from '@artoo/roles'
export {
  auditStats,
  calibrate,
  memoryProfiles,
  mergeAuditStats,
  observationsOf,
  publicEvents,
  replay,
  traceLine,
} from '@artoo/roles'
export type {
  Allowance,
  AnswerPiece,
  Clarify,
  ClarifyAnswer,
  Confirm,
  ConfirmAnswer,
  ConfirmContext,
  ConfirmRequest,
  Denial,
  Interrupted,
  InterruptedReason,
  Journal,
  JournalLine,
  JournalledRun,
  JournalState,
  MemoryJournal,
  PersonContext,
  PersonRequest,
  Redact,
  RedactOptions,
  Replay,
  RoleUsage,
  Task,
  TaskState,
  Waiting,
} from '@artoo/runtime'
export {
  isInterrupted,
  isWaiting,
  levelJournal,
  memoryJournal,
  readConfirmAnswer,
  readEvents,
  usageByRole,
} from '@artoo/runtime'
export type {
  Check,
  CheckVerdict,
  Clock,
  Effect,
  LanguageModel,
  Message,
  ModelRequest,
  ModelResponse,
  ParentRun,
  TokenUsage,
  Tool,
  ToolContext,
} from '@artoo/spec'
export { ArtooError, ProviderError, systemClock } from '@artoo/spec'
export { type CheckDefinition, defineCheck, defineTool, type ToolDefinition } from '@artoo/tools'
export { type Artoo, createArtoo } from './create-artoo.js'
export type { InstanceLimits, Limits, RunLimits } from './limits.js'
export type {
  ArtooOptions,
  DreamerOptions,
  ForkOptions,
  ResumeOptions,
  Run,
  RunEvent,
  RunHandle,
  RunOptions,
  TypedRunHandle,
  WaitingRunHandle,
} from './options.js'
export type { Session } from './session.js'
