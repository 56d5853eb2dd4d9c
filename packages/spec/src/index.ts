export type { StandardSchemaV1 } from '@standard-schema/spec'
export { anySignal } from './any-signal.js'
export type { Check, CheckContext, CheckInput, CheckVerdict, FailureClass } from './check.js'
export { type Clock, monotonicTime, type ScheduleOptions, stopwatch, systemClock } from './clock.js'
export { type Keep, shortened, whileCutting, wholeHead, wholeTail } from './cutting.js'
export { type Deadline, deadlineFor, type TimeLimit } from './deadline.js'
export { errorMessage } from './error-message.js'
export { ArtooError, type ArtooErrorOptions, errorCode } from './errors.js'
export { causesOf, type ForeignFields, httpStatusOf, isNetworkFailure, unlessItThrows } from './foreign-error.js'
export { frozenJson } from './frozen-json.js'
export type { IdGenerator } from './ids.js'
export { assertOptions, type KnownOptions, suggestion } from './known-options.js'
export type {
  FinishReason,
  Json,
  LanguageModel,
  Message,
  ModelOptions,
  ModelRequest,
  ModelResponse,
  OutputFormat,
  ReportedUsage,
  TokenUsage,
  ToolCall,
  ToolDescriptor,
} from './language-model.js'
export { nextMacrotask } from './next-macrotask.js'
export { isAbortSignal, onAbort } from './on-abort.js'
export { isPlainData, keysWithin, plainDataLimits, plainDataProblem } from './plain-data.js'
export { ProviderError, type ProviderErrorCode, type ProviderErrorOptions } from './provider-error.js'
export {
  describeIssues,
  type InferInput,
  type InferOutput,
  type JsonSchema,
  jsonSchemaOf,
  type Schema,
  validate,
} from './schema.js'
export { locationOf, type Store } from './store.js'
export {
  type CallPart,
  type Change,
  type Effect,
  type EffectKind,
  type FileChange,
  type FileHistory,
  type Irreversible,
  isTool,
  onlyReads,
  type ParentRun,
  type Repeat,
  type RuleReader,
  type TaskCalls,
  type Tool,
  type ToolContext,
  type UndoneFiles,
} from './tool.js'
export { unheard } from './unheard.js'
