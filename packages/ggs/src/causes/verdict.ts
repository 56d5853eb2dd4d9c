import type { Hyperparameters } from '../input/hyperparameters.js'
import type { OutcomeObservation } from '../input/observation.js'
import { failuresOf } from '../measure/failures.js'
import type { StopReason } from '../verdict/stop-reasons.js'
import { oddsOf } from './belief.js'
import { causes } from './causes.js'
import { type Directive, directiveMeanings, moreDrastic } from './directives.js'
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
  if (decisive) {
    const { cause, belief, criteria } = decisive
    const about = criteria[0] ? ` for “${criteria[0].criterion}”` : ''
    const ground = cause === 'unknown' ? 'nothing says why it fails' : causes[cause].meaning
    return `${oddsOf(belief[cause])} that${about} ${ground}, so ${directiveMeanings[directive]}.`
  }
  const end = endings[reason as keyof typeof endings] ?? 'The task ends'
  if (directive === 'success') return `The task ends, and D = ${Number(nearest.toFixed(4))} is close enough to deliver.`
  return `${end}: ${directiveMeanings[directive]}.`
}
