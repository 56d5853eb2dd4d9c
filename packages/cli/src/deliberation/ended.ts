import type { DeliberationReport } from '@artoo/omega'
import { type Interrupted, isInterrupted, isWaiting, type Waiting } from '@artoo/sdk'
import type { Call } from '../call/call.js'
import { exitCodes } from '../call/exit-codes.js'
import { writeJson } from '../headless/json-output.js'
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
    if (!flags.json) stdout.write(reportMarkdown(outcome))
    return codes[outcome.status]
  }
  if (!flags.json)
    stderr.write(`The deliberation is ${outcome.status}: artoo deliberate, without a question, goes on with it.\n`)
  return isWaiting(outcome) ? exitCodes.waiting[0] : exitCodes.interrupted[0]
}
