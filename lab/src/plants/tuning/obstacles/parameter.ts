import type { Hurdle, Sign } from './obstacle.js'

interface WrongParameter {
  /** Share of the criteria that each step costs; undefined when every wrong value costs the same. */
  readonly step?: number
  /** Share of the criteria that the first wrong value costs, however near. */
  readonly spoils?: number
  /** Steps that are near enough. */
  readonly tolerance?: number
  /** Share of the parts in which a wrong value makes the call fail. */
  readonly loud?: number
  readonly error?: NonNullable<Sign['error']>
}

export function parameter(given: WrongParameter = {}): Hurdle {
  const { step = 0, spoils = step === 0 ? 1 : step, tolerance = 0, loud = 0.2, error = 'other' } = given
  return {
    kind: 'choice',
    at: ({ dice }) => {
      const failed = dice.happens(loud, 'a wrong value fails')
      return ({ offset }) => {
        const steps = offset - tolerance
        if (steps <= 0) return undefined
        const share = Math.min(1, spoils + (steps - 1) * step)
        return { cause: 'wrong_parameter', spoils: share, hides: failed, sign: failed ? { failed, error } : {} }
      }
    },
  }
}
