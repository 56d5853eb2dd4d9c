import * as z from 'zod'

/** The five types of problem with their three subtypes each (section 1.1). */
export const subtypes = {
  EMPIRICAL: ['CAUSAL', 'DESCRIPTIVE', 'PREDICTIVE'],
  NORMATIVE: ['ETHICAL', 'STRATEGIC', 'DESIGN'],
  ANALYTICAL: ['LOGICAL', 'MATHEMATICAL', 'CONCEPTUAL'],
  SYNTHETIC: ['INTEGRATIVE', 'CREATIVE', 'EXPLANATORY'],
  META: ['TRACTABILITY', 'FRAMING', 'DECOMPOSITION'],
} as const

export type ProblemType = keyof typeof subtypes
export type ProblemSubtype = (typeof subtypes)[ProblemType][number]
export const problemTypes = Object.keys(subtypes) as readonly ProblemType[]

/** The characteristics of a problem (section 1.3.1, in the order of the matrix). */
export const characteristics = [
  'formal_structure',
  'empirical_grounding',
  'creative_solutions',
  'cross_domain',
  'edge_cases',
  'pattern_recognition',
  'potentially_intractable',
  'clear_decomposition',
] as const
export type Characteristic = (typeof characteristics)[number]

export const stakesLevels = ['LOW', 'MEDIUM', 'HIGH'] as const
/** HIGH: irreversible or far-reaching. LOW: can be taken back, costs little. */
export type Stakes = (typeof stakesLevels)[number]

/** There is no level between them: what isn't known counts as HIGH. */
export const uncertaintyLevels = ['LOW', 'HIGH'] as const
export type Uncertainty = (typeof uncertaintyLevels)[number]

export const classification = z
  .strictObject({
    type: z.enum(problemTypes),
    subtype: z.enum(Object.values(subtypes).flat() as ProblemSubtype[]),
    characteristics: z.array(z.enum(characteristics)).max(characteristics.length),
    uncertainty: z.enum(uncertaintyLevels),
    stakes: z.enum(stakesLevels),
    /** Whether it can be worked on as it is stated. */
    wellDefined: z.boolean(),
    /** Whether it needs no panel at all. */
    trivial: z.boolean().default(false),
  })
  .refine(({ type, subtype }) => (subtypes[type] as readonly string[]).includes(subtype), {
    path: ['subtype'],
    error: 'is no subtype of that type',
  })

/** PHI's knowledge of a problem before it deploys an agent. */
export type Classification = z.infer<typeof classification>

/** The part of a classification that a host gives beforehand. */
export type GivenClassification = { readonly [Name in keyof Classification]?: Classification[Name] | undefined }

/** The host's classification if it is complete, so that PHI need not ask; otherwise null. */
export function completeClassification(given: GivenClassification): Classification | null {
  const { type, subtype, characteristics, uncertainty, stakes, wellDefined, trivial = false } = given
  if (type === undefined || subtype === undefined || characteristics === undefined) return null
  if (uncertainty === undefined || stakes === undefined || wellDefined === undefined) return null
  return { type, subtype, characteristics, uncertainty, stakes, wellDefined, trivial }
}
