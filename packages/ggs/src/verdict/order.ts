import type { BeliefOrder } from '../belief/order.js'
import { validateBeliefOrder } from '../belief/validate-order.js'
import { count, type Requirements, unitInterval } from '../input/requirements.js'
import { macroStates } from '../profile/macro-state.js'
import type { Situation } from '../profile/situation.js'
import type { Directive } from '../terms/directives.js'

/** The change that a replacement of one failed outcome must make, as a table gives it. JSON-serialisable. */
export interface TableOrder extends Required<Situation> {
  /** The id of the outcome that failed. */
  readonly outcome: string
  readonly directive: Directive
  /** Tools that a replacement must not use. */
  readonly blockedTools: readonly string[]
  /** α·D + β_eff·P of this outcome alone. */
  readonly gap: number
}

/** The directive for one failed outcome, by a table or by a belief. */
export type Order = TableOrder | BeliefOrder

export const isBeliefOrder = (order: Order): order is BeliefOrder => 'belief' in order
export const isTableOrder = (order: Order): order is TableOrder => !isBeliefOrder(order)

/** Refuses a malformed order of a table, as the kind of error that `demand` gives. */
export function validateTableOrder(field: string, order: TableOrder, demand: Requirements): void {
  demand.object(field, order)
  demand.text(`${field}.outcome`, order.outcome)
  demand.number(`${field}.D`, order.D, unitInterval)
  demand.number(`${field}.P`, order.P, unitInterval)
  if (order.gradient !== null) {
    demand.number(`${field}.gradient`, order.gradient, { min: -Number.MAX_VALUE, max: Number.MAX_VALUE })
  }
  demand.number(`${field}.failedCalls`, order.failedCalls, count)
  demand.oneOf(`${field}.directive`, order.directive, macroStates)
  demand.list(`${field}.blockedTools`, order.blockedTools)
  for (const [index, tool] of order.blockedTools.entries()) demand.text(`${field}.blockedTools[${index}]`, tool)
  demand.number(`${field}.gap`, order.gap, { min: 0, max: Number.MAX_VALUE })
}

export function validateOrder(field: string, order: Order, demand: Requirements): void {
  demand.object(field, order)
  if (isBeliefOrder(order)) validateBeliefOrder(field, order, demand)
  else validateTableOrder(field, order, demand)
}
