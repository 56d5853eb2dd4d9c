import type { Cause } from '@artoo/ggs'
import type { Dimension, Hurdle, Sign } from './obstacle.js'

interface Locked {
  /** Only the first right one of these is locked: another that does it is open. */
  readonly only?: Dimension
  readonly sign?: Sign
  readonly spoils?: number
}

const asked = (cause: Cause, usual: Required<Omit<Locked, 'only'>>, { only, ...given }: Locked): Hurdle => ({
  kind: 'world',
  at:
    ({ right }) =>
    (choice, { isAnswered }) => {
      const isOpen = only !== undefined && choice[only] !== right[only]
      return isAnswered || isOpen ? undefined : { cause, hides: true, ...usual, ...given }
    },
})

/** A key, login or permission that a person has to give. */
export const locked = (given: Locked = {}): Hurdle =>
  asked('no_access', { sign: { failed: true, error: 'denied' }, spoils: 1 }, given)

/** Something that only a person can tell: a guess meets what does not depend on it. */
export const question = (given: Locked = {}): Hurdle => asked('needs_answer', { sign: {}, spoils: 0.5 }, given)

/** Nothing overcomes it. */
export const never = (cause: Cause, spoils: number, sign: Sign = {}): Hurdle => ({
  kind: 'never',
  at: () => () => ({ cause, spoils, hides: true, sign }),
})
