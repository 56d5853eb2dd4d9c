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
    last = checkAfter(followed(line) ?? last, line)
    return { ...line, check: last }
  })
}

/** The check that a line has behind another, whatever check it says it has. */
export function checkOf(line: UncheckedLine, previous: string): string {
  const { check: _, ...unchecked } = line as JournalLine
  return checkAfter(previous, unchecked as UncheckedLine)
}

/** A long text is covered by its hash, which is that of the line. */
function checkAfter(previous: string, line: UncheckedLine): string {
  const covered = line.kind === 'blob' ? { ...line, text: undefined } : line
  return linkAfter(previous, JSON.stringify(covered)).slice(0, checkLength)
}

/** The check of the line that one names which begins an epoch; undefined for any other line. */
export function followed(line: UncheckedLine): string | undefined {
  return line.kind === 'lease' ? line.follows : undefined
}
