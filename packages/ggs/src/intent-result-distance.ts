import { allFailures, criteriaCount } from './failures.js'
import type { OutcomeObservation } from './observation.js'
import { onGrid } from './precision.js'
import { validateOutcomes } from './validate-observation.js'

/**
 * D in [0, 1] (paper, section 5.1): the weights of the failing criteria divided by the number of criteria. A failing
 * verifiable criterion weighs 1, a plausible one k/N. An outcome without verdicts counts as one criterion; no outcomes
 * at all give 1.
 *
 * @throws GgsError `invalid_observation` naming the malformed field.
 */
export function intentResultDistance(outcomes: readonly OutcomeObservation[]): number {
  validateOutcomes(outcomes)
  const failing = allFailures(outcomes).reduce((sum, { weight }) => sum + weight, 0)
  return onGrid(failing / criteriaCount(outcomes))
}
