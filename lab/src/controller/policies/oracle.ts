import type { Policy } from './policy.js'
import { settling } from './settling.js'

/** Looks at the cause of each failure and orders what helps: what a controller could reach at the most with this planner. */
export const oracle: Policy = {
  name: 'oracle',
  start() {
    const settle = settling('near')
    return (observation, { remedyOf }) => {
      const end = settle(observation)
      if (end !== null) return end
      const failed = observation.outcomes.filter(({ status }) => status === 'failed')
      const orders = failed.map(({ id }) => ({ outcome: id, directive: remedyOf(id), blockedTools: [] }))
      return { orders, blockedTargets: [] }
    }
  },
}
