import { beliefOf, likeliest, oddsOf, rounded } from '../causes/belief.js'
import { causeNames, causes } from '../causes/causes.js'
import { type BeliefOrder, conclusionOf } from '../causes/order.js'
import type { BeliefProfile } from '../causes/profile.js'
import { validateBeliefOrder } from '../causes/validate-order.js'
import { type BeliefInputs, beliefVerdict } from '../causes/verdict.js'
import { chanceOf, continuing, expected } from '../causes/worth.js'
import { requirements } from '../input/requirements.js'
import type { BeliefController } from '../profile/controller.js'
import { comparison, type Inequality } from '../rationale/inequality.js'
import type { Decision } from '../step/decision.js'
import { candidateOf, deliveryOf, nearerOf } from '../verdict/delivery.js'
import { isBeliefOrder } from '../verdict/order.js'
import type { Explanation } from './explanation.js'
import { changesIn, heldLines } from './lines.js'
import type { Alternative } from './nearest.js'
import { proveMeasured, refuseUnless } from './proof.js'

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
  refuseUnless(decision.deliver, deliveryOf(verdict.directive, best, present, 'at_the_end'), 'deliver')
  const rule = ruleOf(decision)
  const inequalities = comparisons(inputs, verdict.decisive, controller)
  const nearest = verdict.decisive && nearestTo(verdict.decisive, profile)
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

function provenOrders({ orders: recorded }: Decision, profile: BeliefProfile): readonly BeliefOrder[] {
  demand.list('orders', recorded)
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
    const { belief, cause, directive, chance } = conclusionOf(order, profile)
    for (const name of causeNames) refuseUnless(order.belief[name], belief[name], `${field}.belief.${name}`)
    refuseUnless(order.cause, cause, `${field}.cause`)
    refuseUnless(order.directive, directive, `${field}.directive`)
    refuseUnless(order.chance, chance, `${field}.chance`)
  }
  return orders
}

function comparisons(
  { accepted, Omega, replans, nearest }: BeliefInputs,
  decisive: BeliefOrder | null,
  { hyperparameters: { theta, maxReplans, delta }, profile }: BeliefController,
): readonly Inequality[] {
  if (accepted) return [comparison('D', 0, { threshold: '0', limit: 0, below: '=', above: '>' })]
  const limits = [
    comparison('Ω', Omega, { threshold: 'θ', limit: theta, below: '<', above: '≥' }),
    comparison('replans', replans, { threshold: 'maxReplans', limit: maxReplans, below: '<', above: '≥' }),
  ]
  if (decisive === null)
    return [...limits, comparison('D', nearest, { threshold: 'δ', limit: delta, below: '≤', above: '>' })]
  const worth = rounded(profile.worth * profile.cost[decisive.directive])
  return [
    ...limits,
    comparison('chance', decisive.chance, { threshold: 'worth', limit: worth, below: '<', above: '≥' }),
  ]
}

/**
 * The other directive that the smallest shift of belief would have brought: from the likeliest cause that the directive
 * mends to the one that the other mends.
 */
function nearestTo({ belief, tries, directive }: BeliefOrder, profile: BeliefProfile): Alternative | null {
  const given = { tries, profile }
  const worthOf = (action: (typeof continuing)[number]) => expected(action, belief, given) / profile.cost[action]
  const mended = causeNames.filter((cause) => causes[cause].mendedBy === directive)
  const from = likeliest({
    ...belief,
    ...Object.fromEntries(causeNames.filter((cause) => !mended.includes(cause)).map((cause) => [cause, 0])),
  })
  const offers = continuing
    .filter((action) => action !== directive)
    .flatMap((action) =>
      causeNames
        .filter((cause) => causes[cause].mendedBy === action)
        .map((to) => {
          const gain = (of: (typeof continuing)[number]) =>
            (chanceOf(of, to, given) - chanceOf(of, from, given)) / profile.cost[of]
          const slope = gain(action) - gain(directive as (typeof continuing)[number])
          const shift = (worthOf(directive as (typeof continuing)[number]) - worthOf(action)) / slope
          return { action, to, shift: rounded(shift), isPossible: slope > 0 && shift <= belief[from] }
        }),
    )
    .filter(({ isPossible }) => isPossible)
    .sort((one, other) => one.shift - other.shift)
  const [best] = offers
  if (best === undefined) return null
  const limit = rounded(belief[best.to] + best.shift)
  return {
    directive: best.action,
    changes: [{ quantity: `belief in ${best.to}`, from: belief[best.to], relation: '>', limit }],
    distance: best.shift,
  }
}
