import { intentResultDistance, type Observation, resolveHyperparameters } from '@artoo/ggs'
import { type End, mostRounds } from './policy.js'

const { delta, timeBudgetMs } = resolveHyperparameters()

/** Ends a task for loops without a controller: what is accepted is delivered, and after the last round what is near enough, if they do. */
export function settling(delivers: 'accepted' | 'near') {
  let round = 0
  let best: { readonly round: number; readonly D: number } | null = null
  return ({ accepted, outcomes, met = 0, elapsedMs }: Observation): { readonly end: End } | null => {
    round++
    if (accepted) return { end: { reason: 'accepted', delivers: 'result', round } }
    const D = intentResultDistance(outcomes, { met })
    if (best === null || D <= best.D) best = { round, D }
    const isOver = round >= mostRounds || elapsedMs >= timeBudgetMs
    if (!isOver) return null
    const isNear = delivers === 'near' && best.D <= delta
    return isNear
      ? { end: { reason: 'converged', delivers: 'result', round: best.round } }
      : { end: { reason: 'replans_exhausted', delivers: 'nothing', round } }
  }
}
