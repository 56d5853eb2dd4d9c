export {
  type Allowance,
  type ConfirmAnswer,
  type Denial,
  type Offer,
  type PermissionMode,
  type PermissionRule,
  type Permissions,
  permissionModes,
  readConfirmAnswer,
} from '@artoo/tools'
export { type Interrupted, type InterruptedReason, type InterruptedWith, isInterrupted } from './durable/interrupted.js'
export { type ResumeAllLimits, type ResumedTask, resumeAll } from './durable/resume-all.js'
export { type Task, type TaskState, tasksIn } from './durable/tasks.js'
export { checkCall, checkContracts } from './effects/check/check-contracts.js'
export { checkEffect } from './effects/check/check-effect.js'
export type { HookContext } from './effects/hooks/hook-context.js'
export { type HookOutcome, hookContracts } from './effects/hooks/hook-contracts.js'
export { humanEffect } from './effects/human/human-effect.js'
export { type AskModelOptions, askModel } from './effects/model/ask-model.js'
export { hookedModel } from './effects/model/hooked-model.js'
export type { HookedModelCall, HookedModelResponse, ModelCallHooks } from './effects/model/model-call-hooks.js'
export {
  type ModelReplyOf,
  type ModelRequestOf,
  modelContracts,
  type Outputs,
} from './effects/model/model-contracts.js'
export { modelEffect } from './effects/model/model-effect.js'
export { type TurnedDown, turnedDown } from './effects/model/turned-down.js'
export { timerContracts } from './effects/timer/timer-contracts.js'
export { timerEffect } from './effects/timer/timer-effect.js'
export { type FailureKind, failsAgain, failureKindOf } from './effects/tool/failure-kind.js'
export type { KeptRule, OnAlways } from './effects/tool/run-permissions.js'
export type { HookedToolCall, ToolCallHooks } from './effects/tool/tool-call-hooks.js'
export {
  type BlockedTarget,
  blockedTarget,
  type CallOrigin,
  callOrigin,
  type ToolBlock,
  type ToolCallRecord,
  type ToolCaution,
  toolBlock,
  toolCallRecord,
  toolCaution,
  toolContracts,
} from './effects/tool/tool-contracts.js'
export { type ToolEffectOptions, toolEffect } from './effects/tool/tool-effect.js'
export {
  answersOf,
  openCalls,
  openTurn,
  recordsOf,
  recordsSoFar,
  type ToolTurn,
  withResult,
} from './effects/tool/tool-turn.js'
export { type RoleUsage, totalOf, type Usage, usageByRole, withCall } from './effects/usage.js'
export type { ErrorCode } from './error-codes.js'
export { assertCarried } from './jobs/assert-carried.js'
export { type JobHandle, jobHandle } from './jobs/job-handle.js'
export { jobListeners } from './jobs/job-listeners.js'
export {
  type Job,
  type JobFilter,
  type JobLease,
  type JobQueue,
  type JobState,
  type JobWish,
  jobStates,
  type LeaseState,
  type NewJob,
  type Settlement,
} from './jobs/job-queue.js'
export * as jobRules from './jobs/job-rules.js'
export { type JobOptions, type JobsOfKind, jobsOfKind, workerSettings } from './jobs/jobs-of-kind.js'
export { type MemoryQueueOptions, memoryQueue } from './jobs/memory-queue.js'
export { type SystemJobs, type SystemWorkerOptions, systemJobs } from './jobs/system-jobs.js'
export { createWorker } from './jobs/worker.js'
export type {
  JobControl,
  JobRunner,
  Worker,
  WorkerEvent,
  WorkerOptions,
  WorkerSettings,
} from './jobs/worker-options.js'
export { assertSessionId } from './journal/assert-session.js'
export { assertTaskId } from './journal/assert-task-id.js'
export { chainStart, linkAfter } from './journal/chain.js'
export { followEvents } from './journal/follow-events.js'
export {
  type Journal,
  type JournalLine,
  type JournalledRun,
  type JournalState,
  journalVersion,
  type MemoryJournal,
  type RunFilter,
  type UncheckedLine,
} from './journal/journal.js'
export { assertFilter } from './journal/journalled-run.js'
export { levelJournal } from './journal/level-journal.js'
export { type Limits, limitsSchema, resolveLimits } from './journal/limits.js'
export { memoryJournal } from './journal/memory-journal.js'
export { assertOutsideRoots } from './journal/outside-roots.js'
export { type Ownership, type OwnershipFold, ownershipFold } from './journal/ownership.js'
export { parseLine } from './journal/parse-line.js'
export { readEvents } from './journal/read-events.js'
export { type Redact, type RedactOptions, redactSchema } from './journal/redact.js'
export { redacted } from './journal/redacted.js'
export type { OnUnanswered } from './journal/run-record.js'
export { type SessionRun, sessionRunsIn } from './journal/session-runs.js'
export { taskExists } from './journal/task-exists.js'
export { type HostPeopleOptions, hostPeople } from './people/host-people.js'
export { humanContracts } from './people/human-contracts.js'
export type {
  Clarify,
  Confirm,
  ConfirmAll,
  ConfirmContext,
  ConfirmRequest,
  IdentifiedRequest,
  People,
  PersonContext,
} from './people/people.js'
export { isWaiting, type PersonRequest, personRequestsIn, type Waiting } from './people/person-requests.js'
export { positionOf, type Question, questionsIn, saidIn } from './people/question.js'
export type { AccessAnswer, ClarifyAnswer, ClarifyAnswers, QuestionAnswer } from './people/read-answers.js'
export { readAnswers } from './people/read-answers.js'
export { assertGoingOn } from './run/assert-options.js'
export type { Difference } from './run/circumstances.js'
export { assertShaped, callable, hostShapes, modelShape, queueShape, runShapes } from './run/option-shapes.js'
export { asksOf } from './run/parents.js'
export type { Emission, Parting, RefoldedDecision } from './run/refold.js'
export { type Replay, type ReplayOptions, replayRun } from './run/replay.js'
export type { RunEventOf, RunHandle, WaitingRunHandle } from './run/run-handle.js'
export type { ForkOptions, PersonAnswer, ResumeOptions, RunOptions, TurnOptions } from './run/run-options.js'
export type { Runtime, RuntimeOptions } from './run/runtime-options.js'
export type { Asks } from './run/started-run.js'
export { createRuntime } from './runtime.js'
export type { AnswerPiece, AnswerWriter } from './scope/answer-stream.js'
export {
  type AnyDecider,
  bindDecider,
  type Decider,
  type Incoming,
  type Step,
} from './scope/decider.js'
export { type Effect, type EffectFacts, effect, type Unanswered } from './scope/effect.js'
export { type InterruptReason, type RunContracts, runContracts, userWordsContract } from './scope/run-contracts.js'
export type { RunScope } from './scope/run-scope.js'
export type { System } from './scope/system.js'
export { type FairSlots, fairSlots, type InSlot, type SlotCounts } from './time/fair-slots.js'
export { patiently } from './time/patiently.js'
export type { RunTime } from './time/run-time.js'
