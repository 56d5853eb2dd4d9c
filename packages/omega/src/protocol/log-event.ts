import type { AgentMessage } from './agent-message.js'
import type { Reference } from './agent-report.js'
import type { Phase, Waiver } from './batch.js'
import type { Classification } from './classification.js'

/** The ways out of a session that doesn't converge, in the order in which they are tried (section 4.2.3). */
export const recoveryKinds = ['constrain', 'decompose', 'pivot'] as const
export type RecoveryKind = (typeof recoveryKinds)[number] | 'resolve_contradictions' | 'restore_confidence'

/** Why another iteration is run (section 1.3.4). */
export type Trigger =
  | 'first'
  | 'clarified'
  | 'contradiction'
  | 'confidence'
  | 'gap'
  | 'conflict'
  | 'quality'
  | 'recovery'

/** The level that handles a failure (section 4.4). */
const escalationLevels = ['self', 'peer', 'tier', 'phi', 'user'] as const
export type EscalationLevel = (typeof escalationLevels)[number]

export type EndStatus = 'SUCCESS' | 'PARTIAL' | 'FAILURE'
export type EndCode =
  | 'success'
  | 'resource'
  | 'irrecoverable'
  | 'intractable'
  | 'abort'
  /** No recovery is left, or nothing that could be deployed would change anything. */
  | 'exhausted'

/** Why an output is kept apart. */
export interface Fault {
  readonly code: 'schema' | 'roster' | 'coherence' | 'low_confidence' | 'no_answer'
  readonly field: string | null
  readonly message: string
}

/** An event of a session. The state of the session is the fold of these, in their order. */
export type SessionEvent =
  | {
      readonly type: 'opened'
      readonly problem: string
      /** Tokens and milliseconds that it may take; null without a limit. */
      readonly limits: { readonly tokens: number | null; readonly timeMs: number; readonly modelCalls: number }
    }
  | { readonly type: 'classified'; readonly classification: Classification; readonly by: 'model' | 'host' }
  | { readonly type: 'clarified'; readonly statement: string; readonly by: number | 'user' }
  /** 54 at work: what earlier sessions say of this kind of problem. */
  | {
      readonly type: 'recalled'
      readonly patterns: readonly RecalledPattern[]
      /** The measured correlations of families of models. */
      readonly correlations: readonly MeasuredCorrelation[]
    }
  | {
      readonly type: 'planned'
      readonly iteration: number
      readonly trigger: Trigger
      readonly batches: readonly { readonly phase: Phase; readonly agents: readonly number[] }[]
      readonly dropped: readonly number[]
      readonly waived: readonly Waiver[]
      /** The focus of the iteration; null for the problem itself. */
      readonly focus: string | null
    }
  | { readonly type: 'launched'; readonly batch: number; readonly agents: readonly number[] }
  | { readonly type: 'output'; readonly message: AgentMessage }
  | {
      readonly type: 'quarantined'
      readonly agent: number
      readonly faults: readonly Fault[]
      readonly output: unknown
    }
  /** An agent's failure and the response to it. */
  | {
      readonly type: 'agent_recovery'
      readonly agent: number
      readonly step: 'retry' | 'substitute' | 'skip' | 'halt'
      readonly substitute: number | null
    }
  /** An agent failed systematically: it isn't deployed again. */
  | { readonly type: 'removed'; readonly agent: number }
  /** Code ran the check that a reference named. `holds`: what the reference says is so. */
  | {
      readonly type: 'checked'
      readonly agent: number
      readonly reference: Reference
      readonly holds: boolean
      readonly evidence: string
    }
  | {
      readonly type: 'resolved'
      readonly contradiction: string
      readonly holds: 'a' | 'b' | 'both' | 'neither'
      readonly why: string
      readonly by: number | 'user'
    }
  | { readonly type: 'recovery'; readonly kind: RecoveryKind; readonly detail: string }
  | {
      readonly type: 'escalated'
      readonly from: EscalationLevel
      readonly to: EscalationLevel
      readonly agent: number | null
      readonly reason: string
    }
  | {
      readonly type: 'usage'
      readonly agent: number
      readonly tokens: number
      readonly modelCalls: number
      readonly ms: number
    }
  | { readonly type: 'iteration_ended'; readonly iteration: number }
  | { readonly type: 'aborted'; readonly reason: 'user' | 'deadline' | 'limit' | 'error'; readonly message: string }
  | {
      readonly type: 'ended'
      readonly status: EndStatus
      readonly code: EndCode
      readonly atLimit: boolean
      readonly why: string
    }

export interface RecalledPattern {
  readonly id: string
  readonly name: string
  /** 0 to 1. */
  readonly strength: number
  readonly outcome: EndStatus
  readonly lesson: string
  /** Agents that served in it, and those that did not. */
  readonly helpful: readonly number[]
  readonly unhelpful: readonly number[]
}

/** The measured correlation of a pair of families, which may be the same one twice. */
export interface MeasuredCorrelation {
  readonly families: readonly [string, string]
  /** 0 to 1. */
  readonly rho: number
}

/** An event with its time (ISO 8601): what the log holds. */
export interface LogEntry {
  readonly at: string
  readonly event: SessionEvent
}
