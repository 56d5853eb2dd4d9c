import { causes } from '@artoo/ggs'
import type { Policy } from './policy.js'
import { settling } from './settling.js'

/** Looks at the cause of each failure and orders what mends it: what a controller could reach at the most with this planner. */
export const oracle: Policy = {
  name: 'oracle that knows the cause, settling',
  start() {
    const settle = settling('near')
    return (observation, { causeOf }) => {
      const end = settle(observation)
      if (end !== null) return end
      const failed = observation.outcomes.filter(({ status }) => status === 'failed')
      if (failed.every(({ id, left = false }) => left || causeOf(id) === 'impossible')) {
        return { end: { reason: 'replans_exhausted', delivers: 'parts', round: 0 } }
      }
      const orders = failed.map(({ id, left = false }) => {
        const cause = causeOf(id)
        const isHopeless = left || cause === 'impossible'
        const directive = isHopeless
          ? 'deliver'
          : cause === null
            ? 'again'
            : (causes[cause].mendedBy ?? 'break_symmetry')
        return { outcome: id, directive, blockedTools: [] } as const
      })
      return { orders, blockedTargets: [] }
    }
  },
}
