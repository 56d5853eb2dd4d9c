import { type Decision, directiveMeanings } from '@artoo/ggs'
import { oneLine, type RunEvent } from '@artoo/sdk'
import { beliefReason } from './belief-reason.js'

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
export function reasonOf(decision: Decision): string {
  if (decision.directive === 'accept') return 'Every criterion passed.'
  return beliefReason(decision) ?? tableReason(decision)
}

/** The reason after the words of the directive, which a table's reason has in it. */
export function orderAndReasonOf(decision: Decision): string {
  const { directive } = decision
  const reason = directive === 'accept' ? null : beliefReason(decision)
  if (reason === null) return reasonOf(decision)
  return `${capital(directiveMeanings[directive])}: ${ground(reason)}.`
}

/** A reason as the second half of a sentence. */
export const ground = (reason: string) =>
  reason.replace(/\.$/, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())

const capital = (clause: string) => clause.replace(/^[a-z]/, (letter) => letter.toUpperCase())

function tableReason({ rationale }: Decision): string {
  return oneLine(rationale.replace(/(θ|δ|µ|−?ε|ρ|worseningLimit|maxReplans) = /g, ''))
}
