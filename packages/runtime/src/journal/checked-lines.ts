import { chainStart, linkAfter } from './chain.js'
import type { JournalLine, UncheckedLine } from './journal.js'

/** Hexadecimal digits of a check: it is there for damage, not for forgery. */
const checkLength = 16

/** The check before the first line. */
export const firstCheck = chainStart.slice(0, checkLength)

/** Lines with their checks, and the JSON of each: a check takes it, and so does a journal. */
export interface CheckedLines {
  readonly lines: readonly JournalLine[]
  readonly texts: readonly string[]
}

/**
 * Lines of one process as they are written, each with its check. `after` is the check of the process's last line before them; the first line
 * of a later epoch follows the line that it names instead.
 */
export function checkedLines(lines: readonly UncheckedLine[], after: string = firstCheck): CheckedLines {
  let check = after
  const texts: string[] = []
  const checked = lines.map((line): JournalLine => {
    const json = coveredBy(line)
    check = checkAfter(followed(line) ?? check, json)
    const whole = { ...line, check }
    texts.push(line.kind === 'blob' ? JSON.stringify(whole) : `${json.slice(0, -1)},"check":"${check}"}`)
    return whole
  })
  return { lines: checked, texts }
}

/** The JSON of lines that nobody has made yet, as a journal keeps it. */
export const textsOf = (lines: readonly JournalLine[]): readonly string[] => lines.map((line) => JSON.stringify(line))

/** The check that a line has behind another, whatever check it says it has. */
export function checkOf(line: UncheckedLine, previous: string): string {
  const { check: _, ...unchecked } = line as JournalLine
  return checkAfter(previous, coveredBy(unchecked as UncheckedLine))
}

function checkAfter(previous: string, covered: string): string {
  return linkAfter(previous, covered).slice(0, checkLength)
}

/** The JSON that a check covers. A long text is covered by its hash, which is that of the line. */
function coveredBy(line: UncheckedLine): string {
  return JSON.stringify(line.kind === 'blob' ? { ...line, text: undefined } : line)
}

/** The check of the line that one names which begins an epoch; undefined for any other line. */
export function followed(line: UncheckedLine): string | undefined {
  return line.kind === 'lease' ? line.follows : undefined
}
