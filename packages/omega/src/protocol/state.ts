import type { AgentMessage } from './agent-message.js'
import type { AgentBatch } from './batch.js'
import type { Classification } from './classification.js'
import type { EndCode, EndStatus, Fault, RecalledLesson, SessionEvent, SessionLimits } from './log-event.js'
import type { Profile } from './profile.js'
import type { ReferenceType, Severity, Synthesis } from './report.js'

/** An agent's judgement of a claim. The last one of an agent and kind counts. */
export interface Factor {
  readonly kind: 'survival' | 'verification' | 'check'
  readonly agent: number
  /** The family of the model that gave it, or `code`. */
  readonly family: string
  /** `survival` 0 to 1, `verification` 0.5 to 1.5, `check` 0 (refuted) or 1 to 1.5. */
  readonly value: number
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
  readonly type: ReferenceType
}

/** `abandoned`: it counts in another's place. Whether one that is active is confirmed follows from the evidence. */
export type ClaimStatus = 'active' | 'rejected' | 'abandoned'

export interface Claim {
  /** `c1`, `c2` … in the order in which they were first made. */
  readonly id: string
  readonly statement: string
  /** It is an answer to the problem: a rival of every other answer. */
  readonly isAnswer: boolean
  readonly critical: boolean
  readonly proposedBy: number
  readonly supporters: readonly Supporter[]
  /** Agents that contradicted it. */
  readonly opponents: readonly number[]
  readonly factors: readonly Factor[]
  /** Each once, whoever repeats it. */
  readonly evidence: readonly ClaimEvidence[]
  readonly status: ClaimStatus
  /** The claim that says the same and counts in its place; null for one that counts itself. */
  readonly sameAs: string | null
  /** Agents that said so, by the claim that they named. */
  readonly saidSame: readonly { readonly claim: string; readonly agent: number; readonly family: string }[]
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
  readonly resolution: {
    readonly holds: 'a' | 'b' | 'both' | 'neither'
    readonly why: string
    /** null where it closed of itself, since one of the two fell. */
    readonly by: number | null
  } | null
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

/** Session memory (53), with what follows from it: the fold of the log and nothing else. */
export interface SessionState {
  readonly profile: Profile
  readonly problem: {
    readonly original: string
    readonly clarified: string | null
    readonly classification: Classification | null
    /** null while it isn't classified; `default`: nobody looked at it. */
    readonly classifiedBy: 'model' | 'host' | 'default' | null
  }
  readonly limits: SessionLimits
  readonly startedAt: string | null
  readonly updatedAt: string | null
  /** 0 before the first plan. */
  readonly iteration: number
  readonly lessons: readonly RecalledLesson[]
  /** Names of agents that served badly in such problems. */
  readonly repelled: readonly string[]
  /** Batches of the iteration under way. */
  readonly batches: readonly AgentBatch[]
  /** The one that is out, counted from 0. */
  readonly batch: number
  /** Agents that were sent, in any iteration. */
  readonly deployed: readonly number[]
  /** Agents of the batch that is out, and those who stand in for them, who are still to be heard. */
  readonly awaited: readonly number[]
  readonly claims: readonly Claim[]
  readonly contradictions: readonly Contradiction[]
  /** All that were valid, the newest last. */
  readonly messages: readonly AgentMessage[]
  readonly quarantined: readonly {
    readonly agent: number
    readonly iteration: number
    readonly batch: number
    readonly faults: readonly Fault[]
  }[]
  /** Failures in a row, by agent. */
  readonly failing: Readonly<Record<number, number>>
  readonly synthesis: Synthesis | null
  readonly used: { readonly tokens: number; readonly modelCalls: number }
  readonly aborted: Extract<SessionEvent, { type: 'aborted' }> | null
  readonly ended: { readonly status: EndStatus; readonly code: EndCode; readonly why: string } | null
  readonly timeline: readonly TimelineEntry[]
}
