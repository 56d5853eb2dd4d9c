import type { Stakes } from './classification.js'

/** The thresholds and limits of appendix A that are in use, as data. */
export const protocol = {
  /** The confidence that an answer must exceed (A.2, strictly: 6.1). */
  answer: { HIGH: 0.8, MEDIUM: 0.6, LOW: 0.4 } as const satisfies Record<Stakes, number>,
  /** Below it an output is quarantined. */
  usable: 0.3,
  maxIterations: 10,
  maxParallel: 10,
  /** Failures of one agent in a row before the session goes on without it. */
  maxFailures: 2,
  /** Share of a limit from which only lines are read. */
  resources: 0.8,
  /** A claim this sure wants two independent voices or an independent check. */
  sure: 0.8,
  quorum: 2,
} as const
