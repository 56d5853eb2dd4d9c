import type { Directive, OutcomeObservation } from '@artoo/ggs'
import { intentResultDistance } from '@artoo/ggs'
import { draw } from '../../random.js'
import type { Policy } from './policy.js'
import { failedPairs } from './retry.js'
import { settling } from './settling.js'

const actions = ['refine', 'change_path', 'break_symmetry'] as const
type Arm = { tries: number; gain: number }

/** Share of orders that are given by lot, to learn. */
const exploration = 0.1

/**
 * Learns from task to task of a family, for each situation (a call failed, judged logical, far), which order lowers D most. It
 * starts knowing nothing, and is never told what a directive means.
 */
export function bandit(): Policy {
  const known = new Map<string, Arm>()
  const armOf = (context: string, action: Directive): Arm => {
    const key = `${context} ${action}`
    const arm = known.get(key) ?? { tries: 0, gain: 0 }
    known.set(key, arm)
    return arm
  }
  return {
    name: 'bandit',
    start({ family, seed }) {
      const settle = settling('near')
      let round = 0
      let pending: readonly { readonly arm: Arm; readonly outcome: string; readonly D: number }[] = []
      return (observation) => {
        round++
        for (const { arm, outcome, D } of pending) {
          const next = observation.outcomes.find(({ replaces }) => replaces === outcome)
          arm.tries++
          arm.gain += D - (next ? intentResultDistance([next]) : intentResultDistance(observation.outcomes))
        }
        const end = settle(observation)
        if (end !== null) return end
        const failed = observation.outcomes.filter(({ status }) => status === 'failed')
        const orders = failed.map((outcome, index) => {
          const context = `${family} ${situationOf(outcome)}`
          const lot = draw(seed, 61, round, index)
          const best = bestOf((action) => armOf(context, action))
          const directive = lot < exploration ? (actions[Math.floor((lot / exploration) * 3)] ?? best) : best
          return { outcome: outcome.id, directive, blockedTools: [], arm: armOf(context, directive) }
        })
        pending = failed.flatMap((outcome, index) => {
          const arm = orders[index]?.arm
          return arm ? [{ arm, outcome: outcome.id, D: intentResultDistance([outcome]) }] : []
        })
        return { orders, blockedTargets: failedPairs(observation) }
      }
    },
  }
}

function situationOf(outcome: OutcomeObservation): string {
  const failing = outcome.criteria.filter(({ verdict }) => verdict === 'fail')
  const logical = failing.filter(({ failureClass }) => failureClass === 'logical').length > failing.length / 2
  const call = outcome.calls.some(({ failed }) => failed) ? 'failed call' : 'no failed call'
  return `${call}, ${logical ? 'logical' : 'environmental'}, ${intentResultDistance([outcome]) > 0.5 ? 'far' : 'near'}`
}

function bestOf(armFor: (action: Directive) => Arm): Directive {
  const mean = ({ tries, gain }: Arm) => (tries === 0 ? Number.POSITIVE_INFINITY : gain / tries)
  return actions.reduce<Directive>(
    (best, action) => (mean(armFor(action)) > mean(armFor(best)) ? action : best),
    'refine',
  )
}
