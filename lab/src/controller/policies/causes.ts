import {
  type BeliefProfile,
  type ByCause,
  type Cause,
  defaultBeliefs,
  intentResultDistance,
  orderFor,
  resolveHyperparameters,
} from '@artoo/ggs'
import { mostRounds, type Policy } from './policy.js'

const { delta, timeBudgetMs } = resolveHyperparameters()
type Order = ReturnType<typeof orderFor>

export const correctable = (named: Cause | null) =>
  named === null || ['wrong_parameter', 'wrong_method', 'outage', 'unknown'].includes(named)

export function causesPolicy(
  name = 'causes',
  profile: BeliefProfile = defaultBeliefs,
  options: { blocks?: boolean; corrects?: boolean } = {},
): Policy {
  return {
    name,
    words: true,
    ...(options.corrects !== false && { corrects: correctable }),
    start() {
      let orders: readonly Order[] = []
      let round = 0
      let best: { round: number; D: number } | null = null
      return ({ accepted, outcomes, met = 0, elapsedMs }) => {
        round++
        if (accepted) return { end: { reason: 'accepted', delivers: 'result', round } }
        const D = intentResultDistance(outcomes, { met })
        if (best === null || D <= best.D) best = { round, D }
        orders = outcomes
          .filter(({ status }) => status === 'failed')
          .map((outcome) => {
            const left = orders.find((order) => order.outcome === outcome.id)
            if (outcome.left && left) return left
            return orderFor(outcome, orders.find((order) => order.outcome === outcome.replaces) ?? null, profile)
          })
        const isOver =
          round >= mostRounds || elapsedMs >= timeBudgetMs || orders.every(({ directive }) => directive === 'deliver')
        if (isOver) {
          if (best.D <= delta) return { end: { reason: 'converged', delivers: 'result', round: best.round } }
          return { end: { reason: 'replans_exhausted', delivers: 'parts', round } }
        }
        const blocked = outcomes.filter(({ id }) =>
          orders.some((o) => o.outcome === id && o.directive === 'change_path'),
        )
        const blockedTargets =
          options.blocks === false
            ? []
            : blocked.flatMap(({ calls }) =>
                calls.flatMap(({ tool, target, failed, lifted = false }) =>
                  failed && !lifted && target !== null ? [{ tool, target }] : [],
                ),
              )
        return { orders, blockedTargets }
      }
    },
  }
}
export type { ByCause }
