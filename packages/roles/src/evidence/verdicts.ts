import { type Cause, causes } from '@artoo/ggs'
import type { ToolCallRecord } from '@artoo/runtime'
import type { CheckVerdict } from '@artoo/spec'
import type { ModelVerdict } from '../messages/outputs.js'
import type { Criterion } from '../messages/plan.js'
import type { Basis, CriterionVerdict, FailureClass } from '../messages/verdict.js'
import { quotes } from '../prompts/plain-words.js'
import { hasActed, recordNames } from './evidence.js'
import { isLook, worldlyLack } from './worldly.js'

/** No plan promises to leave the rest alone, so wherever something was changed that is judged, too. */
export function withRestraint(criteria: readonly Criterion[], toolCalls: readonly ToolCallRecord[]): Criterion[] {
  return toolCalls.some(hasActed) ? [...criteria, restraint] : [...criteria]
}

export const restraint: Criterion = {
  text: 'Nothing was changed but what the request asks for',
  mode: 'verifiable',
  source: 'records',
  about: 'answer',
}

/** A criterion of all the work. Where no tool was called, there is no record to name. */
const metBy =
  (text: string) =>
  (toolCalls: readonly ToolCallRecord[]): Criterion => ({
    ...{ text, mode: 'verifiable' },
    source: toolCalls.length === 0 ? 'request' : 'records',
    about: toolCalls.some(hasActed) ? 'world' : 'answer',
  })

export const requestMetText =
  'All that the request asks for was done or is answered, and the output says what the tool calls show'
const addedMetText = 'What the user added while the work was under way was done or is answered'

/** The criterion of a direct conversation, beside the checks. */
export const requestMet = metBy(requestMetText)
/** The criterion of work to which the user added words: no plan was made with them. */
export const addedMet = metBy(addedMetText)

/** Criteria that no plan names. Nothing that the user adds takes their place. */
export const byCode: readonly string[] = [requestMetText, restraint.text, addedMetText]

/** The verdict on one criterion in one attempt. */
export interface Judgement {
  readonly verdict: CriterionVerdict['verdict']
  readonly basis: Basis
  readonly because?: CriterionVerdict['because']
  readonly failureClass: FailureClass | null
  /** The cause as the judge named it; null for a check, and for what did not fail. */
  readonly cause: Cause | null
  readonly evidence: string
  /** Ids of the tool calls that show it. */
  readonly records: readonly string[]
}

/** Judgements by position in the list of criteria. */
export type Judgements = Readonly<Record<number, Judgement>>

/** The criteria that a model has to judge, numbered from 1. */
export function forModel(
  criteria: readonly Criterion[],
): (Pick<Criterion, 'text' | 'mode'> &
  Partial<Pick<Criterion, 'source' | 'about'>> & { readonly criterion: number })[] {
  return criteria.flatMap(({ text, mode, source, about, check }, index) => {
    if (check) return []
    const kind = { ...(source === 'request' && { source }), ...(about === 'world' && { about }) }
    return [{ criterion: index + 1, text, mode, ...kind }]
  })
}

/** The criteria that code has to judge. */
export function forChecks(criteria: readonly Criterion[]): { index: number; check: NonNullable<Criterion['check']> }[] {
  return criteria.flatMap(({ check }, index) => (check ? [{ index, check }] : []))
}

/** A check's verdict on the criterion that it decides. */
export function judgementOf({ pass, evidence, failureClass }: CheckVerdict): Judgement {
  const verdict = pass ? 'pass' : 'fail'
  return {
    verdict,
    basis: 'code',
    failureClass: pass ? null : (failureClass ?? null),
    cause: null,
    evidence,
    records: [],
  }
}

/** The judgement on a criterion that a judge left out, or on which its verdict can't stand. */
const openJudgement = (evidence: string): Judgement => ({
  ...{ verdict: 'unjudged', basis: 'nobody', failureClass: null, cause: null },
  ...{ evidence, records: [] },
})

/** The judgements, with those that a model still owes as unjudged. */
export function withUnjudged(
  criteria: readonly Criterion[],
  judgements: Judgements,
  why: string,
  because?: Judgement['because'],
): Judgements {
  const judgement = { ...openJudgement(why), ...(because && { because }) }
  const open = forModel(criteria).map(({ criterion }) => [criterion - 1, judgement] as const)
  return { ...Object.fromEntries(open), ...judgements }
}

/** The judgements so far, with every other criterion unjudged: those of checks, too. */
export function withOpen(criteria: readonly Criterion[], judgements: Judgements, why: string): Judgements {
  return { ...Object.fromEntries(criteria.map((_, index) => [index, openJudgement(why)])), ...judgements }
}

/** Whether a check has said no. */
export function failsByCheck(criteria: readonly Criterion[], judgements: Judgements): boolean {
  return forChecks(criteria).some(({ index }) => judgements[index]?.verdict === 'fail')
}

/** The judgements of an attempt in which a check has failed: no model is asked about the rest. */
export function withoutTheRest(criteria: readonly Criterion[], judgements: Judgements): Judgements {
  const failed = forChecks(criteria).find(({ index }) => judgements[index]?.verdict === 'fail')
  const why = `not judged, because a check failed: ${criteria[failed?.index ?? 0]?.text ?? ''}`
  return withUnjudged(criteria, judgements, why, 'check_failed')
}

/** Whether code has judged all that it has to judge. */
export function areChecked(criteria: readonly Criterion[], judgements: Judgements): boolean {
  return forChecks(criteria).every(({ index }) => judgements[index] !== undefined)
}

/** The evidence of checks that passed, for a judge of the other criteria. */
export function checksIn(criteria: readonly Criterion[], judgements: Judgements): readonly string[] {
  return forChecks(criteria).flatMap(({ index }) => judgements[index]?.evidence ?? [])
}

