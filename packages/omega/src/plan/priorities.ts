import type { Characteristic, ProblemType, Stakes, Uncertainty } from '../protocol/classification.js'
import { idsOf } from '../roster/tiers.js'

/** The agents that a type of problem needs first (section 1.2). */
export const priorities = {
  EMPIRICAL: [32, 33, 36, 37, 2],
  NORMATIVE: [1, 41, 42, 8, 9],
  ANALYTICAL: [27, 28, 29, 30, 21],
  SYNTHETIC: [22, 25, 51, 14, 10],
  META: [4, 47, 31, 45, 48],
} as const satisfies Record<ProblemType, readonly number[]>

/** Which GENESIS agents a characteristic calls for (section 1.3.1). */
export const genesisFor = {
  formal_structure: [1, 3, 7],
  empirical_grounding: [2, 9, 12],
  creative_solutions: [13, 14, 16],
  cross_domain: [5, 6, 8],
  edge_cases: [17, 18, 19],
  pattern_recognition: [10, 11],
  potentially_intractable: [15, 20],
  clear_decomposition: [4],
} as const satisfies Record<Characteristic, readonly number[]>

/**
 * One verifier that suits the type whatever else is chosen. The seed names none for three of them: arguments about what should be done branch
 * (28), a whole is best refuted by a case in which its parts hold and it doesn't (30), and a question about a question is checked for
 * what it leaves out (31).
 */
export const defaultVerifier = {
  EMPIRICAL: 32,
  NORMATIVE: 28,
  ANALYTICAL: 27,
  SYNTHETIC: 30,
  META: 31,
} as const satisfies Record<ProblemType, number>

/** The agents without whose verdicts there is no success by the protocol (section 6.1). */
export const gates = [40, 44, 46, 48, 52] as const

/** Agents whose words only the protocol's conditions weigh: measured evidence has no use for them, so they aren't asked for it. */
export const unweighed: readonly number[] = [34, 46, 47, 48, 52]

/** The least and the largest number of GENESIS agents. */
export const genesisBounds = {
  LOW: { least: 6, most: 8 },
  HIGH: { least: 12, most: 16 },
} as const satisfies Record<Uncertainty, { least: number; most: number }>
/** From how many clusters they have to come. */
export const leastClusters = 3

export const bridgesFor = {
  LOW: [21, 22],
  HIGH: idsOf('BRIDGE'),
} as const satisfies Record<Uncertainty, readonly number[]>

/** The verifiers beside the default one and those of the priority list. */
export const verifiersFor = {
  LOW: [31],
  MEDIUM: [31],
  HIGH: idsOf('VERIFICATION'),
} as const satisfies Record<Stakes, readonly number[]>

/** At low stakes those that a success asks for are the short attack. */
export const attackersFor = {
  LOW: [40, 44, 46],
  MEDIUM: [35, 40, 41, 44, 45, 46],
  HIGH: idsOf('ADVERSARY'),
} as const satisfies Record<Stakes, readonly number[]>

/** Explorers who look at the others and give no answer of their own. */
export const reviewers: ReadonlySet<number> = new Set([4, 14])

/** A quick panel: three rounds of three explorers, of different clusters, and two judges. */
export const quickWaves = [
  { phase: 'EXPLORATION', agents: [1, 10, 17] },
  { phase: 'VERIFICATION', agents: [27, 30] },
  { phase: 'EXPLORATION', agents: [2, 5, 13] },
  { phase: 'VERIFICATION', agents: [31, 32] },
  { phase: 'EXPLORATION', agents: [3, 7, 11] },
  { phase: 'VERIFICATION', agents: [28, 29] },
] as const
