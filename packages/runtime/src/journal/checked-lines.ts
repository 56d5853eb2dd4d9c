import { chainStart, linkAfter } from './chain.js'
import type { JournalLine, UncheckedLine } from './journal.js'

/** Hexadecimal digits of a check: it is there for damage, not for forgery. */
const checkLength = 16

/** The check before the first line. */
export const firstCheck = chainStart.slice(0, checkLength)

/**
 * Lines of one process as they are written, each with its check. `after` is the check of the process's last line before them; the first line
 * of a later epoch follows the line that it names instead.
 */
export function checkedLines(lines: readonly UncheckedLine[], after: string = firstCheck): readonly JournalLine[] {
  let last = after
  return lines.map((line) => {
    last = checkOf(line, followed(line) ?? last)
    return { ...line, check: last }
  })
}

/** The check that a line has behind another. A long text is covered by its hash, which is that of the line. */
export function checkOf(line: UncheckedLine & { readonly check?: string }, previous: string): string {
  const covered = { ...line, check: undefined, ...(line.kind === 'blob' && { text: undefined }) }
  return linkAfter(previous, JSON.stringify(covered)).slice(0, checkLength)
}

/** The check of the line that one names which begins an epoch; undefined for any other line. */
export function followed(line: UncheckedLine): string | undefined {
  return line.kind === 'lease' ? line.follows : undefined
}
