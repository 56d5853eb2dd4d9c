import { gradientBand } from './decision-table.js'

/** How pressing a directive is. It never picks the macro-state. */
export type Urgency = 'low' | 'normal' | 'high'

/** The sign of ∇L where there is a signal: falling is `low`, rising is `high`, |∇L| < ε is `normal`. */
export function urgencyOf(gradient: number, epsilon: number): Urgency {
  const band = gradientBand(gradient, epsilon)
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
