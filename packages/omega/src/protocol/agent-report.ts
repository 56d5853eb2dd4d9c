import * as z from 'zod'

const unit = z.number().min(0).max(1)
const line = z.string().min(1)
/** The id under which a claim is known: `c1`, `c2` … */
const claimId = z.string().regex(/^c[1-9]\d*$/)

const referenceTypes = ['SUPPORTS', 'CONTRADICTS', 'EXTENDS', 'QUALIFIES', 'USES'] as const
export const severities = ['FATAL', 'SERIOUS', 'MINOR'] as const

const claim = z.object({
  statement: line.max(500),
  /** null: not known, which is neither 0 nor 1. */
  confidence: unit.nullable().default(null),
  /** Whether the answer would rest on it. */
  critical: z.boolean().default(false),
})

/** Characters of JSON: they stand in the journal, and in every snapshot of the session. */
const longestArguments = 8_000
const isShort = (given: object) => JSON.stringify(given).length <= longestArguments

const reference = z.object({
  type: z.enum(referenceTypes),
  /** The agent whose output it is about; null for a claim. */
  agent: z.number().int().min(1).max(57).nullable().default(null),
  claim: claimId.nullable().default(null),
  relationship: line.max(1000),
  /**
   * The factor: from a verifier 0.5 to 1.5, from an attacker the share of the claim that survives, 0 to 1; null from
   * all others.
   */
  factor: z.number().nullable().default(null),
  /** The evidence: a counterexample, a measurement, a step of a proof. */
  evidence: z.string().max(2000).nullable().default(null),
  /** A check of the host's that passes when what is said here is so. */
  check: z
    .object({
      name: line.max(100),
      arguments: z
        .record(z.string(), z.unknown())
        .refine(isShort, `more than ${longestArguments} characters of JSON: give a check less to look at`)
        .default({}),
    })
    .nullable()
    .default(null),
})

const contradiction = z.object({ a: claimId, b: claimId, severity: z.enum(severities), why: line.max(500) })

/** The part of a report that all agents share. `content` is the card's own part. */
export const commonReport = z.object({
  /** One line. */
  verdict: line.max(100),
  confidence: z.union([unit, z.enum(['HIGH', 'MEDIUM', 'LOW'])]).nullable(),
  confidenceBasis: z.string().max(500).default(''),
  findings: z.array(line.max(500)).max(7).default([]),
  claims: z.array(claim).max(8).default([]),
  references: z.array(reference).max(32).default([]),
  contradictions: z.array(contradiction).max(8).default([]),
  questions: z
    .object({ open: z.array(line.max(300)).max(8).default([]), answered: z.array(line.max(300)).max(8).default([]) })
    .default({ open: [], answered: [] }),
  flags: z
    .object({ requiresResolution: z.boolean().default(false), blocksProgress: z.boolean().default(false) })
    .default({ requiresResolution: false, blocksProgress: false }),
})

const same = z
  .array(z.array(claimId).min(2).max(16))
  .max(16)
  .default([])
  .describe('groups of listed claims that say the same in other words: neither can hold without the other')

/**
 * The parts of single agents: 22 and 49 recognise claims, 47 restates the problem, 50 settles contradictions, 51 writes
 * the answer.
 */
export const ownParts = {
  22: { same },
  49: { same },
  47: { clarified: line.max(2000).nullable().default(null) },
  50: {
    resolutions: z
      .array(
        z.object({
          /** `k1`, `k2` … */
          contradiction: z.string().regex(/^k[1-9]\d*$/),
          holds: z.enum(['a', 'b', 'both', 'neither']),
          why: line.max(500),
        }),
      )
      .max(32)
      .default([]),
  },
  51: {
    synthesis: z.object({
      answer: line.max(8000),
      /** The claims that the answer rests on: its confidence is the least of theirs. */
      restsOn: z.array(claimId).max(32).default([]),
      /** Whether the parts fit together, 0 to 1. */
      coherence: unit.default(1),
      caveats: z.array(line.max(500)).max(16).default([]),
      unanswered: z.array(line.max(300)).max(16).default([]),
      wouldChange: z.array(line.max(500)).max(8).default([]),
    }),
  },
} as const satisfies Record<number, z.ZodRawShape>

const everyPart = z
  .object({ same, ...ownParts[47], ...ownParts[50], synthesis: ownParts[51].synthesis.nullable() })
  .partial()

/** As an agent wrote it: `content` fits its card, `native` is one of its card's verdicts. */
export type AgentReport = z.infer<typeof commonReport> &
  z.infer<typeof everyPart> & { readonly native?: string | undefined; readonly content: unknown }

/** The same before defaults are filled in: what a host's agent has to give. */
export type AgentReportInput = z.input<typeof commonReport> &
  z.input<typeof everyPart> & { readonly native?: string | undefined; readonly content: unknown }

export type ReferenceType = (typeof referenceTypes)[number]
export type Severity = (typeof severities)[number]
export type ClaimDraft = z.infer<typeof claim>
export type Reference = z.infer<typeof reference>
export type ContradictionDraft = z.infer<typeof contradiction>
export type Resolution = z.infer<(typeof ownParts)[50]['resolutions']>[number]
export type Synthesis = z.infer<(typeof ownParts)[51]['synthesis']>
