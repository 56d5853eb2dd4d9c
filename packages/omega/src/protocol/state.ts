import type { AgentMessage } from './agent-message.js'
import type { ReferenceType, Severity, Synthesis } from './agent-report.js'
import type { Waiver } from './batch.js'
import type { Classification } from './classification.js'
import type {
  EndCode,
  EndStatus,
  Fault,
  MeasuredCorrelation,
  RecalledPattern,
  RecoveryKind,
  SessionEvent,
  Trigger,
} from './log-event.js'

/** A factor by which a claim's prior is multiplied. The last one of an agent counts. */
export interface Factor {
  readonly kind: 'survival' | 'verification' | 'check'
  readonly agent: number
  /** The family of the model that gave it, or `code`. */
  readonly family: string
  /** In which the agent first gave one of this kind: to say so again is no new finding. */
  readonly iteration: number
  /** `survival` 0 to 1, `verification` 0.5 to 1.5, `check` 0 (refuted) or 1 to 1.5. */
  readonly value: number
  /** It rests on a check that code ran, or on another family of models than all who hold the claim. */
  readonly independent: boolean
  readonly evidence: string | null
}

export interface Supporter {
  readonly agent: number
  readonly confidence: number | null
  readonly family: string
  /** The agents whose outputs it had read: an agent that read the same is no second witness. */
  readonly inputs: readonly number[]
}

/** A piece of evidence for or against a claim. */
export interface ClaimEvidence {
  readonly text: string
  readonly agent: number
  readonly iteration: number
  readonly type: ReferenceType
}

export type ClaimStatus = 'active' | 'confirmed' | 'rejected' | 'abandoned'

export interface Claim {
  /** `c1`, `c2` … in the order in which they were first made. */
  readonly id: string
  readonly statement: string
  readonly critical: boolean
  readonly proposedBy: number
  readonly proposedAt: string
  readonly iteration: number
  readonly supporters: readonly Supporter[]
  /** Agents that contradicted it. */
  readonly opponents: readonly number[]
  readonly factors: readonly Factor[]
  /** Each once, whoever repeats it. */
  readonly evidence: readonly ClaimEvidence[]
  readonly status: ClaimStatus
  /** The claim that says the same and counts in its place; null for one that counts itself. */
  readonly sameAs: string | null
  /** Why it is no longer active, and through whom. */
  readonly basis: string | null
}

export interface Contradiction {
  /** `k1`, `k2` … */
  readonly id: string
  readonly a: string
  readonly b: string
  readonly severity: Severity
  readonly why: string
  readonly detectedBy: number
  readonly detectedAt: string
  readonly resolution: {
    readonly holds: 'a' | 'b' | 'both' | 'neither'
    readonly why: string
    /** 53 where it closed of itself, since one of the two fell. */
    readonly by: number | 'user'
    readonly iteration: number
  } | null
}

/** The record of an iteration, for the detectors. */
export interface IterationRecord {
  readonly iteration: number
  /** Claims, evidence, factors and resolutions that were not known before it. */
  readonly newFindings: number
  /** The conclusions asserted in it, in a form that compares, sorted. */
  readonly conclusions: readonly string[]
  /** Claims that are open and questions that are: the solution space. */
  readonly space: number
  /** Overall confidence at its end; null when nothing is known. */
  readonly confidence: number | null
  /** The verdict of quality control (52); null when it gave none. */
  readonly quality: string | null
}

export type TimelineType =
  | 'QUERY'
  | 'DEPLOYMENT'
  | 'OUTPUT'
  | 'DECISION'
  | 'CONTRADICTION'
  | 'RESOLUTION'
  | 'FAILURE'
  | 'CHECK'

interface TimelineEntry {
  readonly timestamp: string
  readonly type: TimelineType
  readonly agentId: number | null
  readonly summary: string
}

/** A failure of a session, as 55 keeps it. */
export interface FailureEntry {
  readonly id: string
  readonly type: 'APPROACH' | 'REASONING' | 'PROCESS' | 'PREDICTION'
  readonly agent: number | null
  readonly description: string
  readonly at: string
}

/** A success of a session, as 56 keeps it. */
export interface SuccessEntry {
  readonly id: string
  readonly type: 'BREAKTHROUGH' | 'APPROACH' | 'INSIGHT' | 'EFFICIENCY'
  readonly agent: number | null
  readonly description: string
  readonly at: string
}

/** Session memory (53), with what follows from it: the fold of the log and nothing else. */
export interface SessionState {
  readonly problem: {
    readonly original: string
    readonly clarified: string | null
    readonly classification: Classification | null
  }
  readonly limits: Extract<SessionEvent, { type: 'opened' }>['limits']
  /** The measured correlations of families of models, in place of the assumed ones. */
  readonly correlations: readonly MeasuredCorrelation[]
  readonly startedAt: string | null
  readonly updatedAt: string | null
  /** 0 before the first plan. */
  readonly iteration: number
  readonly trigger: Trigger | null
  readonly waived: readonly Waiver[]
  readonly focus: string | null
  readonly recalled: readonly RecalledPattern[]
  /** Agents that were sent, in any iteration. */
  readonly deployed: readonly number[]
  /** Agents of the plan that are still to be sent or heard in this iteration. */
  readonly awaited: readonly number[]
  readonly claims: readonly Claim[]
  readonly contradictions: readonly Contradiction[]
  /** All that were valid, the newest last. */
  readonly messages: readonly AgentMessage[]
  readonly quarantined: readonly {
    readonly agent: number
    readonly iteration: number
    readonly faults: readonly Fault[]
  }[]
  /** Failures in a row, by agent. */
  readonly failing: Readonly<Record<number, number>>
  readonly removed: readonly number[]
  readonly questions: { readonly open: readonly string[]; readonly answered: readonly string[] }
  readonly synthesis: Synthesis | null
  readonly recoveries: readonly RecoveryKind[]
  readonly escalations: readonly Extract<SessionEvent, { type: 'escalated' }>[]
  readonly iterations: readonly IterationRecord[]
  readonly used: { readonly tokens: number; readonly modelCalls: number; readonly ms: number }
  readonly aborted: Extract<SessionEvent, { type: 'aborted' }> | null
  readonly ended: {
    readonly status: EndStatus
    readonly code: EndCode
    readonly atLimit: boolean
    readonly why: string
  } | null
  readonly timeline: readonly TimelineEntry[]
  readonly failures: readonly FailureEntry[]
  readonly successes: readonly SuccessEntry[]
}
