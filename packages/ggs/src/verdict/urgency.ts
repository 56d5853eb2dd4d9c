import type { Thresholds } from '../input/hyperparameters.js'
import { gradientBand } from '../profile/bands.js'

/** The urgency of a directive. It never picks the macro-state. */
export type Urgency = 'low' | 'normal' | 'high'

/** The sign of ∇L where there is a signal: falling is `low`, rising is `high`, |∇L| < ε is `normal`. */
export function urgencyOf(gradient: number, thresholds: Pick<Thresholds, 'epsilon'>): Urgency {
  const band = gradientBand(gradient, thresholds)
  switch (band) {
    case 'falling':
      return 'low'
    case 'flat':
      return 'normal'
    case 'rising':
      return 'high'
    default:
      return band satisfies never
  }
}
