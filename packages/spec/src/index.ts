export type { StandardSchemaV1 } from '@standard-schema/spec'
export { countOption } from './data/count-option.js'
export { type Keep, shortened, whileCutting, wholeHead, wholeTail } from './data/cutting.js'
export { frozenJson } from './data/frozen-json.js'
export { assertOptions, type KnownOptions, suggestion } from './data/known-options.js'
export { isObject, isPlainObject, isRecord, withoutUndefined } from './data/objects.js'
export type { Json } from './data/plain-data.js'
export { isPlainData, keysWithin, plainDataLimits, plainDataProblem } from './data/plain-data.js'
export { sha256 } from './data/sha256.js'
export { type Share, shareOf } from './data/share.js'
export type { ErrorCode } from './error-codes.js'
export { closedError } from './errors/closed-error.js'
export { errorMessage } from './errors/error-message.js'
export { ArtooError, type ArtooErrorOptions, errorCode } from './errors/errors.js'
export { causesOf, type ForeignFields, httpStatusOf, isNetworkFailure, unlessItThrows } from './errors/foreign-error.js'
export { ProviderError, type ProviderErrorCode, type ProviderErrorOptions } from './errors/provider-error.js'
export { unheard } from './errors/unheard.js'
export type { Check, CheckContext, CheckInput, CheckVerdict, FailureClass } from './ports/check.js'
export type { IdGenerator } from './ports/ids.js'
export type {
  FinishReason,
  LanguageModel,
  Message,
  ModelOptions,
  ModelRequest,
  ModelResponse,
  ModelSettings,
  OutputFormat,
  ReportedUsage,
  TokenUsage,
  ToolCall,
  ToolDescriptor,
} from './ports/language-model.js'
export type {
  ConfinedProgram,
  Confinement,
  ConfineOptions,
  NetworkRule,
  Sandbox,
  SandboxDenial,
  SandboxReport,
} from './ports/sandbox.js'
export {
  describeIssues,
  type InferInput,
  type InferOutput,
  type JsonSchema,
  jsonSchemaOf,
  type Schema,
  validate,
} from './ports/schema.js'
export type { SecretSource, SecretValue } from './ports/secrets.js'
export { locationOf, type Store } from './ports/store.js'
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
  type ToolProgress,
  type ToolQuestion,
  type UndoneFiles,
} from './ports/tool.js'
export { anySignal } from './time/any-signal.js'
export { atMost } from './time/at-most.js'
export { type Clock, monotonicTime, type ScheduleOptions, stopwatch, systemClock } from './time/clock.js'
export { type Deadline, deadlineFor, type TimeLimit, within } from './time/deadline.js'
export { nextMacrotask } from './time/next-macrotask.js'
export { isAbortSignal, onAbort } from './time/on-abort.js'
export { type InTurn, oneByOne, oneByOnePerKey } from './time/one-by-one.js'
