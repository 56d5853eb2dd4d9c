import { checkOf, firstCheck } from '../journal/checked-lines.js'
import type { Journal, JournalLine, UncheckedLine } from '../journal/journal.js'

/**
 * Appends lines with the checks that a runtime gives them, in place of those that they have: each behind the last one of its epoch, and the
 * first of a later epoch behind the last one of all. For tests that write a journal by hand.
 */
export async function appendLines(
  journal: Pick<Journal, 'read' | 'append'>,
  taskId: string,
  lines: readonly UncheckedLine[],
): Promise<void> {
  const byEpoch = new Map<number, string>()
  let last = firstCheck
  for await (const { epoch, check } of journal.read(taskId)) {
    byEpoch.set(epoch, check)
    last = check
  }
  const checked = lines.map((line): JournalLine => {
    const before = byEpoch.get(line.epoch)
    const whole = line.kind === 'lease' && before === undefined ? { ...line, follows: last } : line
    last = checkOf(whole, before ?? last)
    byEpoch.set(line.epoch, last)
    return { ...whole, check: last }
  })
  await journal.append(taskId, checked)
}
