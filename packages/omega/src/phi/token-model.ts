import type { Tier } from '../protocol/card.js'

/**
 * The cost of a call, in tokens of four characters. `rules`, `instruction`, `schema` and `classify` are the mean
 * lengths of the texts themselves; `shown` is fitted to the first iterations of two panels whose agents said as much as
 * they are wont to (`npm run bench:omega`, and a test that holds it to them). The lengths of answers and the number of
 * tool calls are assumed.
 *
 * An agent's prompt is `rules + instruction + schema + problem + outputs · shown(tier)`, where an output brings its line or more
 * and the claims that came of it. With tools it takes `turns(tier)` turns more; each of them reads the prompt again, with all calls and
 * results so far, and adds one of both.
 */
export const tokenModel = {
  /** The rules that all agents are given. */
  rules: 350,
  /** The instruction of one agent. */
  instruction: 200,
  /** The form of its report. */
  schema: 1000,
  /**
   * The share of each earlier output: attackers come when few of them bring claims, and the end is written by agents
   * that read in full.
   */
  shown: { GENESIS: 120, BRIDGE: 120, VERIFICATION: 95, ADVERSARY: 75, META: 190 },
  /** A report. */
  output: { GENESIS: 900, BRIDGE: 1000, VERIFICATION: 900, ADVERSARY: 900, META: 1000 },
  /** Rounds of tool calls: only who checks or attacks has tools. */
  turns: { GENESIS: 0, BRIDGE: 0, VERIFICATION: 2, ADVERSARY: 1, META: 0 },
  toolCall: 80,
  toolResult: 400,
  /** Classifying the problem, beside the problem itself: one call before the first plan. */
  classify: { input: 420, output: 120 },
} as const satisfies Record<string, number | { input: number; output: number } | Partial<Record<Tier, number>>>

/** The tiers whose agents ask a model. */
export const askingTiers = ['GENESIS', 'BRIDGE', 'VERIFICATION', 'ADVERSARY', 'META'] as const
export type AskingTier = (typeof askingTiers)[number]
