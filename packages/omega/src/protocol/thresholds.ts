import type { Stakes } from './classification.js'

/** The thresholds and limits of appendix A, as data. */
export const protocol = {
  /** The confidence that an answer must exceed (A.2, strictly: 6.1). */
  answer: { HIGH: 0.8, MEDIUM: 0.6, LOW: 0.4 } as const satisfies Record<Stakes, number>,
  /** To go on to the next tier; with high uncertainty `proceedUncertain`, and never more than the answer needs. */
  proceed: 0.5,
  proceedUncertain: 0.4,
  /** Below it an output is quarantined. */
  usable: 0.3,
  /** Below it confidence has collapsed, below `irrecoverable` for good unless one recovery helps. */
  collapse: 0.3,
  irrecoverable: 0.2,
  maxIterations: 10,
  maxParallel: 10,
  /** Failures of one agent in a row, and rejections by quality control in a row, before it escalates. */
  maxFailures: 3,
  /** Unresolved contradictions, of any severity in one detector and FATAL ones in the other: one more halts. */
  maxContradictions: 3,
  /** Iterations without a new finding. */
  stall: 2,
  /** Iterations in a row in which the solution space grows. */
  divergence: 3,
  /** Share of a limit that is a warning. */
  resources: 0.8,
  /** Gain of confidence over two iterations below which returns diminish. */
  gain: 0.02,
  /** A claim this sure wants two independent voices or an independent check. */
  sure: 0.8,
  quorum: 2,
  /** A match of patterns that is worth telling. */
  match: 0.7,
  /** Words for confidence, as floats. */
  words: { HIGH: 0.85, MEDIUM: 0.6, LOW: 0.35 } as const,
} as const
