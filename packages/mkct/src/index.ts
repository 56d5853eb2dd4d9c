export type { Store } from '@artoo/spec'
export { type CalibrateOptions, type Calibration, type Constraint, calibrate } from './calibrate.js'
export type { Written } from './commit-writes.js'
export type { Consultation, NewestMegram, Pair, Query, Reading, Rule } from './consultation.js'
export { createMemory } from './create-memory.js'
export { createDreamer, type Dreamer, type DreamerOptions } from './dreamer/create-dreamer.js'
export type { DreamFailure, DreamOptions, DreamReport } from './dreamer/dream.js'
export type { DreamProblem } from './dreamer/promote-all.js'
export type { Distill, Evidence } from './dreamer/promotion.js'
export type { ActionChange, Explanation, Remedy, Share } from './explain.js'
export type { ForgetReport, Selector } from './forget.js'
export type { Filter, Summary } from './inspect.js'
export type { Damage } from './integrity/damage.js'
export type { RepairReport } from './integrity/repair.js'
export type { Verification } from './integrity/verify.js'
export type { Level, Megram, MegramFeedback, NewFact, NewMegram, StoredLevel } from './megram.js'
export type { Memory, SignalOptions } from './memory.js'
export type { MemoryOptions } from './memory-options.js'
export type { ImportReport } from './portability.js'
export {
  type Action,
  actionFor,
  type Contribution,
  decay,
  directSum,
  type Potentials,
  thresholds,
} from './potentials.js'
export { decayRates, type MegramState, macroStates, quantization } from './quantization.js'
export { environmentEntity, intentSpace, pathEntity, toolSpace } from './tags.js'
export { thinking } from './thinking.js'
export type { QueueCounts, WriteReceipt } from './write-queue.js'
