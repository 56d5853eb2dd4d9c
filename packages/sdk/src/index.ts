export {
  type AiSdkModel,
  type AnyModel,
  type FromAiSdkOptions,
  fromAiSdk,
  fromFunction,
  type Price,
  type TextFunction,
} from '@artoo/llm'
export type { DreamReport, Memory, MemoryOptions } from '@artoo/mkct'
export { createMemory } from '@artoo/mkct'
export {
  type AuditEvent,
  type AuditLog,
  type AuditReport,
  type AuditStats,
  auditStats,
  type FinalResult,
  type MemoryProfile,
  type MemoryProfileName,
  type Models,
  type ModelTier,
  memoryProfiles,
  mergeAuditStats,
  observationsOf,
  type PublicEvent,
  publicEvents,
  type SlowLoopEvent,
  traceLine,
} from '@artoo/roles'
export {
  type Clarify,
  type ClarifyAnswer,
  type Confirm,
  type ConfirmAnswer,
  type ConfirmContext,
  type ConfirmRequest,
  type Journal,
  type JournalLine,
  type JournalledRun,
  type JournalState,
  levelJournal,
  memoryJournal,
  type PersonContext,
  type RoleUsage,
  readEvents,
  usageByRole,
} from '@artoo/runtime'
export {
  ArtooError,
  type Check,
  type CheckVerdict,
  type Clock,
  type Effect,
  type LanguageModel,
  type Message,
  type ModelRequest,
  type ModelResponse,
  type ParentRun,
  ProviderError,
  systemClock,
  type TokenUsage,
  type Tool,
  type ToolContext,
} from '@artoo/spec'
export { type CheckDefinition, defineCheck, defineTool, type ToolDefinition } from '@artoo/tools'
export { type Artoo, createArtoo } from './create-artoo.js'
export type { InstanceLimits, Limits, RunLimits } from './limits.js'
export type { ArtooOptions, DreamerOptions, RunEvent, RunHandle, RunOptions } from './options.js'
