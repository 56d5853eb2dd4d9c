import type { Range } from '../drawing/dice.js'
import type { Dimension, Hurdle } from '../obstacles/obstacle.js'

/** A part before its numbers are drawn. */
export interface Sketch {
  /** @defaultValue [2, 4] */
  readonly tools?: Range
  /** @defaultValue [3, 5] */
  readonly targets?: Range
  /** @defaultValue [2, 4] */
  readonly ways?: Range
  /** How many do it. @defaultValue 1 */
  readonly rightTools?: number
  readonly rightTargets?: number
  readonly rightWays?: number
  /** @defaultValue [1, 5] */
  readonly criteria?: Range
  /** Share of the criteria that code decides. @defaultValue 1 / 3 */
  readonly byCode?: number
  /** What the first plan has wrong: one of these, each as likely. Named twice, twice as likely. */
  readonly wrong: readonly (readonly Fault[])[]
  /** Steps from the right parameter in a first plan that has it wrong. @defaultValue [1, 2] */
  readonly steps?: Range
  /** Steps of a new tool, target or way, each as likely. @defaultValue [0, 0, 0, 1, 1, 2] */
  readonly fresh?: readonly number[]
  /** The last round for which the first right target is right: from the next on it moves every two rounds. */
  readonly movesAfter?: Range
  /** Laid in this order. */
  readonly obstacles: readonly Hurdle[]
}

type Fault = Dimension | 'parameter'
