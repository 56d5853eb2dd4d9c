import type { Tier } from '../protocol/card.js'

/**
 * The cost of a call, in tokens of four characters. `rules`, `instruction`, `schema` and `reading` are the mean lengths of the texts
 * themselves, and `shown` is fitted to panels whose agents said as much as they are wont to (`npm run bench:omega`, and a test that holds it to
 * them). The lengths of answers and the number of tool calls are assumed.
 *
 * An agent's prompt is `rules + instruction + schema + problem + outputs · shown(tier)`, where an output brings its line or more and the
 * claims that came of it. With tools it takes `turns(tier)` turns more; each of them reads the prompt again, with all calls and results so
 * far, and adds one of both.
 */
export const tokenModel = {
  /** The rules that all agents are given. */
  rules: 180,
  /** The instruction of one agent, with the rules of its tier. */
  instruction: { GENESIS: 270, BRIDGE: 200, VERIFICATION: 300, ADVERSARY: 270, META: 300 },
  /** The form of its report. */
  schema: { GENESIS: 200, BRIDGE: 400, VERIFICATION: 450, ADVERSARY: 400, META: 350 },
  /** The share of each earlier output. */
  shown: { GENESIS: 10, BRIDGE: 160, VERIFICATION: 140, ADVERSARY: 120, META: 150 },
  /** A report. */
  output: { GENESIS: 350, BRIDGE: 450, VERIFICATION: 450, ADVERSARY: 400, META: 600 },
  /** Rounds of tool calls: only who checks or attacks has tools. */
  turns: { GENESIS: 0, BRIDGE: 0, VERIFICATION: 2, ADVERSARY: 1, META: 0 },
  toolCall: 80,
  toolResult: 400,
  /** Classifying the problem, beside the problem itself: one call before the first plan. */
  reading: { inputTokens: 420, outputTokens: 120 },
} as const satisfies Record<string, number | object | Partial<Record<Tier, number>>>

/** The tiers whose agents ask a model. */
export const askingTiers = ['GENESIS', 'BRIDGE', 'VERIFICATION', 'ADVERSARY', 'META'] as const
export type AskingTier = (typeof askingTiers)[number]
