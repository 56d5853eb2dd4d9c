import * as z from 'zod'
import type { AgentCard, Part } from '../protocol/card.js'
import { reference, reportParts } from '../protocol/report.js'

const { verdict, confidence, text, answer, claims, contradictions, same, clarified, resolutions, synthesis } =
  reportParts

/** Asked for: an empty report is none. */
const required = {
  verdict: verdict.unwrap().min(1),
  answer: answer.unwrap(),
  confidence: confidence.unwrap(),
} as const
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(96)
/** For those who don't judge, and for those who add up what judges found: a factor of theirs would count it twice. */
const unweighed = list(reference.omit({ factor: true, check: true })).default([])

/** A judge's: what it says follows from its factor. */
function weighed(least: number, most: number, hasChecks: boolean) {
  const full = reference.omit({ type: true }).extend({ factor: z.number().min(least).max(most) })
  return list(hasChecks ? full : full.omit({ check: true }))
}

/** The fields of each tier: those that code weighs. */
function fieldsOf({ tier, sumsUp, isLean }: AgentCard, hasChecks: boolean): z.ZodRawShape {
  const own = isLean ? {} : { claims }
  // A judge may know the right answer where nobody has proposed it.
  const better = isLean ? {} : { answer, confidence }
  if (sumsUp) return { verdict: required.verdict, claims, references: unweighed }
  switch (tier) {
    case 'GENESIS':
      return {
        ...{ answer: required.answer, confidence: required.confidence, ...own },
        ...(hasChecks ? { check: reference.shape.check } : {}),
      }
    case 'VERIFICATION':
      return { references: weighed(0.5, 1.5, hasChecks), same: same.unwrap(), ...better }
    case 'ADVERSARY':
      return { references: weighed(0, 1, hasChecks), ...own, ...better }
    case 'BRIDGE':
      return { verdict: required.verdict, claims, references: unweighed, contradictions }
    default:
      return { verdict: required.verdict, references: unweighed }
  }
}

const partFields: Readonly<Record<Part, z.ZodRawShape>> = {
  same: { same, contradictions },
  clarified: { clarified },
  resolutions: { resolutions },
  synthesis: { synthesis },
}

const built = new WeakMap<AgentCard, Map<boolean, z.ZodObject>>()

/** The form in which a model is asked for an agent's report: what code weighs of its tier and its card, and free text. Built once per card. */
export function reportSchemaOf(card: AgentCard, hasChecks: boolean): z.ZodObject {
  const ofCard = built.get(card) ?? new Map<boolean, z.ZodObject>()
  built.set(card, ofCard)
  const known = ofCard.get(hasChecks)
  if (known !== undefined) return known
  const verdicts = Object.keys(card.verdicts)
  const schema = z.object({
    ...(verdicts.length === 0 ? {} : { native: z.enum(verdicts) }),
    ...fieldsOf(card, hasChecks),
    ...Object.assign({}, ...card.parts.map((part) => partFields[part])),
    text,
  })
  ofCard.set(hasChecks, schema)
  return schema
}

/** The same, and what a function may give beside it: the type of a judge's reference, and what isn't asked of its tier. */
export function readSchemaOf(card: AgentCard): z.ZodObject {
  const { references, confidence: _, ...asked } = reportSchemaOf(card, true).shape
  const type = reference.shape.type.optional()
  const isJudge = references instanceof z.ZodArray
  return z.object({
    ...unasked,
    ...asked,
    ...(references ? { references } : {}),
    ...(card.tier === 'VERIFICATION' ? { same } : {}),
    ...(isJudge ? { references: list((references.element as z.ZodObject).extend({ type })) } : {}),
    ...(card.parts.includes('synthesis') ? { verdict } : {}),
  })
}

const unasked = {
  ...{ ...reportParts, references: unweighed, check: reference.shape.check },
  synthesis: synthesis.nullable().default(null),
}
