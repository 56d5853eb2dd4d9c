import type { AgentTask } from '../messages/agent-task.js'

export interface AgentContext {
  readonly signal: AbortSignal
  /** The `context` that the host gave `deliberate`. */
  readonly context: unknown
}

/**
 * A function that answers for an agent. Its result has the form that the card asks of a model (`AgentReport`); any
 * other is quarantined.
 */
export type AgentFunction = (task: AgentTask, context: AgentContext) => unknown

/**
 * An agent that is a function of the host. One that computes is of the family `code`, whose errors no model shares; one that asks
 * a model of its own says which family that is.
 */
export type Agent = AgentFunction | { readonly family: string; readonly run: AgentFunction }

/** The family of an agent that is a function. */
export const familyOfAgent = (agent: Agent): string => (typeof agent === 'function' ? 'code' : agent.family)
export const runOfAgent = (agent: Agent): AgentFunction => (typeof agent === 'function' ? agent : agent.run)
