import type { Cause } from '@artoo/ggs'
import type { Moment } from '../../plant.js'
import type { Range } from '../drawing/dice.js'
import type { Hurdle, Sign } from './obstacle.js'

interface Outage {
  /** Rounds or pauses until it is over. */
  readonly lasts: Range
  readonly sign: Sign
  /** @defaultValue 1 */
  readonly spoils?: number
  /** Only this right tool is down: another that does it works. */
  readonly ofTool?: boolean
  /** @defaultValue 'outage' */
  readonly cause?: Cause
}

/** Ends by itself. */
export function outage({ lasts, sign, spoils = 1, ofTool = false, cause = 'outage' }: Outage): Hurdle {
  return {
    kind: 'world',
    at: ({ dice, right }) => {
      const until = dice.whole(lasts, 'how long it is down')
      return (choice, { round, pauses }) => {
        const isElsewhere = ofTool && choice.tool !== right.tool
        if (isElsewhere || round - 1 + pauses >= until) return undefined
        return { cause, spoils, hides: true, sign }
      }
    },
  }
}

const slots = [1, 2, 3, 4].flatMap((round) => [1, 2].map((attempt) => ({ round, attempt })))

/** Calls that fail for no reason, at a rate of the part. Three in five have an error that says so. */
export function flake([least, most]: Range): Hurdle {
  return {
    kind: 'world',
    at: ({ dice }) => {
      const rate = least + (most - least) * dice.share('rate')
      const saysSo = dice.happens(0.6, 'says so')
      const drops = ({ round, attempt }: Pick<Moment, 'round' | 'attempt'>) =>
        dice.happens(rate, 'drops', round, attempt)
      // None of the parts is without any chance.
      const spared = slots.every(drops) ? dice.oneOf(slots, 'spared') : undefined
      return (_, moment) => {
        const isSpared = spared?.round === moment.round && spared.attempt === moment.attempt
        if (isSpared || !drops(moment)) return undefined
        return {
          cause: saysSo ? 'outage' : 'unknown',
          spoils: 1,
          hides: true,
          sign: { failed: true, error: saysSo ? 'passing' : 'other' },
        }
      }
    },
  }
}
