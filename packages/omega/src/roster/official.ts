import { type Cluster, clusters, type Stance, type Tier } from '../protocol/card.js'

/** Id, name and tier of each agent (Table A.1). Other rosters are about, with the same ids under other names. */
export const official = [
  [1, 'First Principles', 'GENESIS'],
  [2, 'Bottom-Up Builder', 'GENESIS'],
  [3, 'Constraint Mapper', 'GENESIS'],
  [4, 'Decomposition Critic', 'GENESIS'],
  [5, 'Physics Analogist', 'GENESIS'],
  [6, 'Biology Analogist', 'GENESIS'],
  [7, 'Math Structure Hunter', 'GENESIS'],
  [8, 'Cross-Domain Connector', 'GENESIS'],
  [9, 'Gut Intuition', 'GENESIS'],
  [10, 'Pattern Recognizer', 'GENESIS'],
  [11, 'Salience Detector', 'GENESIS'],
  [12, 'Embodied Reasoner', 'GENESIS'],
  [13, 'Creative Wanderer', 'GENESIS'],
  [14, 'Insight Generator', 'GENESIS'],
  [15, 'Contradiction Embracer', 'GENESIS'],
  [16, 'Random Explorer', 'GENESIS'],
  [17, 'Limit Explorer', 'GENESIS'],
  [18, 'Degenerate Case Finder', 'GENESIS'],
  [19, 'Boundary Mapper', 'GENESIS'],
  [20, 'Forbidden Path Explorer', 'GENESIS'],
  [21, 'Formalizer', 'BRIDGE'],
  [22, 'Connection Finder', 'BRIDGE'],
  [23, 'Information Analyst', 'BRIDGE'],
  [24, 'Systems Analyst', 'BRIDGE'],
  [25, 'Emergence Detector', 'BRIDGE'],
  [26, 'Observer Effect Tracker', 'BRIDGE'],
  [27, 'Chain Verifier', 'VERIFICATION'],
  [28, 'Tree Verifier', 'VERIFICATION'],
  [29, 'Proof Checker', 'VERIFICATION'],
  [30, 'Counter-Model Seeker', 'VERIFICATION'],
  [31, 'Gap Detector', 'VERIFICATION'],
  [32, 'Empirical Tester', 'VERIFICATION'],
  [33, 'Causal Verifier', 'VERIFICATION'],
  [34, 'Uncertainty Quantifier', 'VERIFICATION'],
  [35, 'Skeptic', 'ADVERSARY'],
  [36, 'Statistician', 'ADVERSARY'],
  [37, 'Historian', 'ADVERSARY'],
  [38, 'Edge Attacker', 'ADVERSARY'],
  [39, 'Confounder', 'ADVERSARY'],
  [40, 'Gap Hunter', 'ADVERSARY'],
  [41, 'Assumption Exposer', 'ADVERSARY'],
  [42, 'Alternative Generator', 'ADVERSARY'],
  [43, 'Deflator', 'ADVERSARY'],
  [44, 'Steelman Attacker', 'ADVERSARY'],
  [45, 'Falsifier', 'ADVERSARY'],
  [46, 'Survivor Synthesizer', 'ADVERSARY'],
  [47, 'Clarity Optimizer', 'META'],
  [48, 'Progress Monitor', 'META'],
  [49, 'Consensus Mapper', 'META'],
  [50, 'Conflict Resolver', 'META'],
  [51, 'Synthesis Architect', 'META'],
  [52, 'Quality Controller', 'META'],
  [53, 'Session Memory', 'MEMORY'],
  [54, 'Pattern Memory', 'MEMORY'],
  [55, 'Failure Memory', 'MEMORY'],
  [56, 'Success Memory', 'MEMORY'],
  [57, 'PHI', 'PHI'],
] as const satisfies readonly (readonly [id: number, name: string, tier: Tier])[]

export const everyId: readonly number[] = official.map(([id]) => id)

const inTier = (tier: Tier): readonly number[] => official.filter((row) => row[2] === tier).map(([id]) => id)

/** The ids of each tier, ascending. */
export const idsOf: Readonly<Record<Tier, readonly number[]>> = {
  GENESIS: inTier('GENESIS'),
  BRIDGE: inTier('BRIDGE'),
  VERIFICATION: inTier('VERIFICATION'),
  ADVERSARY: inTier('ADVERSARY'),
  META: inTier('META'),
  MEMORY: inTier('MEMORY'),
  PHI: inTier('PHI'),
}

export const stanceOf = {
  GENESIS: 'exploring',
  BRIDGE: 'connecting',
  VERIFICATION: 'neutral',
  ADVERSARY: 'hostile',
  META: 'integrating',
  MEMORY: 'recording',
  PHI: 'directing',
} as const satisfies Record<Tier, Stance>

/** Four GENESIS agents each, in the order of their ids; null beyond them. */
export const clusterOf = (id: number): Cluster | null =>
  idsOf.GENESIS.includes(id) ? (clusters[(id - 1) >> 2] ?? null) : null

/** Agents whose own verdict decides how a session goes on: their words stay, whatever a host replaces. */
export const decisive = [40, 44, 45, 46, 48, 52] as const
