import { beliefOf, oddsOf } from '../belief/belief.js'
import { type BeliefOrder, conclusionOf, evidenceOf } from '../belief/order.js'
import type { BeliefProfile } from '../belief/profile.js'
import { validateBeliefOrder } from '../belief/validate-order.js'
import { type BeliefInputs, type BeliefVerdict, beliefVerdict, toolsIn } from '../belief/verdict.js'
import { leastChance } from '../belief/worth.js'
import { requirements } from '../input/requirements.js'
import type { BeliefController } from '../profile/controller.js'
import { comparison, type Inequality } from '../rationale/inequality.js'
import type { Decision } from '../step/decision.js'
import { causeNames } from '../terms/causes.js'
import { candidateOf, deliveryOf, nearerOf } from '../verdict/delivery.js'
import { isBeliefOrder } from '../verdict/order.js'
import type { Explanation } from './explanation.js'
import { changesIn, heldLines } from './lines.js'
import { nearestBelief } from './nearest-belief.js'
import { proveFollowing, proveMeasured, proveNothingFailed, refuseUnless } from './proof.js'

const demand = requirements('invalid_input')

/** Explains a decision that a belief over causes made. */
export function explainBeliefs(decision: Decision, controller: BeliefController): Explanation {
  const { hyperparameters, profile } = controller
  proveMeasured(decision, controller)
  const orders = provenOrders(decision, profile)
  const { loss, replans, best, round, undone = 0 } = decision
  const present = candidateOf({ round, D: loss.D, undone })
  const inputs: BeliefInputs = {
    ...{ accepted: loss.D === 0, Omega: loss.Omega, replans },
    nearest: nearerOf(best, present)?.D ?? 1,
    // Only the end of a task asks whether something is done, and its directive says so.
    hasDone: decision.directive === 'deliver',
  }
  const verdict = beliefVerdict(inputs, orders, hyperparameters)
  refuseUnless(decision.directive, verdict.directive, 'directive')
  refuseUnless(decision.reason, verdict.reason, 'reason')
  proveFollowing(decision)
  refuseUnless(decision.deliver, deliveryOf(verdict.directive, best, present, 'at_the_end'), 'deliver')
  const rule = ruleOf(decision)
  const inequalities = comparisons(inputs, verdict, controller)
  const nearest = verdict.decisive && nearestBelief(verdict.decisive, profile)
  const parts = { row: null, rule, inequalities, nearest }
  const lines = orders.map(
    (order) => `  for ${order.outcome}: ${order.directive}, ${oddsOf(order.belief[order.cause])} ${order.cause}`,
  )
  const head = `${decision.directive}, ${deciders[rule]}; profile ${profile.name}`
  return { ...parts, text: [head, ...heldLines(inequalities), ...lines, changesIn(nearest)].join('\n') }
}

const deciders = {
  acceptance: 'decided by the meta-validator',
  belief: 'decided by the belief about the causes',
  replan_limit: 'decided by the replan limit',
  budget: 'decided by the budget',
  hopeless: 'decided by the chances of all open parts',
} as const

function ruleOf({ directive, reason, loss, replans, hyperparameters }: Decision): keyof typeof deciders {
  if (directive === 'accept') return 'acceptance'
  if (reason === null) return 'belief'
  if (loss.Omega >= hyperparameters.theta) return 'budget'
  return replans >= hyperparameters.maxReplans ? 'replan_limit' : 'hopeless'
}

function provenOrders(decision: Decision, profile: BeliefProfile): readonly BeliefOrder[] {
  const { orders: recorded } = decision
  demand.list('orders', recorded)
  for (const [index, order] of recorded.entries()) demand.object(`orders[${index}]`, order)
  const orders = recorded.filter(isBeliefOrder)
  refuseUnless(recorded.length, orders.length, 'orders.length')
  for (const [index, order] of orders.entries()) {
    const field = `orders[${index}]`
    validateBeliefOrder(field, order, demand)
    for (const [place, { evidence, belief }] of order.criteria.entries()) {
      const derived = beliefOf(profile.prior, evidence)
      for (const cause of causeNames)
        refuseUnless(belief[cause], derived[cause], `${field}.criteria[${place}].belief.${cause}`)
    }
    if (order.criteria.length > 0) {
      const evidence = evidenceOf(order.criteria)
      for (const name of causeNames) refuseUnless(order.evidence[name], evidence[name], `${field}.evidence.${name}`)
    }
    const { belief, cause, directive, chance } = conclusionOf(order, profile)
    for (const name of causeNames) refuseUnless(order.belief[name], belief[name], `${field}.belief.${name}`)
    refuseUnless(order.cause, cause, `${field}.cause`)
    refuseUnless(order.directive, directive, `${field}.directive`)
    refuseUnless(order.chance, chance, `${field}.chance`)
  }
  if (orders.length === 0) proveNothingFailed(decision)
  refuseUnless(JSON.stringify(decision.blockedTools), JSON.stringify(toolsIn(orders)), 'blockedTools')
  return orders
}

function comparisons(
  { accepted, Omega, replans, nearest }: BeliefInputs,
  { decisive, reason }: BeliefVerdict,
  { hyperparameters: { theta, maxReplans, delta }, profile }: BeliefController,
): readonly Inequality[] {
  if (accepted) return [comparison('D', 0, { threshold: '0', limit: 0, below: '=', above: '>' })]
  const limits = [
    comparison('Ω', Omega, { threshold: 'θ', limit: theta, below: '<', above: '≥' }),
    comparison('replans', replans, { threshold: 'maxReplans', limit: maxReplans, below: '<', above: '≥' }),
  ]
  // A round without outcomes goes on, and has no order.
  if (decisive === null && reason === null) return limits
  if (decisive === null)
    return [...limits, comparison('D', nearest, { threshold: 'δ', limit: delta, below: '≤', above: '>' })]
  const worth = leastChance(decisive.directive, profile)
  return [
    ...limits,
    comparison('chance', decisive.chance, { threshold: 'worth', limit: worth, below: '<', above: '≥' }),
  ]
}
