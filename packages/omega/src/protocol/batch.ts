/** The five named phases (section 1.3.3): labels, since one may take several batches. */
export type Phase = 'EXPLORATION' | 'FORMALIZATION' | 'VERIFICATION' | 'ATTACK' | 'SYNTHESIS'

/** Agents that work side by side: at least one, at most ten. */
export interface AgentBatch {
  readonly phase: Phase
  readonly agents: readonly number[]
}

/** The agents to send in one iteration, in order. */
export interface IterationPlan {
  readonly batches: readonly AgentBatch[]
  /** The problem has to be made clear first: a new plan follows. */
  readonly clarifies: boolean
}
