import { type Cluster, clusters, type Stance, type Tier } from '../protocol/card.js'

/** First and last id of each tier (Table A.1). */
const ranges = {
  GENESIS: [1, 20],
  BRIDGE: [21, 26],
  VERIFICATION: [27, 34],
  ADVERSARY: [35, 46],
  META: [47, 52],
  MEMORY: [53, 56],
  PHI: [57, 57],
} as const satisfies Record<Tier, readonly [number, number]>

export function idsOf(tier: Tier): readonly number[] {
  const [first, last] = ranges[tier]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

export function isIn(tier: Tier, agent: number): boolean {
  const [first, last] = ranges[tier]
  return agent >= first && agent <= last
}

/** Four GENESIS agents each, in the order of their ids; null for all others. */
export const clusterOf = (agent: number): Cluster | null =>
  isIn('GENESIS', agent) ? (clusters[Math.floor((agent - 1) / 4)] ?? null) : null

interface TierRules {
  readonly stance: Stance
  /** Tiers whose reports it reads in full. */
  readonly reads: readonly Tier[]
  /** The rules for all agents of the tier. */
  readonly rules: readonly string[]
}

export const tierRules = {
  GENESIS: {
    stance: 'exploring',
    // They read none of each other, so that two that agree are two witnesses.
    reads: [],
    rules: [
      'Give your own answer to the problem as `answer`: the conclusion alone, as a number, a name, yes or no, or one short phrase, without reasons or conditions, in the words that anybody who means the same would use; null only where you really have none. `confidence`: your probability that it is right, not rounded up.',
    ],
  },
  BRIDGE: {
    stance: 'connecting',
    reads: ['GENESIS'],
    rules: [
      '`verdict`: your point in one line. Refer to each claim you build on with EXTENDS, QUALIFIES or USES: judging is for later.',
      'Claim only what is new, and list pairs of claims that cannot both hold as contradictions.',
    ],
  },
  VERIFICATION: {
    stance: 'neutral',
    reads: ['BRIDGE', 'GENESIS'],
    rules: [
      'Be neutral: work the problem out yourself before you look at what others propose. One reference for each answer that is proposed: `factor` 0.5 when it is surely wrong, 1 when you can not tell, 1.5 when it is surely right, with what decided it as `evidence`. Groups of answers that mean the same in other words go into `same`: they are counted as one when two of you say so.',
    ],
  },
  ADVERSARY: {
    stance: 'hostile',
    reads: ['VERIFICATION', 'GENESIS'],
    rules: [
      'Be hostile, yet invent nothing: a failed attack is reported as failed. One reference for each answer and claim attacked: `factor` is the share of it that is left, from 0, refuted, to 1, it withstood, with what it fell to as `evidence`; 0 takes evidence to look at, or a check.',
    ],
  },
  META: {
    stance: 'integrating',
    reads: [],
    rules: [
      '`verdict`: your point in one line. Rest on what was reported, claim by claim: refer to it with USES, and bring no evidence of your own.',
    ],
  },
  MEMORY: { stance: 'recording', reads: [], rules: [] },
  PHI: { stance: 'directing', reads: [], rules: [] },
} as const satisfies Record<Tier, TierRules>

/** Judges say the right answer where it is not among those that were proposed. */
export const betterRule =
  '`answer`: the right one, only where it is not among those that were proposed, with your `confidence` in it.'

/** Explorers say what their answer rests on, unless they are asked for the answer alone. */
export const claimsRule =
  'What it rests on goes into `claims`, each one sentence that somebody could check; critical only those that the answer would fall with.'
