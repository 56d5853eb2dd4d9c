import type { Decision, Observation } from '@artoo/ggs'
import { leftBy, observe } from '@artoo/roles'
import type { PayloadOf } from './event.js'

type Round = PayloadOf<'OutcomeSummary'> | PayloadOf<'ReplanRequest'>

/** Reads the rounds of one task as its controller did, which knows the pauses of people and the parts that were given up. */
export function createObserver() {
  let waitedMs = 0
  let last: Round | null = null
  let left: ReturnType<typeof leftBy> = []
  return {
    waited(ms: number): void {
      waitedMs = ms
    },
    round(round: Round, accepted: boolean): Observation {
      last = round
      return observe(round, { accepted, waitedMs, left })
    },
    decided(decision: Pick<Decision, 'orders'>): void {
      if (last) left = [...left, ...leftBy(decision, last)]
    },
  }
}
