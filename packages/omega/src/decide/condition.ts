import type { SessionState } from '../protocol/state.js'

/** The five groups of section 6.1. */
const conditionGroups = ['CONVERGENCE', 'CONFIDENCE', 'COMPLETENESS', 'ROBUSTNESS', 'QUALITY'] as const
export type ConditionGroup = (typeof conditionGroups)[number]

/** One thing that a success takes. */
export interface Condition {
  readonly group: ConditionGroup
  readonly name: string
  readonly holds: boolean
  readonly why: string
}

/** Holds because its question wasn't asked: nobody was sent to look. */
export function waived({ group, name }: Condition): Condition {
  return { group, name, holds: true, why: `waived: nobody was sent to look` }
}

/** An agent's last word of its own closed set; null when it gave none. */
export function nativeOf({ messages }: Pick<SessionState, 'messages'>, agent: number): string | null {
  return messages.findLast(({ header }) => header.agentId === agent)?.summary.native ?? null
}
