import type { AgentTask } from './deliberation/agent-task.js'

export interface AgentContext {
  readonly signal: AbortSignal
  /** What the host gave `deliberate`. */
  readonly context: unknown
}

/** What an agent gives has the form that its card asks of a model (`AgentReport`); anything else is quarantined. */
export type AgentFunction = (task: AgentTask, context: AgentContext) => unknown

/**
 * An agent that is a function of the host. One that computes is of the family `code`, whose errors no model shares; one that asks
 * a model of its own says which family that is.
 */
export type Agent = AgentFunction | { readonly family: string; readonly run: AgentFunction }

/** Of an agent that is a function. */
export const familyOfAgent = (agent: Agent): string => (typeof agent === 'function' ? 'code' : agent.family)
export const runOfAgent = (agent: Agent): AgentFunction => (typeof agent === 'function' ? agent : agent.run)