interface ReadingOptions {
  /** The records that verdicts may rest on, under the names that the judge was shown. */
  readonly records: readonly ToolCallRecord[]
  /** Words that the user added, which may have taken the place of a criterion. @defaultValue none */
  readonly added?: readonly string[]
  /** The earlier judgements, which are not read again. @defaultValue none */
  readonly judged?: Judgements
}

export interface Unseen {
  readonly criterion: number
  readonly needs: string
  /** Names of records that it gave. */
  readonly records: readonly string[]
}

export interface ReadVerdicts {
  /** The judgements that stand. A criterion that was left out, or whose verdict can't stand, has none. */
  readonly judgements: Judgements
  /** The verdicts that the judge still owes, in words for it; empty when there are none. */
  readonly problems: readonly string[]
  /** One of them is a verdict that can't stand. */
  readonly isUnfit: boolean
  /** Criteria that the judge has not seen enough to judge, numbered from 1, each with what it would have to see. */
  readonly unseen: readonly Unseen[]
}

/**
 * A model's verdicts on the criteria that it was asked about, the worse of two on the same one. Verdicts on criteria
 * that a check decides are ignored, and so are names of unknown records. A claim is not evidence: a verifiable
 * criterion passes by a record, one about the world by a record that shows it.
 */
export function readVerdicts(
  criteria: readonly Criterion[],
  verdicts: readonly ModelVerdict[],
  { records, added = [], judged = {} }: ReadingOptions,
): ReadVerdicts {
  const named = recordsByName(records)
  const problems: string[] = []
  let isUnfit = false
  const unseen: Unseen[] = []
  const found = forModel(criteria).flatMap(({ criterion }): [number, Judgement][] => {
    if (judged[criterion - 1]) return []
    const given = verdicts.filter((verdict) => verdict.criterion === criterion)
    const worst =
      ['fail', 'unseen'].map((worse) => given.find(({ verdict }) => verdict === worse)).find(Boolean) ?? given[0]
    const meant = criteria[criterion - 1]
    if (!worst || !meant) {
      problems.push(`there is no verdict on criterion ${criterion}`)
      return []
    }
    const cited = [...new Set((worst.records ?? []).flatMap((name) => named.get(name) ?? []))]
    const { verdict, evidence, needs, records: names } = worst
    if (verdict === 'unseen') {
      unseen.push({ criterion, needs: needs?.trim() || evidence, records: names ?? [] })
      return []
    }
    const lacking = lackingFor(verdict, meant, { cited, records, added, evidence })
    if (lacking !== null) {
      problems.push(`criterion ${criterion} ${lacking}`)
      isUnfit = true
      return []
    }
    const cause = verdict === 'fail' ? (worst.cause ?? null) : null
    const failureClass = cause === null ? null : causes[cause].failureClass
    const shown = cited.map(({ id }) => id)
    return [[criterion - 1, { verdict, basis: 'judge', failureClass, cause, evidence, records: shown }]]
  })
  return { judgements: Object.fromEntries(found), problems, isUnfit, unseen }
}

/** Records by the names under which a judge is shown them, and by their ids. */
function recordsByName(records: readonly ToolCallRecord[]): ReadonlyMap<string, ToolCallRecord> {
  const names = recordNames(records)
  return new Map(records.flatMap((record) => [record.id, names.get(record.id) ?? ''].map((name) => [name, record])))
}

interface Shown {
  /** The records that a verdict names. */
  readonly cited: readonly ToolCallRecord[]
  /** All that there are, in their order. */
  readonly records: readonly ToolCallRecord[]
  readonly added: readonly string[]
  readonly evidence: string
}

/** The condition that a verdict lacks, in words for the judge; null when it stands. */
function lackingFor(
  verdict: Exclude<ModelVerdict['verdict'], 'unseen'>,
  criterion: Criterion,
  shown: Shown,
): string | null {
  const { mode, source, about } = criterion
  switch (verdict) {
    case 'fail':
      return null
    case 'pass':
      if (about === 'world') return worldlyLack(criterion, shown)
      if (mode !== 'verifiable' || source === 'request' || shown.cited.length > 0) return null
      return 'is verifiable: name the tool calls that show it'
    case 'absent':
      if (shown.cited.some(isLook)) return null
      return 'is said to speak of something that does not exist: name the searches that show it'
    case 'replaced':
      if (byCode.includes(criterion.text)) return 'can’t be replaced: what the user added is part of what it asks for'
      if (shown.added.some((words) => quotes(shown.evidence, words))) return null
      return shown.added.length === 0
        ? 'is said to be replaced, and the user added nothing'
        : 'is said to be replaced: quote in the evidence the words of "added" that take its place'
    default:
      return verdict satisfies never
  }
}

/** A judge that owes verdicts is asked for them once more. */
export const mostAsked = 2

/** The verdicts in the order of the criteria; fewer while some are not judged. */
export function verdictsOf(
  criteria: readonly Criterion[],
  judgements: Judgements,
  countsOf: (index: number, verdict: Judgement['verdict']) => Pick<CriterionVerdict, 'failedAttempts' | 'attempts'>,
): CriterionVerdict[] {
  return criteria.flatMap(({ text, mode }, index): CriterionVerdict[] => {
    const judgement = judgements[index]
    if (!judgement) return []
    const { verdict, basis, because, failureClass, cause, evidence, records } = judgement
    const kind = { basis, ...(because && { because }) }
    const counts = countsOf(index, verdict)
    const found = { failureClass, cause, evidence, records: [...records] }
    return [{ criterion: text, mode, verdict, ...kind, ...found, ...counts }]
  })
}
