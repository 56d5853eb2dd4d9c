import type { CardData, Part } from '../cards/card-data.js'

export type { CardData, Part }

export const tiers = ['GENESIS', 'BRIDGE', 'VERIFICATION', 'ADVERSARY', 'META', 'MEMORY', 'PHI'] as const
export type Tier = (typeof tiers)[number]

/** The kinds of GENESIS agents: a panel wants some of several. */
export const clusters = ['A', 'B', 'C', 'D', 'E'] as const
export type Cluster = (typeof clusters)[number]

/** The attitude of an agent to its input. VERIFICATION is neutral, ADVERSARY hostile (Appendix B). */
export const stances = ['exploring', 'connecting', 'neutral', 'hostile', 'integrating'] as const
export type Stance = (typeof stances)[number] | 'recording' | 'directing'

/** The tag of an agent's own verdict in the line that all others read (section 5.1). */
export type Tag = 'SUPPORTS' | 'CONTRADICTS' | 'UNCERTAIN'

/** An agent of a panel, as data. */
export interface AgentCard {
  /** 1 to 57 on the panel of the protocol; from 1 on, in the order in which they were given, on one of your own. */
  readonly id: number
  readonly name: string
  readonly tier: Tier
  readonly stance: Stance
  /** The cluster of a GENESIS agent; null for all others. */
  readonly cluster: Cluster | null
  /** The purpose in a few words. */
  readonly purpose: string
  /** Agents whose reports it reads in full. */
  readonly reads: readonly number[]
  /** It reads others of its own tier and adds up what they found, so that it judges nothing itself. */
  readonly sumsUp: boolean
  /** The closed set of verdicts that its report ends with, and what each says to the others. Empty for those that give none. */
  readonly verdicts: Readonly<Record<string, Tag>>
  /** The parts that its report has beside those of its tier. */
  readonly parts: readonly Part[]
  /** The instruction beside the rules of its tier and of all agents; empty where its purpose says enough. */
  readonly instruction: string
  /** It is asked for no more than what decides between answers. */
  readonly isLean: boolean
}
