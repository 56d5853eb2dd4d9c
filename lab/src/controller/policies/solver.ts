import { type ControllerOptions, causes, initialState, step } from '@artoo/ggs'
import type { End, Policy } from './policy.js'

/** The real controller, under a profile and gains. */
export function solver(
  name: string,
  options: ControllerOptions,
  more: Pick<Policy, 'words' | 'corrects'> = {},
): Policy {
  return {
    name,
    ...more,
    start() {
      let state = initialState
      return (observation) => {
        const [next, decision] = step(state, observation, options)
        state = next
        const { reason, deliver, orders, blockedTargets, blockedTools, directive, round } = decision
        const delivers: End['delivers'] = deliver !== null ? 'result' : directive === 'deliver' ? 'parts' : 'nothing'
        if (reason !== null) return { end: { reason, delivers, round: deliver ?? round } }
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

/** The default controller. */
export const causesPolicy = (name = 'causes', options: ControllerOptions = { profile: 'causes' }): Policy =>
  solver(name, options, { words: true, corrects: (named, made) => named === null || made < causes[named].corrections })
