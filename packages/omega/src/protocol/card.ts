import type * as z from 'zod'

export const tiers = ['GENESIS', 'BRIDGE', 'VERIFICATION', 'ADVERSARY', 'META', 'MEMORY', 'PHI'] as const
export type Tier = (typeof tiers)[number]

/** The kinds of GENESIS agents: a panel wants some of several. */
export const clusters = ['A', 'B', 'C', 'D', 'E'] as const
export type Cluster = (typeof clusters)[number]

/** The attitude of an agent to its input. VERIFICATION is neutral, ADVERSARY hostile (Appendix B). */
const stances = ['exploring', 'connecting', 'neutral', 'hostile', 'integrating', 'recording', 'directing'] as const
export type Stance = (typeof stances)[number]

/** The tag of an agent's own verdict in the line that all others read (section 5.1). */
export const tags = ['SUPPORTS', 'CONTRADICTS', 'UNCERTAIN'] as const
export type Tag = (typeof tags)[number]

/**
 * The inputs that an agent needs, the consumers of its outputs, and the agents with which it may be at odds (section
 * 2.4).
 */
export interface AgentContract {
  readonly requires: readonly Requirement[]
  readonly provides: readonly Provision[]
  readonly conflicts: readonly Conflict[]
}

export interface Requirement {
  /** It works with those of them that were deployed. */
  readonly agents: readonly number[]
  readonly output: string
  /** True when the agent can work without any of them; `fallback` is what it does then. */
  readonly optional: boolean
  readonly fallback: string
}

interface Provision {
  readonly output: string
  readonly consumers: readonly number[]
}

export interface Conflict {
  readonly agent: number
  readonly type: 'METHODOLOGICAL' | 'CONCLUSORY' | 'SCOPE'
  readonly resolution: string
}

/** One of the 57, as data. */
export interface AgentCard {
  /** 1 to 57. */
  readonly id: number
  /** The name, with id and tier as in Table A.1. */
  readonly name: string
  readonly tier: Tier
  readonly stance: Stance
  /** The cluster of a GENESIS agent; null for all others. */
  readonly cluster: Cluster | null
  /** The purpose in a few words. */
  readonly function: string
  readonly contract: AgentContract
  /** The closed set of verdicts that its report ends with, and what each says to the others. Empty for those that give none. */
  readonly verdicts: Readonly<Record<string, Tag>>
  /** The part of its report that is its own. Built when it is first read: most sessions need a third of them. */
  readonly content: z.ZodObject
  /** The instruction, beside the rules that all agents share. */
  readonly instruction: string
}
