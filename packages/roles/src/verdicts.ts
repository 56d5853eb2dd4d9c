import type { ToolCallRecord } from '@artoo/runtime'
import { type CheckVerdict, onlyReads } from '@artoo/spec'
import { truncateOutput } from '@artoo/tools'
import { hasActed } from './evidence.js'
import type { Criterion } from './messages/plan.js'
import type { CriterionVerdict, FailureClass } from './messages/verdict.js'
import type { ModelVerdict } from './outputs.js'

/** No plan promises to leave the rest alone, so wherever something was changed that is judged, too. */
export function withRestraint(criteria: readonly Criterion[], toolCalls: readonly ToolCallRecord[]): Criterion[] {
  return toolCalls.some(hasActed) ? [...criteria, restraint] : [...criteria]
}

export const restraint: Criterion = {
  text: 'Nothing was changed but what the request asks for',
  mode: 'verifiable',
  source: 'records',
}

/** The verdict on one criterion in one attempt. */
export interface Judgement {
  readonly verdict: CriterionVerdict['verdict']
  readonly failureClass: FailureClass | null
  readonly evidence: string
  /** Ids of the tool calls that show it. */
  readonly records: readonly string[]
}

/** Judgements by position in the list of criteria. */
export type Judgements = Readonly<Record<number, Judgement>>

/** The criteria that a model has to judge, numbered from 1. */
export function forModel(
  criteria: readonly Criterion[],
): (Pick<Criterion, 'text' | 'mode'> & Partial<Pick<Criterion, 'source'>> & { readonly criterion: number })[] {
  return criteria.flatMap(({ text, mode, source, check }, index) =>
    check ? [] : [{ criterion: index + 1, text, mode, ...(source === 'request' && { source }) }],
  )
}

/** The criteria that code has to judge. */
export function forChecks(criteria: readonly Criterion[]): { index: number; check: NonNullable<Criterion['check']> }[] {
  return criteria.flatMap(({ check }, index) => (check ? [{ index, check }] : []))
}

/** A check's verdict on the criterion that it decides. */
export function judgementOf({ pass, evidence, failureClass }: CheckVerdict): Judgement {
  const verdict = pass ? 'pass' : 'fail'
  return { verdict, failureClass: pass ? null : (failureClass ?? null), evidence, records: [] }
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
  const judged = forModel(criteria).flatMap(({ criterion, mode, source = 'records' }): [number, Judgement][] => {
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
    const { verdict, evidence } = worst
    const failureClass = verdict === 'fail' ? (worst.failureClass ?? null) : null
    const lacking = lackingFor(
      { verdict, mode, source },
      records.filter(({ id }) => shown.includes(id)),
    )
    if (lacking === null) return [[criterion - 1, { verdict, failureClass, evidence, records: shown }]]
    problems.push(`criterion ${criterion} ${lacking}, or let it fail`)
    const unshown: Judgement = {
      verdict: 'fail',
      failureClass: 'logical',
      evidence: `no tool call shows it: ${evidence}`,
      records: [],
    }
    return [[criterion - 1, unshown]]
  })
  return { judgements: Object.fromEntries(judged), problems }
}

/** What a verdict would need to stand, in words for the judge; null when it stands. */
function lackingFor(
  { verdict, mode, source }: Pick<Criterion, 'mode' | 'source'> & Pick<Judgement, 'verdict'>,
  cited: readonly ToolCallRecord[],
): string | null {
  switch (verdict) {
    case 'fail':
      return null
    case 'pass':
      if (mode !== 'verifiable' || source === 'request' || cited.length > 0) return null
      return 'is verifiable: name the tool calls that show it'
    case 'absent':
      if (cited.some(({ effect, status }) => effect !== null && onlyReads(effect) && status !== 'refused')) return null
      return 'is said to speak of something that does not exist: name the searches that show it'
    default:
      return verdict satisfies never
  }
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
  countsOf: (index: number, verdict: Judgement['verdict']) => Pick<CriterionVerdict, 'failedAttempts' | 'attempts'>,
): CriterionVerdict[] {
  return criteria.flatMap(({ text, mode }, index): CriterionVerdict[] => {
    const judgement = judgements[index]
    if (!judgement) return []
    const { verdict, failureClass, evidence, records } = judgement
    const counts = countsOf(index, verdict)
    return [{ criterion: text, mode, verdict, failureClass, evidence, records: [...records], ...counts }]
  })
}
