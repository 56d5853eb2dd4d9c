import { isoTime } from '@artoo/llm'
import type { Deadline } from '../messages/task.js'
import { oneLine } from '../prompts/one-line.js'
import { timeIn } from './iso-time.js'

/** A model's deadline, compared with the time of the request; null when there is none. */
export function deadlineIn(given: string | null | undefined, receivedAt: number): Deadline | null {
  if (!given?.trim()) return null
  const at = timeIn(given)
  const named = JSON.stringify(oneLine(given, 100))
  if (at === null) return { at, problem: `${named} is no ISO 8601 time with a date, a time of day and a zone` }
  if (at > receivedAt) return { at, problem: null }
  return { at: null, problem: `${named} had passed when the request came, at ${isoTime(receivedAt)}` }
}

/** The question to the model about a deadline that can't be kept. */
export function whatWasMeant(problem: string): string {
  return `The deadline can't be kept: ${problem}. Look again at what the user said, and answer with the whole object once more:
with the time that the user meant, or with null when the user named none. A time that still can't be kept is left out.`
}
