import type { FailureEntry, SessionState, SuccessEntry, TimelineType } from '../protocol/state.js'

/** The state with a line more in its timeline, at the time of the event that is folded. */
export function noted(state: SessionState, type: TimelineType, agentId: number | null, summary: string): SessionState {
  const timestamp = state.updatedAt ?? ''
  return { ...state, timeline: [...state.timeline, { timestamp, type, agentId, summary }] }
}

/** A failure for 55, which the timeline tells too. */
export function failed(
  state: SessionState,
  type: FailureEntry['type'],
  agent: number | null,
  description: string,
): SessionState {
  const id = `f${state.failures.length + 1}`
  const failures = [...state.failures, { id, type, agent, description, at: state.updatedAt ?? '' }]
  return noted({ ...state, failures }, 'FAILURE', agent, description)
}

/** A success for 56, which the timeline tells too. What it knows already it doesn't count again. */
export function succeeded(
  state: SessionState,
  type: SuccessEntry['type'],
  agent: number | null,
  description: string,
): SessionState {
  if (state.successes.some((known) => known.description === description)) return state
  const id = `s${state.successes.length + 1}`
  const successes = [...state.successes, { id, type, agent, description, at: state.updatedAt ?? '' }]
  return noted({ ...state, successes }, 'DECISION', agent, description)
}
