import type { Cause } from '@artoo/ggs'
import type { Dimension, Hurdle, Sign } from './obstacle.js'

interface WrongChoice {
  /** @defaultValue 1 */
  readonly spoils?: number
  /** Share of the wrong ones that fail with an error. The others give a wrong or empty result. */
  readonly loud?: number
  readonly error?: NonNullable<Sign['error']>
  readonly hides?: boolean
}

const causeOf = {
  tool: 'wrong_tool',
  target: 'wrong_target',
  way: 'wrong_method',
} as const satisfies Record<Dimension, Cause>

function wrong(dimension: Dimension, usual: Required<WrongChoice>, given: WrongChoice): Hurdle {
  const { spoils, loud, error, hides } = { ...usual, ...given }
  return {
    kind: 'choice',
    at:
      ({ dice, isRight }) =>
      (choice, moment) => {
        if (isRight(dimension, choice, moment)) return undefined
        const failed = dice.happens(loud, 'loud', dimension, choice[dimension])
        return { cause: causeOf[dimension], spoils, hides, sign: failed ? { failed, error } : {} }
      },
  }
}

/** A tool that cannot do it: half of them say so. */
export const tool = (given: WrongChoice = {}): Hurdle =>
  wrong('tool', { spoils: 1, loud: 0.5, error: 'said_no', hides: true }, given)

/** A target that is not there, or is there and holds something else. */
export const target = (given: WrongChoice = {}): Hurdle =>
  wrong('target', { spoils: 1, loud: 0.5, error: 'missing', hides: true }, given)

/** A method whose result is wrong: no call fails of it. */
export const way = (given: WrongChoice = {}): Hurdle =>
  wrong('way', { spoils: 0.6, loud: 0, error: 'other', hides: false }, given)

/** The first plan's tool or way does a little better each round that it is kept, and never all. */
export function lure(dimension: 'tool' | 'way', metAtFirst: number): Hurdle {
  return {
    kind: 'choice',
    at:
      ({ criteria, first, isRight }) =>
      (choice, moment) => {
        if (isRight(dimension, choice, moment)) return undefined
        const kept = dimension === 'tool' ? moment.sameTool : moment.sameChoice
        const met = choice[dimension] === first[dimension] ? Math.min(criteria - 1, metAtFirst + kept) : 0
        return { cause: causeOf[dimension], spoils: 1 - met / criteria, hides: true, sign: {} }
      },
  }
}
