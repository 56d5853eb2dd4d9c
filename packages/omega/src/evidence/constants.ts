import type { Stakes } from '../protocol/classification.js'

/**
 * The weights of pieces of evidence, in log-odds, and how they add up. Fitted on the tuning populations of the bench
 * (`npm run bench:omega -- --evidence --fit`), and measured on others.
 */
export const weights = {
  /** A voice that is sure of itself; one that is half as sure is worth half. */
  voice: 1.3,
  /** A judge who is sure that the claim holds, and as much against it one who is sure that it doesn't. */
  judgement: 2.1,
  /** A check by code that passed. */
  check: 5,
  /** The share that a second piece of one family in the same direction keeps; the third keeps this share of the second. */
  repeated: 0.65,
  /** The share that another family keeps beside one that has said the same. */
  otherFamily: 0.8,
  /** The odds that none of the answers is right. */
  none: 0.35,
} as const

/** The share of questions on which a whole panel is wrong together, however sure it is; where code has shown a claim, how often the check is beside the point. */
export const sharedError = { models: 0.03, code: 0.005 } as const

export interface Cut {
  readonly SUCCESS: number
  readonly PARTIAL: number
}

/** The confidence from which a session ends as SUCCESS and as PARTIAL. */
export const cuts: Readonly<Record<Stakes, Cut>> = {
  HIGH: { SUCCESS: 0.9, PARTIAL: 0.6 },
  MEDIUM: { SUCCESS: 0.8, PARTIAL: 0.5 },
  LOW: { SUCCESS: 0.7, PARTIAL: 0.45 },
}

/** The chance of a change of the decision from which another batch is sent. */
export const worthAsking: Readonly<Record<Stakes, number>> = { HIGH: 0.04, MEDIUM: 0.06, LOW: 0.12 }
