import * as z from 'zod'
import type { AgentCard, Tier } from '../protocol/card.js'
import { reportSchemaOf } from '../roster/report-schema.js'
import { betterRule, claimsRule, tierRules } from '../roster/tiers.js'

/**
 * The cost of a call, in tokens of four characters, beside its card's own texts: an agent's prompt is `rules + instruction + form + problem +
 * outputs · shown(tier)`, where an earlier output brings its answer, claims and judgements. `shown` is fitted to panels whose agents said as much
 * as they are wont to (`npm run bench:omega`, and a test that holds it to them); the lengths of reports and the number of tool calls are
 * assumed. With tools an agent takes `turns(tier)` turns more; each of them reads the prompt again, with all calls and results so far, and
 * adds one of both.
 */
export const tokenModel = {
  /** The rules that all agents are given, with the words around the problem. */
  rules: 70,
  /** The share of each earlier output; `lean` on a quick panel. */
  shown: { GENESIS: 0, BRIDGE: 105, VERIFICATION: 115, ADVERSARY: 165, META: 240, lean: 33 },
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

const sizes = [new WeakMap<AgentCard, number>(), new WeakMap<AgentCard, number>()] as const

/** Tokens of what an agent is asked, whatever the problem: its instruction, and the form of its report. */
export function askedTokens(card: AgentCard, hasChecks: boolean): number {
  const ofKind = sizes[hasChecks ? 1 : 0]
  const known = ofKind.get(card)
  if (known !== undefined) return known
  const { name, purpose, instruction, tier, sumsUp, isLean } = card
  const rules = tierRules[sumsUp ? 'BRIDGE' : tier].rules
  const claims = isLean || sumsUp ? '' : tier === 'GENESIS' ? claimsRule : betterRule
  const form = JSON.stringify(z.toJSONSchema(reportSchemaOf(card, hasChecks), { io: 'input' }))
  const size = Math.ceil([name, purpose, instruction, ...rules, claims, form].join('\n').length / 4)
  ofKind.set(card, size)
  return size
}
