import type { OutcomeObservation } from '../input/observation.js'
import { onGrid } from '../input/precision.js'
import { validateOutcomes } from '../input/validate-observation.js'
import { allFailures } from './failures.js'

/**
 * P in [0, 1] (paper, section 5.1): logical failures divided by all classified failures. 0.5 when something failed but
 * nothing is classified, 0 when nothing failed.
 *
 * @throws GgsError `invalid_observation` naming the malformed field.
 */
export function processImplausibility(outcomes: readonly OutcomeObservation[]): number {
  validateOutcomes(outcomes)
  const failures = allFailures(outcomes)
  if (failures.length === 0) return 0
  const logical = failures.filter(({ failureClass }) => failureClass === 'logical').length
  const classified = failures.filter(({ failureClass }) => failureClass !== null).length
  return classified === 0 ? 0.5 : onGrid(logical / classified)
}
