import type { Claim, Factor } from '../protocol/state.js'
import { protocol } from '../protocol/thresholds.js'

type Judged = Pick<Claim, 'supporters' | 'factors'>

/** Somebody looked and found it to be so: code, or a verifier who isn't worse off for it. */
export const isVerified = ({ factors }: Pick<Claim, 'factors'>): boolean => factors.some(verifies)

/**
 * The same, by somebody who doesn't share the errors of all who hold the claim: code, or a verifier of another family than one of them. That a
 * check passes is code's word; that it bears on the claim is the word of the agent that named it, so another one has to have looked
 * at the claim and left it standing.
 */
export function isIndependentlyVerified({ supporters, factors }: Judged): boolean {
  return factors.some(
    (factor) =>
      verifies(factor) &&
      (factor.kind === 'check'
        ? factors.some((other) => other.agent !== factor.agent && leavesStanding(other))
        : factor.family === 'code' || supporters.some(({ family }) => family !== factor.family)),
  )
}

const verifies = ({ kind, value }: Factor): boolean =>
  kind === 'check' ? value >= 1 : kind === 'verification' && value > 1

const leavesStanding = ({ kind, value }: Factor) => (kind === 'survival' ? value >= protocol.sure : value > 1)
