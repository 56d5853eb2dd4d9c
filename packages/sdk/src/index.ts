export type { AiSdkModel, AnyModel, FromAiSdkOptions, Price, TextFunction } from '@artoo/llm'
export { escaped, fromAiSdk, fromFunction, oneLine, someLines } from '@artoo/llm'
export type { DreamReport, Memory, MemoryOptions } from '@artoo/mkct'
export { createMemory } from '@artoo/mkct'
export type {
  AuditEvent,
  AuditLog,
  AuditReport,
  ChatMessage,
  ConversationTurn,
  FinalResult,
  InterruptedTyped,
  MemoryProfileName,
  MessageHistory,
  MessagePart,
  ModelChoice,
  ModelChoices,
  Models,
  ModelTier,
  OutputOf,
  OutputSchema,
  PartialOutputOf,
  SessionOptions,
  SlowLoopEvent,
  TaskInput,
  TieredSettings,
  TypedResult,
} from '@artoo/roles'
export type {
  AccessAnswer,
  Allowance,
  AnswerPiece,
  Clarify,
  ClarifyAnswer,
  ClarifyAnswers,
  Confirm,
  ConfirmAll,
  ConfirmAnswer,
  ConfirmContext,
  ConfirmRequest,
  Denial,
  HookContext,
  HookedModelCall,
  HookedModelResponse,
  HookedToolCall,
  IdentifiedRequest,
  Interrupted,
  InterruptedReason,
  Journal,
  JournalLine,
  JournalledRun,
  JournalState,
  KeptRule,
  MemoryJournal,
  ModelCallHooks,
  Offer,
  OnAlways,
  PermissionMode,
  PermissionRule,
  Permissions,
  PersonAnswer,
  PersonContext,
  PersonRequest,
  Question,
  QuestionAnswer,
  Redact,
  RedactOptions,
  Replay,
  ResumedTask,
  RoleUsage,
  Task,
  TaskState,
  ToolCallHooks,
  Waiting,
} from '@artoo/runtime'
export {
  isInterrupted,
  isWaiting,
  levelJournal,
  memoryJournal,
  permissionModes,
  readAnswers,
  readConfirmAnswer,
  usageByRole,
} from '@artoo/runtime'
export type {
  Check,
  CheckVerdict,
  Clock,
  Effect,
  FileChange,
  FileHistory,
  LanguageModel,
  Message,
  ModelRequest,
  ModelResponse,
  ParentRun,
  TokenUsage,
  Tool,
  ToolContext,
  ToolProgress,
  UndoneFiles,
} from '@artoo/spec'
export { ArtooError, ProviderError, systemClock } from '@artoo/spec'
export {
  type AiSdkTool,
  type AiSdkToolOptions,
  aiSdkTools,
  type CheckDefinition,
  defineCheck,
  defineTool,
  jsonSchema,
  type PermissionExplanation,
  type ToolDefinition,
} from '@artoo/tools'
export { type AgentToolOptions, agentTool } from './agent-tool.js'
export type { Artoo, ExplainedCall } from './artoo.js'
export { createArtoo } from './create-artoo.js'
export type { ErrorCode } from './error-codes.js'
export type { DiffOptions, UndoOptions } from './file-changes.js'
export type { DeferredTools, GivenTools } from './given-tools.js'
export type { InstanceLimits, Limits, RunLimits } from './limits.js'
export type {
  ArtooOptions,
  DreamerOptions,
  ForkOptions,
  ResumeAllOptions,
  ResumeOptions,
  Run,
  RunEvent,
  RunHandle,
  RunOptions,
  TypedRunHandle,
  WaitingRunHandle,
} from './options.js'
export { readEvents } from './read-events.js'
export type { Retention, RetentionStats } from './retention.js'
export type { Session } from './session.js'
export type { ArtooStats } from './stats.js'
