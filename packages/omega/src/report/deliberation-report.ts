import * as z from 'zod'
import { tiers } from '../protocol/card.js'
import { profiles } from '../protocol/profile.js'
import { severities } from '../protocol/report.js'

const agentId = z.number().int().min(1)
const claimId = z.string().regex(/^c[1-9]\d*$/)
/** null: unknown, which is neither 0 nor 1. */
const confidence = z.number().min(0).max(1).nullable()
const count = z.number().int().min(0)
const texts = z.array(z.string())
const agents = z.array(agentId)

/** The judgement of an agent that looked at a claim. */
const judgement = z.strictObject({
  agent: agentId,
  kind: z.enum(['survival', 'verification', 'check']),
  value: z.number().min(0).max(1.5),
  outcome: z.enum(['verified', 'undecided', 'doubted', 'survived', 'weakened', 'refuted']),
  family: z.string(),
  evidence: z.string().nullable(),
})

const claim = z.strictObject({
  id: claimId,
  statement: z.string(),
  /** It is an answer to the problem, and a rival of all other answers. */
  isAnswer: z.boolean(),
  critical: z.boolean(),
  /** `abandoned`: it counts in the place of another, `sameAs`. */
  status: z.enum(['active', 'confirmed', 'rejected', 'abandoned']),
  sameAs: z
    .string()
    .regex(/^c[1-9]\d*$/)
    .nullable(),
  confidence,
  /** The number of independent voices that its supporters are worth. */
  voices: z.number().min(0),
  proposedBy: agentId,
  supporters: z.array(z.strictObject({ agent: agentId, confidence, family: z.string() })),
  opponents: agents,
  judgements: z.array(judgement),
  /** Why it is no longer active. */
  basis: z.string().nullable(),
})

const cost = { agents: count, modelCalls: count, tokens: count, timeMs: z.number().min(0) }

/** The report of a deliberation, for every way to end. Plain JSON. */
export const deliberationReport = z.strictObject({
  version: z.literal(2),
  /** Cut from the confidence of the answer and the stakes (profile `measured`), or by the conditions of section 6.1 (`paper`). */
  status: z.enum(['SUCCESS', 'PARTIAL', 'FAILURE']),
  /** The best answer so far, whatever the status; null when none was proposed. */
  answer: z.string().nullable(),
  /** The same as it was proposed and judged: what an agent writes at the end nobody judges. */
  proposed: z.string().nullable(),
  /** The probability that it is right. */
  confidence,
  /** The number of independent voices that those who gave and confirmed the answer are worth; null without an answer. */
  voices: z.number().min(0).nullable(),
  restsOn: z.array(claimId),
  /** Why it ended. */
  code: z.enum(['decided', 'resource', 'irrecoverable', 'abort', 'exhausted']),
  why: z.string(),
  profile: z.enum(profiles),
  problem: z.strictObject({
    original: z.string(),
    clarified: z.string().nullable(),
    type: z.string().nullable(),
    stakes: z.string().nullable(),
    uncertainty: z.string().nullable(),
  }),
  /** Why, in the words of agents who gave the answer. */
  reasons: z.array(z.strictObject({ agent: agentId, text: z.string() })),
  caveats: texts,
  unanswered: texts,
  wouldChange: texts,
  /** Every claim, answers among them, in the order in which they were made. */
  claims: z.array(claim),
  openContradictions: z.array(
    z.strictObject({ id: z.string(), severity: z.enum(severities), why: z.string(), a: claimId, b: claimId }),
  ),
  /** The last words of agents that are against what the answer rests on, or for another answer. */
  dissent: z.array(z.strictObject({ agent: agentId, verdict: z.string(), confidence, claims: z.array(claimId) })),
  /** Agents that were sent and gave nothing that could be used. */
  failed: agents,
  /** Agents of the plan that were not sent, since they were not expected to change the decision. */
  spared: agents,
  /** Everybody that the report names. */
  agents: z.array(z.strictObject({ id: agentId, name: z.string(), tier: z.enum(tiers) })),
  metrics: z.strictObject({
    iterations: count,
    agentsDeployed: count,
    modelCalls: count,
    totalTokens: count,
    timeElapsedMs: z.number().min(0),
    byTier: z.array(z.strictObject({ tier: z.enum(tiers), ...cost })),
  }),
  auditTrail: z.array(
    z.strictObject({ timestamp: z.string(), type: z.string(), agent: agentId.nullable(), event: z.string() }),
  ),
})

export type DeliberationReport = z.infer<typeof deliberationReport>
export type ReportedClaim = DeliberationReport['claims'][number]
export type ReportedJudgement = ReportedClaim['judgements'][number]
