import type { Choice } from '../../plant.js'
import type { Dice } from '../drawing/dice.js'
import type { Dimension, Site } from '../obstacles/obstacle.js'
import type { Sketch } from './sketch.js'

type Truth = Pick<Site, 'sizes' | 'first' | 'right' | 'isRight'>

/** What would do it, and what the first plan takes for it. */
export function truthFrom(sketch: Sketch, dice: Dice, isRightAtOnce: boolean): Truth {
  const sizes = {
    tool: dice.whole(sketch.tools ?? [2, 4], 'tools'),
    target: dice.whole(sketch.targets ?? [3, 5], 'targets'),
    way: dice.whole(sketch.ways ?? [2, 4], 'ways'),
  }
  const alike = { tool: sketch.rightTools ?? 1, target: sketch.rightTargets ?? 1, way: sketch.rightWays ?? 1 }
  const rightOf = (dimension: Dimension) => dice.whole([0, sizes[dimension] - 1], 'right', dimension)
  const right: Choice = { tool: rightOf('tool'), target: rightOf('target'), way: rightOf('way'), offset: 0 }
  const faults = isRightAtOnce ? [] : dice.oneOf(sketch.wrong, 'faults')
  const firstOf = (dimension: Dimension) => {
    if (!faults.includes(dimension)) return right[dimension]
    const step = dice.whole([alike[dimension], sizes[dimension] - 1], 'first', dimension)
    return (right[dimension] + step) % sizes[dimension]
  }
  const offset = faults.includes('parameter') ? dice.whole(sketch.steps ?? [1, 2], 'steps') : 0
  const first: Choice = { tool: firstOf('tool'), target: firstOf('target'), way: firstOf('way'), offset }
  const movesAfter = sketch.movesAfter && dice.whole(sketch.movesAfter, 'moves after')
  const isRight: Site['isRight'] = (dimension, choice, { round }) => {
    const moves = dimension === 'target' ? movesUntil(round, movesAfter) : 0
    return modulo(choice[dimension] - right[dimension] - moves, sizes[dimension]) < alike[dimension]
  }
  return { sizes, first, right, isRight }
}

const movesUntil = (round: number, movesAfter: number | undefined): number =>
  movesAfter === undefined ? 0 : Math.max(0, Math.ceil((round - movesAfter) / 2))

const modulo = (value: number, size: number): number => ((value % size) + size) % size
