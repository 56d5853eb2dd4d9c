import { truncateOutput } from '@artoo/tools'

/** The most bytes of the problems that a model is told of. */
const longestProblems = 8_192

/** An answer of a model with problems, and whether it is asked again. */
export interface TurnedDown {
  /** The problems in one text of at most 8 KB, for the model, or for the reason of giving up. */
  readonly why: string
  /** The number of requests with the next one; null when there is none. */
  readonly asked: number | null
}

/**
 * The consequence of problems that code found in a model's answer: the model is asked again until it was asked `most` times, and its last
 * answer is reviewed like the others.
 *
 * @param asked The number of requests so far, at least 1.
 *
 * @example
 * const { why, asked } = turnedDown(problems, state.asked, 3)
 * if (asked === null) return givenUp(state, why)
 * return [{ ...state, asked }, [askModel('plan', [{ role: 'user', content: `${why}. Answer again.` }], { continues: true })]]
 */
export function turnedDown(problems: readonly string[], asked: number, most: number): TurnedDown {
  const why = truncateOutput(problems.join('; '), longestProblems)
  return { why, asked: asked < most ? asked + 1 : null }
}
