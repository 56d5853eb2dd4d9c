export type { Store } from '@artoo/spec'
export { createDreamer, type Dreamer, type DreamerOptions } from './dreamer/create-dreamer.js'
export type { DreamFailure, DreamOptions, DreamReport } from './dreamer/dream.js'
export type { DreamProblem } from './dreamer/promote-all.js'
export type { Distill, Evidence } from './dreamer/promotion.js'
export type { ErrorCode } from './error-codes.js'
export type { ForgetReport, Selector } from './forget/forget.js'
export type { RepairReport } from './integrity/repair.js'
export type { Verification } from './integrity/verify.js'
export type { Damage } from './journal/damage.js'
export type { Level, Megram, MegramFeedback, NewFact, NewMegram, StoredLevel } from './megram/megram.js'
export type { Pair } from './megram/pair.js'
export { decayRates, type MegramState, macroStates, quantization } from './megram/quantization.js'
export { environmentEntity, intentSpace, pathEntity, toolSpace } from './megram/tags.js'
export { thinking } from './megram/thinking.js'
export { createMemory } from './memory/create-memory.js'
export type { Memory, SignalOptions } from './memory/memory.js'
export type { MemoryOptions } from './memory/memory-options.js'
export type { ImportReport } from './portability/export-import.js'
export { decay } from './potentials/decay.js'
export {
  type Action,
  actionFor,
  type Contribution,
  directSum,
  type Potentials,
  thresholds,
} from './potentials/potentials.js'
export { type CalibrateOptions, type Calibration, type Constraint, calibrate } from './read/calibrate.js'
export type { Consultation, NewestMegram, Query, Reading, Rule } from './read/consultation.js'
export type { ActionChange, Explanation, Remedy, Share } from './read/explain.js'
export type { Filter, Summary } from './read/inspect.js'
export type { Written } from './write/commit-writes.js'
export type { QueueCounts, WriteReceipt } from './write/write-queue.js'
