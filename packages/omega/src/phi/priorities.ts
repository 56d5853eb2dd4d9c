import type { Waiver } from '../protocol/batch.js'
import { type Cluster, clusters, type Tier } from '../protocol/card.js'
import type { Characteristic, ProblemType, Stakes, Uncertainty } from '../protocol/classification.js'

/** First and last id of each tier (Table A.1). */
const tierRanges = {
  GENESIS: [1, 20],
  BRIDGE: [21, 26],
  VERIFICATION: [27, 34],
  ADVERSARY: [35, 46],
  META: [47, 52],
  MEMORY: [53, 56],
  PHI: [57, 57],
} as const satisfies Record<Tier, readonly [number, number]>

export function idsOf(tier: Tier): readonly number[] {
  const [first, last] = tierRanges[tier]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

export function isIn(tier: Tier, agent: number): boolean {
  const [first, last] = tierRanges[tier]
  return agent >= first && agent <= last
}

/** Four GENESIS agents each, in the order of their ids. */
export function clusterOf(genesis: number): Cluster {
  const cluster = clusters[Math.floor((genesis - 1) / 4)]
  if (cluster === undefined) throw new RangeError(`Agent ${genesis} is in no cluster: only GENESIS agents (1–20) are.`)
  return cluster
}

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
 * One verifier that suits the type whatever else is chosen. The seed names none for three of them: arguments about what
 * should be done branch (28), a whole is best refuted by a case in which its parts hold and it doesn't (30), and a
 * question about a question is checked for what it leaves out (31).
 */
export const defaultVerifier = {
  EMPIRICAL: 32,
  NORMATIVE: 28,
  ANALYTICAL: 27,
  SYNTHETIC: 30,
  META: 31,
} as const satisfies Record<ProblemType, number>

/** In every plan (section 1.3.2). 53 is, too, but as a reducer: it takes no place in a batch. */
export const mandatory = [48, 52] as const
/** The agents without whose verdicts there is no success (section 6.1). */
export const gates = [40, 44, 46, 48, 52] as const
/** The verdicts of attackers that forbid it. */
export const forbidding = [
  { agent: 40, verdict: 'FATALLY_INCOMPLETE' },
  { agent: 44, verdict: 'STEELMAN_DEFEATED' },
  { agent: 46, verdict: 'NOTHING_SURVIVES' },
] as const

/** The agents that an unclear problem gets first: 4 reviews the results of 1 and 3. */
export const clarity = { first: [1, 3, 47], review: [4] } as const

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

/** The agents whose absence causes a waiver: only a trivial problem goes without them. */
export const lookedAtBy = { ROBUSTNESS: [44, 46], COMPLETENESS: [40] } as const satisfies Record<
  Waiver,
  readonly number[]
>

/** Later iterations. All of them choices: the seed gives no numbers. */
export const followUp = {
  /** The number of times that an agent may be chosen in a session; see the halting argument at `nextPlan`. */
  runs: 3,
  /** Agents chosen at most, beside those that a success needs: a later iteration is never larger than a first one. */
  chosen: 8,
  verifiers: 2,
  attackers: 3,
  /** GENESIS agents whose claims are at odds. */
  parties: 6,
  /** GENESIS agents for a gap: one for each open question, up to this many. */
  explorers: 4,
} as const
