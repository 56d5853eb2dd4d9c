import type { Range } from '../drawing/dice.js'
import type { Hurdle, Sign } from './obstacle.js'

/** Can only be done once the part before it is. */
export function afterThePartBefore(sign: Sign): Hurdle {
  return {
    kind: 'order',
    at:
      ({ part }) =>
      (_, { done }) =>
        part === 0 || done[part - 1] ? undefined : { cause: 'not_yet', spoils: 1, hides: true, sign },
  }
}

interface Unprepared {
  readonly sign: Sign
  /** @defaultValue 1 */
  readonly spoils?: number
  /** Rounds of work with the same tool that bring it about as well. */
  readonly orWorkWithTool?: Range
  /** Rounds of work with the same tool, target and way that bring it about as well. */
  readonly orWorkThere?: Range
}

/** Something has to be there first: a plan that prepares brings it about, and in some worlds the work itself does. */
export function unprepared({ sign, spoils = 1, orWorkWithTool, orWorkThere }: Unprepared): Hurdle {
  return {
    kind: 'world',
    at: ({ dice }) => {
      const withTool = orWorkWithTool ? dice.whole(orWorkWithTool, 'rounds with the tool') : Number.POSITIVE_INFINITY
      const there = orWorkThere ? dice.whole(orWorkThere, 'rounds there') : Number.POSITIVE_INFINITY
      return (_, { isPrepared, sameTool, sameChoice }) =>
        isPrepared || sameTool >= withTool || sameChoice >= there
          ? undefined
          : { cause: 'not_yet', spoils, hides: true, sign }
    },
  }
}
