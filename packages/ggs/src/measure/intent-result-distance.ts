import type { Observation, OutcomeObservation } from '../input/observation.js'
import { onGrid } from '../input/precision.js'
import { validateMet, validateOutcomes } from '../input/validate-observation.js'
import type { ProfileBase } from '../terms/profile-base.js'
import { criteriaOf, failuresOf } from './failures.js'

/** The criteria that count towards D, beside those of the outcomes. */
export interface Counting extends Pick<Observation, 'met'> {
  /** As the profile has it. @defaultValue 'promise' */
  readonly counts?: ProfileBase['counts']
}

/** A number of criteria, and the weight of those among them that fail. */
interface Share {
  readonly failing: number
  readonly criteria: number
}

/**
 * D in [0, 1]: the weights of the failing criteria divided by the number of criteria (paper, section 5.1). A failing verifiable
 * criterion weighs 1, a plausible one k/N. Where `promise` counts, the criteria are those that were promised of the task so far: an
 * outcome without verdicts stands for all that the plan promised of it, and what is met beside the outcomes counts, too. Where
 * `round` counts, they are those of this round, and an outcome without verdicts is one. No outcomes at all give 1.
 *
 * @throws GgsError `invalid_observation` naming the malformed field.
 */
export function intentResultDistance(
  outcomes: readonly OutcomeObservation[],
  { counts = 'promise', met = 0 }: Counting = {},
): number {
  validateOutcomes(outcomes)
  validateMet(met)
  if (outcomes.length === 0) return 1
  const shares = outcomes.map((outcome) => shareOf(outcome, counts))
  const failing = shares.reduce((sum, share) => sum + share.failing, 0)
  const criteria = shares.reduce((sum, share) => sum + share.criteria, counts === 'promise' ? met : 0)
  return onGrid(failing / criteria)
}

function shareOf(outcome: OutcomeObservation, counts: ProfileBase['counts']): Share {
  const { criteria, status, promised = 1 } = outcome
  if (criteria.length > 0) {
    const failing = failuresOf(outcome).reduce((sum, { weight }) => sum + weight, 0)
    return { failing, criteria: criteriaOf(outcome) }
  }
  const size = counts === 'promise' ? promised : 1
  return { failing: status === 'failed' ? size : 0, criteria: size }
}
