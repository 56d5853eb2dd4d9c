import { type BeliefOrder, causes, type Decision, isBeliefOrder } from '@artoo/ggs'
import { oneLine } from '@artoo/sdk'
import { counted, share } from '../text/numbers.js'

/** The reason of a decision by beliefs about causes, with the numbers that decided; null for a decision by anything else. */
export function beliefReason(decision: Decision): string | null {
  const orders = decision.orders.filter(isBeliefOrder)
  const decisive = orders.find(({ directive }) => directive === decision.directive)
  if (orders.length === 0) return null
  if (decision.terminal) return `${endOf(decision, orders)}${nearnessOf(decision)}.`
  if (decisive === undefined) return null
  const left = orders.filter(({ directive }) => directive === 'deliver').length
  const given = left === 0 ? '' : `, and ${counted(left, 'part')} ${left === 1 ? 'is' : 'are'} given up`
  return `${causeIn(decisive)}; this promises most, with a chance of ${share(decisive.chance)}${given}.`
}

/** The failing criterion that is named first, and the likeliest cause with the belief in it. */
function causeIn({ criteria: [first, ...others], cause, belief }: BeliefOrder): string {
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  const what = first === undefined ? 'One part' : `“${oneLine(first.criterion, 120)}”${more}`
  if (cause === 'unknown') return `${what} failed, and nothing says why (${share(belief.unknown)})`
  return `${what} failed, most likely because ${causes[cause].short} (${share(belief[cause])})`
}

function endOf({ loss, replans, hyperparameters }: Decision, orders: readonly BeliefOrder[]): string {
  const { theta, maxReplans } = hyperparameters
  if (loss.Omega >= theta) return `The budget is spent, as Ω has reached ${share(theta)}`
  if (replans >= maxReplans) return `No new plan is left after ${counted(replans, 'replan')}`
  const best = Math.max(...orders.map(({ chance }) => chance))
  return `No open part is worth another plan: the best chance is ${share(best)}`
}

function nearnessOf({ directive, loss, best, deliver, round, hyperparameters: { delta } }: Decision): string {
  if (directive !== 'success') return ''
  const D = deliver === round ? loss.D : (best?.D ?? loss.D)
  return `, and D ${share(D)} is within ${share(delta)}: near enough to deliver`
}
