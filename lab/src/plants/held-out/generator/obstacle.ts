import type { Cause } from '@artoo/ggs'
import { shuffled } from '../../../random.js'
import type { Attempted, Choice, Moment } from '../../plant.js'
import type { Look } from './sketch.js'

/** What comes first in a call hides what comes later in it. */
const layers = ['reach', 'tool', 'target', 'world', 'way', 'parameter', 'result'] as const
type Layer = (typeof layers)[number]

/** Something that keeps a part from being done. */
export interface Obstacle {
  readonly layer: Layer
  readonly cause: Cause
  readonly look: Pick<Look, 'error' | 'changed'>
  /** The share of the criteria that stays unmet because of it: 0 when it is not in the way. */
  blocks(choice: Choice, moment: Moment): number
  /** Nothing removes it. */
  readonly isForever?: boolean
}

/**
 * What truly comes of a choice. A criterion is met when nothing keeps it from being met; what comes first of all that is in
 * the way is what shows and what has to be put right.
 */
export function attempting(given: readonly Obstacle[], criteria: number, seed: number, part: number) {
  const isImpossible = given.some(({ isForever }) => isForever)
  const obstacles = layers
    .flatMap((layer) => given.filter((obstacle) => obstacle.layer === layer))
    .map((obstacle, index) => ({
      ...obstacle,
      order: shuffled([...Array(criteria).keys()], seed, part, 'blocked', index),
    }))
  return (choice: Choice, moment: Moment): Attempted => {
    const met = Array<boolean>(criteria).fill(true)
    const standing = obstacles.filter((obstacle) => {
      const share = obstacle.blocks(choice, moment)
      if (share > 0) for (const index of obstacle.order.slice(0, countOf(share, criteria))) met[index] = false
      return share > 0
    })
    return { met, ...(standing[0] ? shown(standing[0]) : { cause: null }), ...(isImpossible && { isImpossible }) }
  }
}

const countOf = (share: number, criteria: number): number => Math.max(1, Math.round(Math.min(1, share) * criteria))

const shown = ({ cause, look: { error, changed } }: Obstacle) => ({
  cause,
  ...(error && { failed: true, error }),
  ...(changed && { changed }),
})
