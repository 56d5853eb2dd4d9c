import type { AgentTask } from './deliberation/agent-task.js'

export interface AgentContext {
  readonly signal: AbortSignal
  /** What the host gave `deliberate`. */
  readonly context: unknown
}

/**
 * An agent that computes instead of asking a model. What it gives has the form that its card asks of a model
 * (`AgentReport`); anything else is quarantined. It counts as a family of its own, `code`.
 */
export type Agent = (task: AgentTask, context: AgentContext) => unknown
