import type { Cause } from '@artoo/ggs'
import type { Attempted, Choice, Moment } from '../../plant.js'
import type { Dice } from '../drawing/dice.js'

/** The way in which an obstacle shows itself to code. Nothing: the call went well, and its result is wrong. */
export type Sign = Pick<Attempted, 'failed' | 'error' | 'changed'>

/** What an obstacle that is still in the way does to an attempt. */
export interface Hindrance {
  readonly cause: Cause
  /** Share of the criteria that it keeps unmet; one at least. */
  readonly spoils: number
  /** The attempt ends there: nothing that lies behind it is met with. */
  readonly hides: boolean
  readonly sign: Sign
}

/** Undefined once it is overcome. */
export type Obstacle = (choice: Choice, moment: Moment) => Hindrance | undefined

/** A part, as its obstacles are laid. */
export interface Site {
  readonly dice: Dice
  readonly part: number
  readonly criteria: number
  readonly sizes: Readonly<Record<Dimension, number>>
  readonly first: Choice
  readonly right: Choice
  isRight(dimension: Dimension, choice: Choice, moment: Moment): boolean
}

export type Dimension = 'tool' | 'target' | 'way'

/** An obstacle before it belongs to a part. */
export interface Hurdle {
  /** `choice`: the plan overcomes it. `world`: a part that is right at once has none. `order`: other parts do. `never`: nothing does. */
  readonly kind: 'choice' | 'world' | 'order' | 'never'
  at(site: Site): Obstacle
}
