import { type ControllerOptions, initialState, step } from '@artoo/ggs'
import type { Policy } from './policy.js'

interface SolverOptions extends ControllerOptions {
  /** @defaultValue true */
  readonly blocksTargets?: boolean
}

/** The real controller, under a profile and gains. */
export function solver(name: string, { blocksTargets = true, ...options }: SolverOptions): Policy {
  return {
    name,
    start() {
      let state = initialState
      return (observation) => {
        const [next, decision] = step(state, observation, options)
        state = next
        const { reason, deliver, orders, blockedTargets, blockedTools, directive } = decision
        if (reason !== null) return { end: { reason, deliver } }
        const failed = observation.outcomes.filter(({ status }) => status === 'failed')
        return {
          orders: failed.map(
            ({ id }) => orders.find(({ outcome }) => outcome === id) ?? { outcome: id, directive, blockedTools },
          ),
          blockedTargets: blocksTargets ? blockedTargets : [],
        }
      }
    },
  }
}
