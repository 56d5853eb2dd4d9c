import type { Tier } from '../roster/card.js'

/**
 * What a call costs, in tokens. The numbers are guesses from the sizes of the parts until they are fitted to runs.
 *
 * An agent's prompt is `rules + instruction + schema + problem + shown · (line + summarised(tier) · summary)`: of each
 * earlier output it sees the line, of a share of them the summary. With tools it takes `turns(tier)` turns more; each
 * of them reads the prompt again, with all calls and results so far, and adds one of both.
 */
export const tokenModel = {
  /** What all agents are told. */
  rules: 600,
  /** What one agent is told beside them. */
  instruction: 250,
  /** The form of its report. */
  schema: 900,
  line: 30,
  summary: 200,
  /** Share of the earlier outputs that are shown as a summary. */
  summarised: { GENESIS: 0.1, BRIDGE: 0.3, VERIFICATION: 0.3, ADVERSARY: 0.3, META: 0.5 },
  /** A report. */
  output: { GENESIS: 900, BRIDGE: 1000, VERIFICATION: 900, ADVERSARY: 900, META: 1000 },
  /** Rounds of tool calls: only who checks or attacks has tools. */
  turns: { GENESIS: 0, BRIDGE: 0, VERIFICATION: 2, ADVERSARY: 1, META: 0 },
  toolCall: 80,
  toolResult: 400,
  /** Classifying the problem, beside the problem itself: one call before the first plan. */
  classify: { input: 700, output: 120 },
} as const satisfies Record<string, number | { input: number; output: number } | Partial<Record<Tier, number>>>

/** The tiers whose agents ask a model. */
export const askingTiers = ['GENESIS', 'BRIDGE', 'VERIFICATION', 'ADVERSARY', 'META'] as const
export type AskingTier = (typeof askingTiers)[number]
