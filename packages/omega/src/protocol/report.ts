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
  /** Whether the answer would fall with it. */
  critical: z.boolean().default(false),
})

/** Characters of JSON: they stand in the journal, and in every snapshot of the session. */
const longestArguments = 8_000
const isShort = (given: object) => JSON.stringify(given).length <= longestArguments

export const reference = z.object({
  type: z.enum(referenceTypes),
  claim: claimId,
  /** The evidence: a counterexample, a measurement, a step of a proof. */
  evidence: z.string().max(2000).nullable().default(null),
  /** From a verifier 0.5 to 1.5, from an attacker the share of the claim that is left, 0 to 1; null from all others. */
  factor: z.number().nullable().default(null),
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

/** The parts of which reports are made. Each tier has some of them, and some cards have more. */
export const reportParts = {
  /** One line. Of explorers their answer, of judges the beginning of their text, where they give none. */
  verdict: z.string().max(200).default(''),
  confidence: unit.nullable().default(null),
  /** Free text, for those who read on. */
  text: z.string().max(4000).default(''),
  answer: z.string().regex(/\S/, 'has to say something').max(1000).nullable().default(null),
  claims: z.array(claim).max(8).default([]),
  references: z.array(reference).max(32).default([]),
  contradictions: z.array(contradiction).max(8).default([]),
  same: z.array(z.array(claimId).min(2).max(16)).max(16).default([]),
  clarified: z
    .object({ problem: line.max(2000).nullable().default(null), questions: z.array(line.max(300)).max(5).default([]) })
    .default({ problem: null, questions: [] }),
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
  synthesis: z.object({
    answer: line.max(8000),
    /** The claims that the answer rests on: it is no surer than the least sure of them. */
    restsOn: z.array(claimId).max(32).default([]),
    caveats: z.array(line.max(500)).max(16).default([]),
    unanswered: z.array(line.max(300)).max(16).default([]),
    wouldChange: z.array(line.max(500)).max(8).default([]),
  }),
} as const

const everyPart = z.object({ ...reportParts, check: reference.shape.check }).partial({ synthesis: true })

/** As an agent wrote it, with defaults filled in. */
export type AgentReport = z.infer<typeof everyPart> & { readonly native?: string | undefined }
type ReferenceInput = z.input<typeof reference>

/** The same before defaults are filled in: what a host's agent gives. The type of a judge's reference follows from its factor. */
export type AgentReportInput = Omit<z.input<typeof everyPart>, 'references'> & {
  readonly native?: string | undefined
  readonly references?:
    | readonly (Omit<ReferenceInput, 'type'> & { readonly type?: ReferenceType | undefined })[]
    | undefined
}

export type ReferenceType = (typeof referenceTypes)[number]
export type Severity = (typeof severities)[number]
export type ClaimDraft = z.infer<typeof claim>
export type Reference = z.infer<typeof reference>
export type ContradictionDraft = z.infer<typeof contradiction>
export type Synthesis = z.infer<typeof reportParts.synthesis>
