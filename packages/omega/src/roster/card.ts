import type * as z from 'zod'

export const tiers = ['GENESIS', 'BRIDGE', 'VERIFICATION', 'ADVERSARY', 'META', 'MEMORY', 'PHI'] as const
export type Tier = (typeof tiers)[number]

/** The kinds of GENESIS agents: a panel wants some of several. */
export const clusters = ['A', 'B', 'C', 'D', 'E'] as const
export type Cluster = (typeof clusters)[number]

/** How an agent meets what it is given. VERIFICATION is neutral, ADVERSARY hostile (Appendix B). */
const stances = ['exploring', 'connecting', 'neutral', 'hostile', 'integrating', 'recording', 'directing'] as const
export type Stance = (typeof stances)[number]

/** What an agent's own verdict says in the line that all others read (section 5.1). */
export const tags = ['SUPPORTS', 'CONTRADICTS', 'UNCERTAIN'] as const
export type Tag = (typeof tags)[number]

/** What an agent needs of others, who uses what it gives, and with whom it may be at odds (section 2.4). */
export interface AgentContract {
  readonly requires: readonly Requirement[]
  readonly provides: readonly Provision[]
  readonly conflicts: readonly Conflict[]
}

export interface Requirement {
  /** It works with those of them that were deployed. */
  readonly agents: readonly number[]
  readonly output: string
  /** Without any of them the agent still has something to say, and `fallback` is what it does. */
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
  /** With id and tier as in Table A.1. */
  readonly name: string
  readonly tier: Tier
  readonly stance: Stance
  /** Of a GENESIS agent; null for all others. */
  readonly cluster: Cluster | null
  /** What it is for, in a few words. */
  readonly function: string
  readonly contract: AgentContract
  /** The closed set of verdicts that its report ends with, and what each says to the others. Empty for those that give none. */
  readonly verdicts: Readonly<Record<string, Tag>>
  /** The part of its report that is its own. Built when it is first read: most sessions need a third of them. */
  readonly content: z.ZodObject
  /** What it is told to do, beside the rules that all have in common. */
  readonly instruction: string
}
