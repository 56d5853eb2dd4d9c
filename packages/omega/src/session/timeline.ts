import type { SessionState, TimelineType } from '../protocol/state.js'

/** The state with a line more in its timeline, at the time of the event that is folded. */
export function noted(state: SessionState, type: TimelineType, agentId: number | null, summary: string): SessionState {
  const timestamp = state.updatedAt ?? ''
  return { ...state, timeline: [...state.timeline, { timestamp, type, agentId, summary }] }
}
