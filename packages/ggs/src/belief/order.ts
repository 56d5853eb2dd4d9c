import type { OutcomeObservation } from '../input/observation.js'
import { intentResultDistance } from '../measure/intent-result-distance.js'
import type { Cause } from '../terms/causes.js'
import { added, beliefOf, type Evidence, likeliest, meanOf, noEvidence, rounded, weighted } from './belief.js'
import { evidenceOn, signsIn, triedInVain } from './evidence.js'
import { type Action, type BeliefProfile, type ByCause, byCause } from './profile.js'
import { bestAction, type Tries } from './worth.js'

/** The evidence about one criterion that fails, and the belief that follows from it. */
export interface CriterionBelief {
  readonly criterion: string
  readonly evidence: Evidence
  /** The chances of the causes. They sum to 1. */
  readonly belief: ByCause
}

/** The directive for one failed outcome, with everything that it follows from. JSON-serialisable. */
export interface BeliefOrder {
  /** The id of the outcome that failed. */
  readonly outcome: string
  /** `deliver`: the part is left as it is. */
  readonly directive: Action
  /** D of this outcome alone. */
  readonly D: number
  /** The likeliest cause. */
  readonly cause: Cause
  /** The chances of the causes: the mean of those of the criteria. They sum to 1. */
  readonly belief: ByCause
  /** The failing criteria. Empty where the work was not judged; the belief then follows from `evidence`. */
  readonly criteria: readonly CriterionBelief[]
  /** The chance that the directive mends it; for `deliver` that of the best other one. */
  readonly chance: number
  /** The evidence of all rounds so far, that of earlier ones with less weight. */
  readonly evidence: Evidence
  /** The times that each directive was tried in vain. */
  readonly tries: Tries
  /** The tools and targets that its calls used. */
  readonly used: { readonly tools: readonly string[]; readonly targets: readonly string[] }
  /** Tools that a replacement must not use. */
  readonly blockedTools: readonly string[]
}

/** The order for an outcome that failed, from the order that it makes good, if there is one. */
export function orderFor(outcome: OutcomeObservation, before: BeliefOrder | null, profile: BeliefProfile): BeliefOrder {
  const used = usedBy(outcome)
  // Work that did not run says nothing of the directive that it was planned by.
  const isRun = outcome.criteria.length > 0 || outcome.calls.length > 0 || outcome.cause !== 'not_yet'
  const isTried = before !== null && isRun && isFollowed(before, used)
  const tries = before === null ? {} : isTried ? oneMore(before) : before.tries
  const inVain = isTried ? triedInVain(before.directive, before.tries, profile) : noEvidence
  const history = before ? added(weighted(before.evidence, profile.memory), inVain) : noEvidence
  const shared = added(history, signsIn(outcome, profile))
  const criteria = outcome.criteria
    .filter(({ verdict }) => verdict === 'fail')
    .map((criterion) =>
      beliefAbout(
        criterion.criterion,
        outcome.isKnown ? shared : added(shared, evidenceOn(criterion, profile)),
        profile,
      ),
    )
  const evidence =
    criteria.length > 0
      ? evidenceOf(criteria)
      : added(shared, outcome.isKnown ? noEvidence : evidenceOn(outcome, profile))
  const found = { criteria, evidence, tries }
  return {
    ...{ outcome: outcome.id, D: intentResultDistance([outcome]), ...found, used },
    ...conclusionOf(found, profile),
    blockedTools: [],
  }
}

const beliefAbout = (criterion: string, evidence: Evidence, { prior }: BeliefProfile): CriterionBelief => ({
  ...{ criterion, evidence },
  belief: beliefOf(prior, evidence),
})

/** The evidence about an outcome with failing criteria. */
export const evidenceOf = (criteria: readonly CriterionBelief[]): Evidence =>
  meanOf(criteria.map(({ evidence }) => evidence))

/** The conclusion from the evidence and the tries in an order. */
export function conclusionOf(
  { criteria, evidence, tries }: Pick<BeliefOrder, 'criteria' | 'evidence' | 'tries'>,
  profile: BeliefProfile,
): Pick<BeliefOrder, 'belief' | 'cause' | 'directive' | 'chance'> {
  // A sum of rounded numbers is rounded, too, lest the order of the criteria decide about a tie.
  const mean = (cause: Cause) => rounded(criteria.reduce((sum, { belief }) => sum + belief[cause], 0)) / criteria.length
  const belief = criteria.length === 0 ? beliefOf(profile.prior, evidence) : byCause((cause) => rounded(mean(cause)))
  const { action: directive, chance } = bestAction(belief, { tries, profile })
  return { belief, cause: likeliest(belief), directive, chance }
}

function usedBy({ calls }: OutcomeObservation): BeliefOrder['used'] {
  const tools = [...new Set(calls.map(({ tool }) => tool))].sort()
  const targets = [...new Set(calls.flatMap(({ target }) => target ?? []))].sort()
  return { tools, targets }
}

/** False where a directive was not followed: the calls used nothing new, or what was to be left was made again. */
function isFollowed({ directive, used: before }: BeliefOrder, used: BeliefOrder['used']): boolean {
  const isNewTool = used.tools.some((tool) => !before.tools.includes(tool))
  const isNewTarget = used.targets.some((target) => !before.targets.includes(target))
  if (directive === 'deliver') return false
  if (directive === 'change_approach') return isNewTool
  return directive !== 'change_path' || isNewTool || isNewTarget
}

const oneMore = ({ directive, tries }: BeliefOrder): Tries => ({ ...tries, [directive]: (tries[directive] ?? 0) + 1 })
