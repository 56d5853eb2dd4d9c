import type { FailureEntry, SessionState, SuccessEntry } from '../protocol/state.js'
import type { ProblemPattern } from './records.js'

/** Something that the three registries and the session don't agree on (section 3.5), or that can't be read. */
export interface Inconsistency {
  readonly code: 'missing_failure' | 'missing_success' | 'not_in_timeline' | 'invalid_record'
  /** The record or entry that is wrong or missing. */
  readonly id: string
  /** The pattern that names it; null where none does. */
  readonly pattern: string | null
  readonly message: string
}

export interface KnownIds {
  readonly failures: ReadonlySet<string>
  readonly successes: ReadonlySet<string>
}

/** The entries of 55 and 56 that a pattern names and that are missing. */
export function missingReferences(pattern: ProblemPattern, known: KnownIds): readonly Inconsistency[] {
  const missing = (code: 'missing_failure' | 'missing_success', ids: readonly string[], there: ReadonlySet<string>) =>
    ids
      .filter((id) => !there.has(id))
      .map((id): Inconsistency => {
        const kind = code === 'missing_failure' ? 'failure' : 'success'
        const message = `The pattern ${pattern.id} names the ${kind} ${id}, which is not there; forget('${kind}', id) takes the name out.`
        return { code, id, pattern: pattern.id, message }
      })
  return [
    ...missing('missing_failure', pattern.antiPatterns, known.failures),
    ...missing('missing_success', pattern.solutions, known.successes),
  ]
}

/**
 * The entries for 55 and 56 that are missing in the session's timeline: it must have an event of the same agent at the
 * same time that says the same, or names the entry's id.
 */
export function notInTimeline({ failures, successes, timeline }: SessionState): readonly Inconsistency[] {
  const isThere = ({ id, at, agent, description }: FailureEntry | SuccessEntry) =>
    timeline.some(({ timestamp, agentId, summary }) => {
      const says = summary.includes(description) || summary.split(/\W+/).includes(id)
      return timestamp === at && agentId === agent && says
    })
  return [...failures, ...successes]
    .filter((entry) => !isThere(entry))
    .map(({ id, description }) => {
      const message = `${id} (${description}) is not in the session's timeline`
      return { code: 'not_in_timeline', id, pattern: null, message } as const
    })
}
