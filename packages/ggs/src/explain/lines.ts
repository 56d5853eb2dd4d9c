import type { Inequality } from '../rationale/inequality.js'
import type { Alternative } from './nearest.js'

export const heldLines = (inequalities: readonly Inequality[]): readonly string[] =>
  inequalities.map(
    ({ quantity, value, relation, threshold, limit, margin }) =>
      `  ${quantity} = ${value}${relation === '=' ? '' : ` ${relation} ${limitOf(threshold, limit)}`} (margin ${margin})`,
  )

const limitOf = (threshold: Inequality['threshold'], limit: number) =>
  threshold === '0' ? '0' : `${threshold} = ${limit}`

export function changesIn(nearest: Alternative | null): string {
  if (nearest === null) return 'No change of the measured values gives another directive.'
  const changes = nearest.changes
    .map(({ quantity, from, relation, limit }) => `${quantity} ${relation} ${limit} instead of ${from}`)
    .join(' and ')
  return `Nearest: ${nearest.directive}, with ${changes}.`
}
