import { deadlineFor } from '@artoo/spec'
import type { Clarify } from './options.js'

/** The host's answer; '' when it gives none, fails, or the task ends first. */
export async function clarified(
  clarify: Clarify | undefined,
  questions: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  if (!clarify) return ''
  const deadline = deadlineFor(signal)
  try {
    const answer: unknown = await deadline.race(async () => clarify(questions, { signal: deadline.signal }))
    return typeof answer === 'string' ? answer : ''
  } catch {
    return ''
  } finally {
    deadline.release()
  }
}
