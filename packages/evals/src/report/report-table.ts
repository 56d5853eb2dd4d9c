import { shortened } from '@artoo/spec'
import { assertReport } from './assert-report.js'
import type { EvalFailure, EvalReport, EvalRun } from './report.js'
import { summaryOf } from './summary.js'

/** Errors that are listed below a table. */
const mostErrors = 20

/**
 * A report as a Markdown table of cases and checks, with the mean of all runs and its 95 % interval in the last row, and the errors below it.
 *
 * @throws {ArtooError} `invalid_report`.
 */
export function reportTable(report: EvalReport): string {
  assertReport(report, 'report')
  const { cases, checks, runs } = report
  const summary = summaryOf(checks, runs)
  const failedIn = (all: readonly EvalRun[]) => `${all.filter(({ errors }) => errors.length > 0).length}`
  const rows = cases.map((name) => {
    const own = runs.filter((run) => run.case === name)
    return [
      inCell(name),
      ...checks.map((check) => scoresCell(own.map(({ scores }) => scores[check] ?? 0))),
      failedIn(own),
    ]
  })
  const totals = checks.map((check) => {
    const { mean = 0, low = 0, high = 1 } = summary.checks[check] ?? {}
    return `${percent(mean)} % (${percent(low)}–${percent(high)})`
  })
  const heads = ['case', ...checks.map(inCell), 'errors']
  const lines = [heads, ['---', ...heads.slice(1).map(() => '---:')], ...rows, ['**all**', ...totals, failedIn(runs)]]
  return [...lines.map((cells) => `| ${cells.join(' | ')} |`), ...errorLines(runs)].join('\n')
}

/** `2/3` for scores of 0 and 1, their mean for others. */
function scoresCell(scores: readonly number[]): string {
  const sum = scores.reduce((total, score) => total + score, 0)
  if (scores.every((score) => score === 0 || score === 1)) return `${sum}/${scores.length}`
  return (sum / scores.length).toFixed(2)
}

const percent = (share: number) => (100 * share).toFixed(0)

function errorLines(runs: readonly EvalRun[]): readonly string[] {
  const lines = runs.flatMap((run) => run.errors.map((error) => errorLine(run, error)))
  if (lines.length === 0) return []
  const more = lines.length > mostErrors ? [`- and ${lines.length - mostErrors} more`] : []
  return ['', ...lines.slice(0, mostErrors), ...more]
}

function errorLine(run: EvalRun, { check, name, message, code }: EvalFailure): string {
  const where = check === null ? '' : `, check ${asCode(check)}`
  return `- ${asCode(run.case)}, run ${run.repeat}${where}: ${asCode([name, code && `(${code})`, message].filter(Boolean).join(' '))}`
}

/** Control and format characters, line breaks among them. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

const onOneLine = (text: string) => shortened(text.toWellFormed().replace(unseen, ' ').trim(), 200)

/** A text of somebody else that neither ends its cell nor is markup. */
const inCell = (text: string) => onOneLine(text).replace(/[\\|<>[\]`*]/g, '\\$&')

/** The same as a span of code, in which nothing is markup. */
const asCode = (text: string) => `\`${onOneLine(text).replaceAll('`', "'")}\``
