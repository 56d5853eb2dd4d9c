import { count, type Requirements, unitInterval } from '../input/requirements.js'
import { causeNames } from '../terms/causes.js'
import type { BeliefOrder } from './order.js'
import { continuing } from './worth.js'

const logarithm = { min: -1e6, max: 1e6 }

/** Refuses a malformed order, as the kind of error that `demand` gives. */
export function validateBeliefOrder(field: string, order: BeliefOrder, demand: Requirements): void {
  demand.text(`${field}.outcome`, order.outcome)
  demand.oneOf(`${field}.directive`, order.directive, [...continuing, 'deliver'])
  for (const name of ['D', 'chance'] as const) demand.number(`${field}.${name}`, order[name], unitInterval)
  demand.oneOf(`${field}.cause`, order.cause, causeNames)
  numbers(`${field}.belief`, order.belief, unitInterval)
  numbers(`${field}.evidence`, order.evidence, logarithm)
  demand.list(`${field}.criteria`, order.criteria)
  for (const [index, one] of order.criteria.entries()) {
    demand.object(`${field}.criteria[${index}]`, one)
    demand.text(`${field}.criteria[${index}].criterion`, one.criterion)
    numbers(`${field}.criteria[${index}].evidence`, one.evidence, logarithm)
    numbers(`${field}.criteria[${index}].belief`, one.belief, unitInterval)
  }
  demand.object(`${field}.tries`, order.tries)
  for (const [action, times] of Object.entries(order.tries)) demand.number(`${field}.tries.${action}`, times, count)
  demand.object(`${field}.used`, order.used)
  texts(`${field}.used.tools`, order.used.tools)
  texts(`${field}.used.targets`, order.used.targets)
  texts(`${field}.blockedTools`, order.blockedTools)

  function numbers(name: string, of: BeliefOrder['belief'], range: typeof logarithm) {
    demand.object(name, of)
    for (const cause of causeNames) demand.number(`${name}.${cause}`, of[cause], range)
  }

  function texts(name: string, list: readonly string[]) {
    demand.list(name, list)
    for (const [index, text] of list.entries()) demand.text(`${name}[${index}]`, text)
  }
}
