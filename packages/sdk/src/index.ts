export {
  type AiSdkModel,
  type FromAiSdkOptions,
  fromAiSdk,
  fromFunction,
  type Price,
  type TextFunction,
} from '@artoo/llm'
export type { DreamReport, Memory, MemoryOptions } from '@artoo/mkct'
export { createMemory } from '@artoo/mkct'
export type { AuditReport, FinalResult } from '@artoo/roles'
export {
  ArtooError,
  type Check,
  type Clock,
  type Effect,
  type LanguageModel,
  type Message,
  type ModelRequest,
  type ModelResponse,
  ProviderError,
  systemClock,
  type TokenUsage,
  type Tool,
  type ToolContext,
} from '@artoo/spec'
export { defineTool, type ToolDefinition } from '@artoo/tools'
export { type Artoo, createArtoo } from './create-artoo.js'
export type { Journal } from './journal.js'
export type { Limits, RunLimits } from './limits.js'
export { observationsOf } from './observations.js'
export type { AnyModel, ArtooOptions, Models, ModelTier, RunOptions } from './options.js'
export type {
  Clarify,
  ClarifyAnswer,
  Confirm,
  ConfirmAnswer,
  ConfirmContext,
  ConfirmRequest,
  PersonContext,
} from './people.js'
export type { RunEvent, RunHandle } from './run-handle.js'
export { type RoleUsage, usageByRole } from './usage.js'
