import type { Decision } from '@artoo/ggs'
import { oneLine, type RunEvent } from '@artoo/sdk'

/** The way of the loss since the round before: `first` has no round before, `still` lies within ε. */
export type Trend = 'first' | 'improved' | 'worse' | 'still'

/** A round as the controller decided it. */
export interface Decided {
  readonly decision: Decision
  readonly trend: Trend
  /** D of the round before; null in the first. */
  readonly wasD: number | null
}

export function decisionsAfter(decisions: readonly Decided[], event: RunEvent): readonly Decided[] {
  if (event.type !== 'ControlDecision') return decisions
  const { payload: decision } = event
  const wasD = decisions.at(-1)?.decision.loss.D ?? null
  return [...decisions, { decision, trend: trendOf(decision), wasD }]
}

function trendOf({ gradient, previousLevel, hyperparameters: { epsilon } }: Decision): Trend {
  if (previousLevel === null) return 'first'
  if (gradient <= -epsilon) return 'improved'
  return gradient >= epsilon ? 'worse' : 'still'
}

/** The reason of a decision in plain words: each limit as its number, without its name. */
export function reasonOf({ directive, rationale }: Pick<Decision, 'directive' | 'rationale'>): string {
  if (directive === 'accept') return 'Every criterion passed.'
  return oneLine(rationale.replace(/(θ|δ|µ|−?ε|ρ|worseningLimit|maxReplans) = /g, ''))
}
