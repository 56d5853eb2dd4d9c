import type { Decision } from '@artoo/ggs'

/** The part of a decision that says where a task goes, as text to compare. Numbers alone say nothing. */
export function wayOf(decision: Decision): string {
  const { directive, reason, deliver, blockedTools, blockedTargets, orders = [] } = decision
  const told = orders.map((order) => [order.outcome, order.directive, order.blockedTools])
  return JSON.stringify([directive, reason, deliver, blockedTools, blockedTargets, told])
}
