import type { FinalResult } from '@artoo/roles'

/** The result of a task as its user is told of it. */
export interface Report {
  readonly status: FinalResult['status']
  readonly basis: FinalResult['basis']
  /** The sentences that code writes; empty where nobody writes any. */
  readonly summary: string
  /** The things that are said to be missing, each with what it needs. */
  readonly missing: readonly string[]
}

export function reportOf({ status, basis, summary, missing }: FinalResult): Report {
  return { status, basis, summary, missing: missing.map(({ what, needs }) => `${what}: ${needs}`) }
}

/** A bare loop says nothing but its answer. */
export const reportOfLoop = (answer: string | null): Report => ({
  status: answer === null ? 'failed' : 'complete',
  basis: 'nobody',
  summary: '',
  missing: [],
})

interface Seen {
  /** The request asks for a change. */
  readonly asksForChange: boolean
  /** Paths that are new, gone, or were written to, by the folder itself. */
  readonly touched: readonly string[]
}

/** What a report says otherwise than the folder, in words for a reader of the bench; empty when it says nothing that isn't so. */
export function contradictionsIn(report: Report, { asksForChange, touched }: Seen): readonly string[] {
  const { status, summary, missing } = report
  const named = changedBy(summary).filter((name) => !/\s/.test(name) && !touched.includes(name))
  const isUnchanged = touched.length === 0
  return [
    ...(status === 'complete' && asksForChange && isUnchanged ? ['"complete", and no file was touched'] : []),
    ...(summary.startsWith('Nothing was changed.') && !isUnchanged
      ? [`nothing changed, but ${touched.join(', ')}`]
      : []),
    ...(missing.some((one) => one.startsWith('the change that was asked for')) && !isUnchanged
      ? [`no call that changed something, but ${touched.join(', ')}`]
      : []),
    ...named.map((name) => `"changed": ${name}, which was not touched`),
  ]
}

/** The things that a summary says were changed. */
function changedBy(summary: string): readonly string[] {
  const [, names = ''] = /^Changed or carried out: (.+?)(?:; what became of|\. [A-Z])/.exec(summary) ?? []
  return names === '' ? [] : names.replace(/ and \d+ more$/, '').split(', ')
}
