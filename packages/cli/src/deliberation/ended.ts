import type { DeliberationReport } from '@artoo/omega'
import { type Interrupted, isInterrupted, isWaiting, oneLine, type Waiting } from '@artoo/sdk'
import type { Call } from '../call/call.js'
import { exitCodes } from '../call/exit-codes.js'
import { writeJson } from '../headless/json-output.js'
import { percent } from '../view/text/numbers.js'
import type { OmegaPackage } from './omega-package.js'

const codes = {
  SUCCESS: exitCodes.complete[0],
  PARTIAL: exitCodes.partial[0],
  FAILURE: exitCodes.failed[0],
} as const satisfies Readonly<Record<DeliberationReport['status'], number>>

/** Prints how a deliberation left the process, and gives the exit code. */
export function ended(
  { stdout, stderr, flags }: Call,
  outcome: DeliberationReport | Interrupted | Waiting,
  { reportMarkdown }: Pick<OmegaPackage, 'reportMarkdown'>,
): number {
  if (flags.json) writeJson(stdout, { type: 'outcome', outcome })
  const isWithout = isInterrupted(outcome) || isWaiting(outcome)
  if (!isWithout) {
    if (!flags.json) {
      stdout.write(reportMarkdown(outcome))
      // A report is longer than a screen: what it comes to stands at its end, too.
      stderr.write(`\n${summary(outcome)}\n`)
    }
    return codes[outcome.status]
  }
  if (!flags.json)
    stderr.write(`The deliberation is ${outcome.status}: artoo deliberate, without a question, goes on with it.\n`)
  return isWaiting(outcome) ? exitCodes.waiting[0] : exitCodes.interrupted[0]
}

/** The status, and the answer with its confidence: `SUCCESS, 93% sure: Four.` */
function summary({ status, answer, confidence, why }: DeliberationReport): string {
  if (answer === null) return `${status}: ${oneLine(why, 300)}`
  const sure = confidence === null ? '' : `, ${percent(confidence, 1)} sure`
  return `${status}${sure}: ${oneLine(answer, 300)}`
}
