import type { FinalResult } from '@artoo/roles'

/** The result of a task as its user is told of it. */
export interface Report {
  readonly status: FinalResult['status']
  readonly basis: FinalResult['basis']
  /** The sentences that code writes; empty where nobody writes any. */
  readonly summary: string
  /** The things that are said to be missing, each with what it needs. */
  readonly missing: readonly string[]
  /** Some plan says that the request asks for a change. */
  readonly plansChange: boolean
  /** Criteria about the world that passed by a model's word. */
  readonly worldly: readonly Worldly[]
}

interface Worldly {
  readonly criterion: string
  /** Tool calls that the verdict names. */
  readonly records: number
}

export function reportOf({ status, basis, summary, missing, criteria }: FinalResult, events: Events): Report {
  const plans = events.flatMap(({ type, payload }) => (type === 'DispatchManifest' ? [payload as Manifest] : []))
  const promised = plans.flatMap((plan) => [...plan.criteria, ...plan.subtasks.flatMap((subtask) => subtask.criteria)])
  const aboutWorld = new Set(promised.flatMap(({ about, text }) => (about === 'world' ? [text] : [])))
  return {
    status,
    basis,
    summary,
    missing: missing.map(({ what, needs }) => `${what}: ${needs}`),
    plansChange: plans.some(({ asks }) => asks === 'change'),
    worldly: criteria.flatMap(({ criterion, verdict, basis: source, records }) =>
      aboutWorld.has(criterion) && verdict === 'pass' && source === 'judge'
        ? [{ criterion, records: records.length }]
        : [],
    ),
  }
}

type Events = readonly { readonly type: string; readonly payload: unknown }[]

interface Criteria {
  readonly criteria: readonly { readonly text: string; readonly about: 'answer' | 'world' }[]
}

interface Manifest extends Criteria {
  readonly asks: 'answer' | 'change'
  readonly subtasks: readonly Criteria[]
}

/** A bare loop says nothing but its answer. */
export const reportOfLoop = (answer: string | null): Report => ({
  status: answer === null ? 'failed' : 'complete',
  basis: 'nobody',
  summary: '',
  missing: [],
  plansChange: false,
  worldly: [],
})

interface Seen {
  /** The request asks for a change. */
  readonly asksForChange: boolean
  /** Paths that are new, gone, or were written to, by the folder itself. */
  readonly touched: readonly string[]
}

const opening = 'Nothing was changed.'

/** A request for a change that no plan took for one: it is called complete, and its report says first that nothing was changed. */
export const isTakenForQuestion = (
  { status, summary, plansChange }: Report,
  { asksForChange, touched }: Seen,
): boolean =>
  status === 'complete' && asksForChange && touched.length === 0 && !plansChange && summary.startsWith(opening)

/** What a report says otherwise than the folder, in words for a reader of the bench; empty when it says nothing that isn't so. */
export function contradictionsIn(report: Report, seen: Seen): readonly string[] {
  const { asksForChange, touched } = seen
  const { status, summary, missing } = report
  const named = changedBy(summary).filter((name) => !/\s/.test(name) && !touched.includes(name))
  const isUnchanged = touched.length === 0
  return [
    ...(status === 'complete' && asksForChange && isUnchanged && !isTakenForQuestion(report, seen)
      ? ['"complete", and no file was touched']
      : []),
    ...(summary.startsWith(opening) && !isUnchanged ? [`nothing changed, but ${touched.join(', ')}`] : []),
    ...(missing.some((one) => one.startsWith('the change that was asked for')) && !isUnchanged
      ? [`no call that changed something, but ${touched.join(', ')}`]
      : []),
    ...named.map((name) => `"changed": ${name}, which was not touched`),
  ]
}

/** The things that a summary says were changed. */
function changedBy(summary: string): readonly string[] {
  const [, names = ''] = /^Wrote (.+?)(?:; |\. [“\p{Lu}])/u.exec(summary) ?? []
  return names === '' ? [] : names.replace(/ and \d+ more$/, '').split(/, | and /)
}
