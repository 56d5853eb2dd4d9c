import type { Hyperparameters } from '../input/hyperparameters.js'
import type { OutcomeObservation } from '../input/observation.js'
import { failuresOf } from '../measure/failures.js'
import { causeNames, causes } from '../terms/causes.js'
import { type Directive, directiveMeanings, moreDrastic } from '../terms/directives.js'
import type { StopReason } from '../terms/stop-reasons.js'
import { likeliest, oddsOf } from './belief.js'
import { type BeliefOrder, orderFor } from './order.js'
import type { BeliefProfile } from './profile.js'

/** Everything that decides a round, beside the orders. */
export interface BeliefInputs {
  readonly accepted: boolean
  readonly Omega: number
  /** Replans already performed. */
  readonly replans: number
  /** D of the best state so far; 1 where there is none that may be delivered. */
  readonly nearest: number
  /** A part of the task is done and stands. */
  readonly hasDone: boolean
}

export interface BeliefVerdict {
  readonly directive: Directive
  readonly reason: StopReason | null
  /** The order that decides: the most drastic of those that go on; null where the task ends. */
  readonly decisive: BeliefOrder | null
}

/** An order for each outcome that failed. What was left stays left. */
export function beliefOrders(
  outcomes: readonly OutcomeObservation[],
  before: readonly BeliefOrder[],
  profile: BeliefProfile,
): readonly BeliefOrder[] {
  return outcomes
    .filter((outcome) => failuresOf(outcome).length > 0)
    .map((outcome) => {
      const known = (id: string | null | undefined) => before.find((order) => order.outcome === id) ?? null
      const left = outcome.left ? known(outcome.id) : null
      return left ?? orderFor(outcome, known(outcome.replaces), profile)
    })
}

/** Every tool that some order sets aside. */
export const toolsIn = (orders: readonly BeliefOrder[]): readonly string[] => [
  ...new Set(orders.flatMap(({ blockedTools }) => blockedTools)),
]

/**
 * The verdict on a round: an accepted result is delivered. The task ends when the cost has reached θ, when no replan is left, or
 * when no part is worth another round. Then what is near enough is a success; otherwise the parts that are done are delivered.
 */
export function beliefVerdict(
  round: BeliefInputs,
  orders: readonly BeliefOrder[],
  { theta, maxReplans, delta }: Pick<Hyperparameters, 'theta' | 'maxReplans' | 'delta'>,
): BeliefVerdict {
  if (round.accepted) return { directive: 'accept', reason: 'accepted', decisive: null }
  const open = orders.filter(({ directive }) => directive !== 'deliver')
  const [first, ...others] = open
  const isSpent = round.Omega >= theta
  const isLast = round.replans >= maxReplans
  // A round without outcomes has no part that could be given up.
  if (!isSpent && !isLast && orders.length === 0) return { directive: 'break_symmetry', reason: null, decisive: null }
  if (!isSpent && !isLast && first) {
    const decisive = others.reduce(
      (most, order) => (moreDrastic(most.directive, order.directive) === most.directive ? most : order),
      first,
    )
    return { directive: decisive.directive, reason: null, decisive }
  }
  if (round.nearest <= delta) return { directive: 'success', reason: 'converged', decisive: null }
  const reason = isSpent ? 'budget' : isLast ? 'replans_exhausted' : 'hopeless'
  return { directive: round.hasDone ? 'deliver' : 'abandon', reason, decisive: null }
}

const endings = {
  budget: 'The budget is spent',
  replans_exhausted: 'No new plan is left',
  hopeless: 'No open part is likely enough to be mended to be worth another plan',
} as const

/** One sentence for people, with the odds that decided. */
export function beliefRationale({ directive, reason, decisive }: BeliefVerdict, { nearest }: BeliefInputs): string {
  if (directive === 'accept') return 'Every criterion passed and the meta-validator accepted the result.'
  if (decisive) return `${groundOf(decisive)}, so ${directiveMeanings[decisive.directive]}.`
  if (reason === null) return `Nothing was done, so ${directiveMeanings[directive]}.`
  if (directive === 'success') return `The task ends, and D = ${Number(nearest.toFixed(4))} is close enough to deliver.`
  return `${endings[reason as keyof typeof endings]}: ${directiveMeanings[directive]}.`
}

/** The odds of the cause that a directive mends, and what was tried in vain where another cause is likelier. */
function groundOf({ directive, belief, criteria, outcome, cause: most, tries }: BeliefOrder): string {
  const mended = causeNames.filter((cause) => causes[cause].mendedBy === directive)
  const cause = mended.length === 0 ? most : likeliest(belief, mended)
  const about = criteria[0]?.criterion
  const place = about === undefined ? `in ${outcome}` : `for “${about}”`
  const other = causes[most].mendedBy
  const times = (other && other !== directive && tries[other as keyof typeof tries]) || 0
  const vain =
    times > 0
      ? `; to ${directiveMeanings[other as Directive]} was tried ${times === 1 ? 'once' : `${times} times`} in vain`
      : ''
  return `${likelihoodOf(belief[cause], cause === most)} ${causes[cause].short} ${place}${vain}`
}

/** Odds for what is likelier than not; otherwise a share, since odds against it would read as a reason not to. */
function likelihoodOf(chance: number, isMost: boolean): string {
  if (chance >= 0.5) return `${oddsOf(chance)} that`
  const share = `${Math.round(100 * chance)} %`
  return isMost ? `The likeliest of many causes (${share}) is that` : `The best that is left (${share}) is that`
}
