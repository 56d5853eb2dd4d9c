import { intentResultDistance, type Observation, resolveHyperparameters, type StopReason } from '@artoo/ggs'
import { type Move, mostRounds } from './policy.js'

const { delta } = resolveHyperparameters()

/** Ends a task for loops without a controller: what is accepted is delivered, and after the last round what is near enough, if they do. */
export function settling(delivers: 'accepted' | 'near') {
  let round = 0
  let best: { readonly round: number; readonly D: number } | null = null
  return (observation: Observation): Extract<Move, { end: unknown }> | null => {
    round++
    if (observation.accepted) return ended('accepted', round)
    const D = intentResultDistance(observation.outcomes)
    if (best === null || D <= best.D) best = { round, D }
    if (round < mostRounds) return null
    return delivers === 'near' && best.D <= delta ? ended('converged', best.round) : ended('replans_exhausted', null)
  }
}

function ended(reason: StopReason, deliver: number | null): Extract<Move, { end: unknown }> {
  return { end: { reason, deliver } }
}
