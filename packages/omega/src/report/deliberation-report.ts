import * as z from 'zod'
import { severities } from '../protocol/agent-report.js'
import { phases } from '../protocol/batch.js'
import { tiers } from '../protocol/card.js'

const agentId = z.number().int().min(1).max(57)
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
  /** It rests on a check that code ran, or on another family of models. */
  independent: z.boolean(),
  evidence: z.string().nullable(),
})

const claim = z.strictObject({
  id: claimId,
  statement: z.string(),
  critical: z.boolean(),
  status: z.enum(['active', 'confirmed', 'rejected', 'abandoned']),
  confidence,
  /** The number of independent voices that its supporters are worth. */
  votes: z.number().min(0),
  proposedBy: agentId,
  supporters: z.array(z.strictObject({ agent: agentId, confidence, family: z.string() })),
  attackers: agents,
  judgements: z.array(judgement),
  /** Why it is no longer active. */
  basis: z.string().nullable(),
})

/** The strongest thing there is for or against. */
const argument = z.strictObject({
  claim: claimId,
  agent: agentId,
  /** null: told with evidence, but without a factor. */
  value: z.number().nullable(),
  independent: z.boolean(),
  evidence: z.string(),
})

const side = z.strictObject({ claim: z.string(), statement: z.string(), agents })

const cost = { agents: count, modelCalls: count, tokens: count, timeMs: z.number().min(0) }

const common = {
  version: z.literal(1),
  problem: z.strictObject({
    original: z.string(),
    clarified: z.string().nullable(),
    type: z.string().nullable(),
    subtype: z.string().nullable(),
    stakes: z.string().nullable(),
    uncertainty: z.string().nullable(),
  }),
  confidence,
  /** The least number of independent voices for any claim that the answer rests on; null without an answer. */
  voices: z.number().min(0).nullable(),
  restsOn: z.array(claimId),
  code: z.enum(['success', 'resource', 'irrecoverable', 'intractable', 'abort', 'exhausted']),
  why: z.string(),
  /** It ended with the last of what it was given. */
  atLimit: z.boolean(),
  /** 0, a full answer, to 5, a report of the failure (section 4.3). */
  degradation: z.number().int().min(0).max(5),
  metrics: z.strictObject({
    iterations: count,
    agentsDeployed: count,
    modelCalls: count,
    totalTokens: count,
    timeElapsedMs: z.number().min(0),
    byTier: z.array(z.strictObject({ tier: z.enum(tiers), ...cost })),
    /** null: before the first plan. */
    byPhase: z.array(z.strictObject({ phase: z.enum(phases).nullable(), ...cost })),
  }),
  /** Everybody that the report names. */
  agents: z.array(z.strictObject({ id: agentId, name: z.string(), tier: z.enum(tiers) })),
  claims: z.array(claim),
  strongestFor: argument.nullable(),
  strongestAgainst: argument.nullable(),
  wouldChange: texts,
  openContradictions: z.array(
    z.strictObject({ id: z.string(), severity: z.enum(severities), why: z.string(), a: side, b: side }),
  ),
  /** The agents that were against a claim on which the answer rests, with their verdicts. */
  dissent: z.array(z.strictObject({ agent: agentId, verdict: z.string(), confidence, claims: z.array(claimId) })),
  findings: z.array(z.strictObject({ detector: z.string(), severity: z.string(), message: z.string() })),
  waived: z.array(z.enum(['ROBUSTNESS', 'COMPLETENESS'])),
  /** The result of each tier (section 5.3). */
  byTier: z.strictObject({
    genesis: z.strictObject({ consensusFindings: texts, disputedFindings: texts, keyInsights: texts }),
    bridge: z.strictObject({ formalizations: texts, connectionsFound: texts }),
    verification: z.strictObject({ verifiedClaims: texts, failedClaims: texts, uncertainClaims: texts }),
    adversary: z.strictObject({ survivedAttacks: texts, fellToAttacks: texts, modifiedByAttacks: texts }),
    meta: z.strictObject({
      synthesis: z.string().nullable(),
      qualityAssessment: z.string().nullable(),
      remainingIssues: texts,
    }),
    /** The agents whose full reports are worth reading. */
    fullReports: z.array(z.strictObject({ agent: agentId, reason: z.string() })),
  }),
  auditTrail: z.array(
    z.strictObject({ timestamp: z.string(), type: z.string(), agent: agentId.nullable(), event: z.string() }),
  ),
}

/** The report of a deliberation (section 6.5), for every way to end. Plain JSON. */
export const deliberationReport = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('SUCCESS'),
    /** null: it was found without anybody writing one. */
    answer: z.string().nullable(),
    caveats: texts,
    supportingEvidence: texts,
    verifiedBy: agents,
    survivedAttacksFrom: agents,
    ...common,
  }),
  z.strictObject({
    status: z.literal('PARTIAL'),
    partialAnswer: z.string().nullable(),
    answered: texts,
    unanswered: texts,
    whyStopped: z.string(),
    whatWouldComplete: z.string(),
    ...common,
  }),
  z.strictObject({
    status: z.literal('FAILURE'),
    failureType: z.enum(['RESOURCE', 'IRRECOVERABLE', 'INTRACTABLE', 'ABORT']),
    whatWasAttempted: texts,
    whyFailed: z.string(),
    whatWasLearned: texts,
    recommendation: z.string(),
    ...common,
  }),
])

export type DeliberationReport = z.infer<typeof deliberationReport>
export type ReportedClaim = z.infer<typeof claim>
export type ReportedJudgement = z.infer<typeof judgement>
export type ReportedArgument = z.infer<typeof argument>
export type ReportedCost = z.infer<z.ZodObject<typeof cost>>
