import { isoTime } from '@artoo/llm'
import { oneLine } from '../prompts/one-line.js'
import { timeIn } from '../role/iso-time.js'

/** The problems with the deadline that a plan gives a subtask, to be read after the subtask's number. */
export function deadlineProblems(
  given: string | null | undefined,
  { deadline, now }: { readonly deadline: number | null; readonly now: number },
): readonly string[] {
  if (!given?.trim()) return []
  const at = timeIn(given)
  const named = JSON.stringify(oneLine(given, 100))
  if (at === null) return [`has the deadline ${named}, which is no ISO 8601 time with a date, a time of day and a zone`]
  if (at <= now) return [`has the deadline ${named}, which has passed: it is ${isoTime(now)}`]
  if (deadline === null || at <= deadline) return []
  return [`has the deadline ${named}, which is later than the task's: ${isoTime(deadline)}`]
}
