import type { Hyperparameters } from '../input/hyperparameters.js'
import type { Diagnosis } from '../measure/diagnosis.js'
import type { LossBreakdown } from '../measure/loss.js'
import type { BlockedTarget } from '../terms/blocked-target.js'
import type { Directive } from '../terms/directives.js'
import type { StopReason } from '../terms/stop-reasons.js'
import type { RoundDistance } from '../verdict/delivery.js'
import type { Order } from '../verdict/order.js'
import type { Urgency } from '../verdict/urgency.js'

/** The order of the controller after a round, with every value needed to prove it again. JSON-serialisable. */
export interface Decision extends Diagnosis {
  /** The name of the profile that decided. */
  readonly profile: string
  readonly directive: Directive
  /** The task ends here. */
  readonly terminal: boolean
  /** Why it ends; `null` unless terminal. */
  readonly reason: StopReason | null
  readonly loss: LossBreakdown
  /** ∇ of the whole round: of L, or of α·D + β_eff·P, as the profile says; 0 on the first round. */
  readonly gradient: number
  readonly urgency: Urgency
  /** Tools that the next plan must not use; where there are orders, all of theirs, each for its own replacement only. */
  readonly blockedTools: readonly string[]
  /** Targets that the next plan must not touch with the tool named: of this round, or of the task, as the profile says. */
  readonly blockedTargets: readonly BlockedTarget[]
  /** One for each failed outcome, where the profile has them; while the task goes on, `directive` is the most drastic. */
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
  /**
   * The value from which ∇ is measured: the level of the round before (L, or α·D + β_eff·P, as the profile says);
   * `null` on the first.
   */
  readonly previousLevel: number | null
  /** Outcomes of this round that were not done, where the profile counts the promise. @defaultValue 0 */
  readonly undone?: number
  /**
   * The nearest of the rounds before, the last of equals; `null` on the first, when none of them holds any more, and when
   * something was left undone in each.
   */
  readonly best: RoundDistance | null
  /** Consecutive worsening rounds before this one. */
  readonly worseningBefore: number
  readonly hyperparameters: Hyperparameters
}
