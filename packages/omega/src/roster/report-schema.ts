import * as z from 'zod'
import { commonReport, ownParts } from '../protocol/agent-report.js'
import type { AgentCard, Tier } from '../protocol/card.js'

/** The purpose of the list of references in each tier, in the words that a model is given. */
const references = {
  GENESIS: 'Claims of others that you build on, if you were shown any. factor: null',
  BRIDGE: 'The claims that you connect or make precise. factor: null',
  VERIFICATION: 'One for each claim that you examined. factor: 0.5 (refuted) to 1.5 (confirmed), 1 when undecided',
  ADVERSARY: 'One for each claim that you attacked. factor: what is left of it, 0 to 1; 0 only with evidence or check',
  META: 'The claims and agents that you judge by. factor: null',
  MEMORY: 'The claims and agents that an entry is about. factor: null',
  PHI: 'The claims that you decide by. factor: null',
} as const satisfies Record<Tier, string>

/** 46 adds up what the other attackers have rated: a factor of its own would count their attacks twice. */
const byAgent: Readonly<Record<number, string>> = { 46: 'The claims that you sort. factor: null' }

const parts: Readonly<Record<number, z.ZodRawShape>> = ownParts
const built = new WeakMap<AgentCard, z.ZodObject>()

/** The schema of an agent's report: the common fields, its own verdicts, its own parts. Built once per card. */
export function reportSchemaOf(card: AgentCard): z.ZodObject {
  const known = built.get(card)
  if (known !== undefined) return known
  const verdicts = Object.keys(card.verdicts)
  const schema = z.object({
    ...commonReport.shape,
    references: commonReport.shape.references.describe(byAgent[card.id] ?? references[card.tier]),
    ...(verdicts.length === 0 ? {} : { native: z.enum(verdicts) }),
    ...parts[card.id],
    content: card.content,
  })
  built.set(card, schema)
  return schema
}
