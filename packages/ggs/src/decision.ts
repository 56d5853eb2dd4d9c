import type { BlockedTarget } from './blocked.js'
import type { Diagnosis } from './diagnosis.js'
import type { Hyperparameters } from './hyperparameters.js'
import type { LossBreakdown } from './loss.js'
import type { Directive } from './macro-state.js'
import type { StopReason } from './stop-reasons.js'
import type { Urgency } from './urgency.js'

/** What the controller ordered after a round, with everything needed to prove it again. JSON-serialisable. */
export interface Decision extends Diagnosis {
  readonly directive: Directive
  /** The task ends here. */
  readonly terminal: boolean
  /** Why it ends; `null` unless terminal. */
  readonly reason: StopReason | null
  readonly loss: LossBreakdown
  /** ∇L; 0 on the first round. */
  readonly gradient: number
  readonly urgency: Urgency
  /** Tools that the next plan must not use. This round's only. */
  readonly blockedTools: readonly string[]
  /** Targets that the next plan must not touch with the tool named. Accumulated over the task. */
  readonly blockedTargets: readonly BlockedTarget[]
  /** One sentence for people. */
  readonly rationale: string
  /** A verifiable criterion failed: δ counted as 0 if a replan was left. */
  readonly refuted: boolean
  /** Replans performed before this decision. */
  readonly replans: number
  /** 1 for the first observation of the task. */
  readonly round: number
  /** L of the round before; `null` on the first. */
  readonly previousLoss: number | null
  /** Consecutive worsening rounds before this one. */
  readonly worseningBefore: number
  readonly hyperparameters: Hyperparameters
}
