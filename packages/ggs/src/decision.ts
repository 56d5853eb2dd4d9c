import type { BlockedTarget } from './blocked.js'
import type { Diagnosis } from './diagnosis.js'
import type { Hyperparameters } from './hyperparameters.js'
import type { LossBreakdown } from './loss.js'
import type { Directive } from './macro-state.js'
import type { Order } from './orders.js'
import type { StopReason } from './stop-reasons.js'
import type { Urgency } from './urgency.js'

/** A round, and how far its result was from the intent. */
export interface RoundDistance {
  /** 1 for the first. */
  readonly round: number
  readonly D: number
}

/** What the controller ordered after a round, with everything needed to prove it again. JSON-serialisable. */
export interface Decision extends Diagnosis {
  /** The name of the profile that decided. */
  readonly profile: string
  readonly directive: Directive
  /** The task ends here. */
  readonly terminal: boolean
  /** Why it ends; `null` unless terminal. */
  readonly reason: StopReason | null
  readonly loss: LossBreakdown
  /** ∇: of L, or of what the profile takes the slope of; 0 on the first round. */
  readonly gradient: number
  readonly urgency: Urgency
  /** Tools that the next plan must not use, but for what an order of its own is for. */
  readonly blockedTools: readonly string[]
  /** Targets that the next plan must not touch with the tool named. Accumulated over the task. */
  readonly blockedTargets: readonly BlockedTarget[]
  /** One for each failed outcome, where the profile has them; `directive` is then the most drastic of them. */
  readonly orders: readonly Order[]
  /** Calls that failed in what failed. */
  readonly failedCalls: number
  /** The round to deliver: this one, or the best before it; `null` unless something is delivered. */
  readonly deliver: number | null
  /** One sentence for people. */
  readonly rationale: string
  /** Replans performed before this decision. */
  readonly replans: number
  /** 1 for the first observation of the task. */
  readonly round: number
  /** What ∇ is measured from: L of the round before, or what the profile takes the slope of; `null` on the first. */
  readonly previousLevel: number | null
  /** The nearest of the rounds before, the last of equals; `null` on the first, and when none of them holds any more. */
  readonly best: RoundDistance | null
  /** Consecutive worsening rounds before this one. */
  readonly worseningBefore: number
  readonly hyperparameters: Hyperparameters
}
