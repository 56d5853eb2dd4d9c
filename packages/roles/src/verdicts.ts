import type { ToolCallRecord } from '@artoo/runtime'
import type { CheckVerdict } from '@artoo/spec'
import { truncateOutput } from '@artoo/tools'
import type { Criterion } from './messages/plan.js'
import type { CriterionVerdict, FailureClass } from './messages/verdict.js'
import type { ModelVerdict } from './outputs.js'

/** The verdict on one criterion in one attempt. */
export interface Judgement {
  readonly pass: boolean
  readonly failureClass: FailureClass | null
  readonly evidence: string
  /** Ids of the tool calls that show it. */
  readonly records: readonly string[]
}

/** Judgements by position in the list of criteria. */
export type Judgements = Readonly<Record<number, Judgement>>

/** The criteria that a model has to judge, numbered from 1 as the prompts do. */
export function forModel(
  criteria: readonly Criterion[],
): (Pick<Criterion, 'text' | 'mode' | 'source'> & { readonly criterion: number })[] {
  return criteria.flatMap(({ text, mode, source, check }, index) =>
    check ? [] : [{ criterion: index + 1, text, mode, source }],
  )
}

/** The criteria that code has to judge. */
export function forChecks(criteria: readonly Criterion[]): { index: number; check: NonNullable<Criterion['check']> }[] {
  return criteria.flatMap(({ check }, index) => (check ? [{ index, check }] : []))
}

/** A check's verdict on the criterion that it decides. */
export function judgementOf({ pass, evidence, failureClass }: CheckVerdict): Judgement {
  return { pass, failureClass: pass ? null : (failureClass ?? null), evidence, records: [] }
}

export interface ReadVerdicts {
  /** What was left out has no judgement. */
  readonly judgements: Judgements
  /** What the judge has to mend, in words for it; empty when nothing. */
  readonly problems: readonly string[]
}

/**
 * A model's verdicts on the criteria that it was asked about, of two on one the worse; what it said of a criterion that a
 * check decides is ignored. A claim is no evidence: a verifiable criterion passes by a record that there is, or not at all.
 */
export function readVerdicts(
  criteria: readonly Criterion[],
  verdicts: readonly ModelVerdict[],
  records: readonly ToolCallRecord[],
): ReadVerdicts {
  const known = new Set(records.map(({ id }) => id))
  const problems: string[] = []
  const judged = forModel(criteria).flatMap(({ criterion, mode, source }): [number, Judgement][] => {
    const given = verdicts.filter((verdict) => verdict.criterion === criterion)
    const worst = given.find((verdict) => verdict.verdict === 'fail') ?? given[0]
    if (!worst) {
      problems.push(`there is no verdict on criterion ${criterion}`)
      return []
    }
    const cited = worst.records ?? []
    const unknown = cited.filter((id) => !known.has(id))
    if (unknown.length > 0) problems.push(`there is no tool call ${unknown.slice(0, 5).join(', ')}`)
    const shown = cited.filter((id) => known.has(id))
    const pass = worst.verdict === 'pass'
    const failureClass = pass ? null : (worst.failureClass ?? null)
    const judgement: Judgement = { pass, failureClass, evidence: worst.evidence, records: shown }
    if (!pass || mode !== 'verifiable' || source === 'request' || shown.length > 0) return [[criterion - 1, judgement]]
    problems.push(`criterion ${criterion} is verifiable: name the tool calls that show it, or let it fail`)
    const why = `no tool call shows it: ${worst.evidence}`
    return [[criterion - 1, { pass: false, failureClass: 'logical', evidence: why, records: [] }]]
  })
  return { judgements: Object.fromEntries(judged), problems }
}

/** A judge whose verdicts can't stand is asked once more. */
export const mostAsked = 2

/** What a judge is told whose verdicts can't stand. */
export function mendVerdicts(problems: readonly string[]): { readonly role: 'user'; readonly content: string } {
  return {
    role: 'user',
    content: `${truncateOutput(problems.join('; '))}. Answer again with a verdict on every criterion.`,
  }
}

/** The verdicts in the order of the criteria; fewer while some are not judged. */
export function verdictsOf(
  criteria: readonly Criterion[],
  judgements: Judgements,
  countsOf: (index: number, pass: boolean) => Pick<CriterionVerdict, 'failedAttempts' | 'attempts'>,
): CriterionVerdict[] {
  return criteria.flatMap(({ text, mode }, index): CriterionVerdict[] => {
    const judgement = judgements[index]
    if (!judgement) return []
    const { pass, failureClass, evidence, records } = judgement
    const verdict = pass ? 'pass' : 'fail'
    return [{ criterion: text, mode, verdict, failureClass, evidence, records: [...records], ...countsOf(index, pass) }]
  })
}
