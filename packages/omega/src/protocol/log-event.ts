import type { AgentMessage } from './agent-message.js'
import type { AgentBatch } from './batch.js'
import type { Classification } from './classification.js'
import type { Profile } from './profile.js'
import type { Reference } from './report.js'

/** Why an iteration is run: it is the first, the problem has become clear, or the decision may still change. */
export type Trigger = 'first' | 'clarified' | 'undecided'

export type EndStatus = 'SUCCESS' | 'PARTIAL' | 'FAILURE'
export type EndCode =
  /** The agents that could still be sent are not expected to change the decision. */
  | 'decided'
  /** A limit is reached. */
  | 'resource'
  /** A batch of which nothing could be used, or a session that can't go on. */
  | 'irrecoverable'
  | 'abort'
  /** Everybody who could help was heard. */
  | 'exhausted'

/** Why an output is kept apart. */
export interface Fault {
  readonly code: 'schema' | 'coherence' | 'low_confidence' | 'no_answer'
  readonly field: string | null
  readonly message: string
}

/** An event of a session. The state of the session is the fold of these, in their order. */
export type SessionEvent =
  | {
      readonly type: 'opened'
      readonly problem: string
      readonly profile: Profile
      /** Tokens and milliseconds that it may take; null without a limit. */
      readonly limits: SessionLimits
    }
  | { readonly type: 'classified'; readonly classification: Classification; readonly by: 'model' | 'host' | 'default' }
  | { readonly type: 'clarified'; readonly statement: string; readonly by: number | 'user' }
  /** Memory was asked what earlier sessions say of this kind of problem. */
  | { readonly type: 'recalled'; readonly lessons: readonly RecalledLesson[]; readonly repelled: readonly string[] }
  | {
      readonly type: 'planned'
      readonly iteration: number
      readonly trigger: Trigger
      readonly batches: readonly AgentBatch[]
    }
  | { readonly type: 'launched'; readonly batch: number; readonly agents: readonly number[] }
  /** The next batch of the plan, of which some may have been taken out. */
  | { readonly type: 'advanced'; readonly batches: readonly AgentBatch[]; readonly batch: number }
  /** Batches that are not sent, since they are not expected to change the decision. */
  | { readonly type: 'spared'; readonly agents: readonly number[]; readonly why: string }
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
      readonly step: 'retry' | 'substitute' | 'skip'
      readonly substitute: number | null
    }
  /** Code ran the check that a reference named. `holds`: what the reference says is so; null when it could not be run. */
  | {
      readonly type: 'checked'
      readonly agent: number
      readonly reference: Reference
      readonly holds: boolean | null
      readonly evidence: string
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
  | { readonly type: 'ended'; readonly status: EndStatus; readonly code: EndCode; readonly why: string }

export interface SessionLimits {
  readonly tokens: number | null
  readonly timeMs: number
  readonly modelCalls: number
  readonly iterations: number
}

export interface RecalledLesson {
  readonly outcome: EndStatus
  /** One line of at most 500 characters, with quotes from models. */
  readonly lesson: string
  /** 0 to 1: the part that has not faded, times the likeness of the problems. */
  readonly strength: number
}

/** An event with its time (ISO 8601): what the log holds. */
export interface LogEntry {
  readonly at: string
  readonly event: SessionEvent
}
