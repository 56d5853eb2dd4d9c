import { type ControllerOptions, initialState, step } from '@artoo/ggs'
import type { Policy } from './policy.js'

/** The real controller, under a profile and gains. */
export function solver(name: string, options: ControllerOptions): Policy {
  return {
    name,
    start() {
      let state = initialState
      return (observation) => {
        const [next, decision] = step(state, observation, options)
        state = next
        const { reason, deliver, orders, blockedTargets, blockedTools, directive } = decision
        if (reason !== null)
          return { end: { reason, delivers: deliver === null ? 'nothing' : 'result', round: deliver ?? 0 } }
        const failed = observation.outcomes.filter(({ status }) => status === 'failed')
        return {
          orders: failed.map(
            ({ id }) => orders.find(({ outcome }) => outcome === id) ?? { outcome: id, directive, blockedTools },
          ),
          blockedTargets,
        }
      }
    },
  }
}
