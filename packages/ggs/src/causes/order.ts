import type { OutcomeObservation } from '../input/observation.js'
import { failuresOf } from '../measure/failures.js'
import { intentResultDistance } from '../measure/intent-result-distance.js'
import { added, beliefOf, type Evidence, likeliest, noEvidence, weighted } from './belief.js'
import type { Cause } from './causes.js'
import { evidenceIn, evidenceOn, signsIn, triedInVain } from './evidence.js'
import { type Action, type BeliefProfile, type ByCause, byCause } from './profile.js'
import { bestAction, type Tries } from './worth.js'

/** The belief about one criterion that fails. */
export interface CriterionBelief {
  readonly criterion: string
  readonly belief: ByCause
}

/** The directive for one failed outcome, with everything that it follows from. JSON-serialisable. */
export interface Order {
  /** The id of the outcome that failed. */
  readonly outcome: string
  readonly directive: Action
  /** D of this outcome alone. */
  readonly D: number
  /** The evidence of all rounds so far, that of earlier ones with less weight. */
  readonly evidence: Evidence
  /** The chances of the causes of the whole outcome: the mean of those of its criteria. They sum to 1. */
  readonly belief: ByCause
  readonly criteria: readonly CriterionBelief[]
  readonly cause: Cause
  /** The chance that the directive mends it; for `deliver` that of the best other one. */
  readonly chance: number
  /** The times that each directive was tried in vain. */
  readonly tries: Tries
  /** Pairs of tool and target that its calls used. */
  readonly used: readonly string[]
  /** Tools that a replacement must not use. */
  readonly blockedTools: readonly string[]
}

/** The order for an outcome that failed, from the order that it makes good, if it does. */
export function orderFor(outcome: OutcomeObservation, before: Order | null, profile: BeliefProfile): Order {
  const used = [...new Set(outcome.calls.map(({ tool, target }) => JSON.stringify([tool, target])))].sort()
  const tries = before ? triesAfter(before, used) : {}
  const inVain = before && tries !== before.tries ? triedInVain(before.directive, before.tries, profile) : noEvidence
  const history = before ? added(weighted(before.evidence, profile.memory), inVain) : noEvidence
  const evidence = added(history, evidenceIn(outcome, profile))
  const criteria = beliefsIn(outcome, history, profile)
  const belief = criteria.length === 0 ? beliefOf(profile.prior, evidence) : meanBelief(criteria)
  const { action, chance } = bestAction(belief, { tries, profile })
  const isSetAside = action === 'change_approach' && before !== null
  return {
    ...{ outcome: outcome.id, directive: action, D: intentResultDistance([outcome]), evidence, belief, criteria },
    ...{ cause: likeliest(belief), chance, tries, used },
    blockedTools: isSetAside ? [...new Set(outcome.calls.map(({ tool }) => tool))] : [],
  }
}

function beliefsIn(outcome: OutcomeObservation, history: Evidence, profile: BeliefProfile): readonly CriterionBelief[] {
  const shared = added(history, signsIn(outcome, profile))
  return outcome.criteria
    .filter(({ verdict }) => verdict === 'fail')
    .map((criterion) => ({
      criterion: criterion.criterion,
      belief: beliefOf(profile.prior, added(shared, evidenceOn(criterion, profile))),
    }))
}

const meanBelief = (criteria: readonly CriterionBelief[]): ByCause =>
  byCause((cause) => criteria.reduce((sum, { belief }) => sum + belief[cause], 0) / criteria.length)

/** The tries with one more of the directive before; without it where the calls show that it was not followed. */
function triesAfter({ directive, tries, used: before }: Order, used: readonly string[]): Tries {
  const pairs = (list: readonly string[]) => list.map((pair) => JSON.parse(pair) as [string, string | null])
  const isNew = (of: 0 | 1) => {
    const known = pairs(before).map((pair) => pair[of])
    return pairs(used).some((pair) => !known.includes(pair[of]))
  }
  const isFollowed =
    (directive !== 'change_path' || isNew(1) || isNew(0)) && (directive !== 'change_approach' || isNew(0))
  return isFollowed ? { ...tries, [directive]: (tries[directive] ?? 0) + 1 } : tries
}

export const isFailed = (outcome: OutcomeObservation): boolean => failuresOf(outcome).length > 0
