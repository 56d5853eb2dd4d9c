import { ArtooError, isRecord } from '@artoo/spec'
import { firstDifference } from '../journal/first-difference.js'
import type { Redact } from '../journal/redact.js'
import { redacted } from '../journal/redacted.js'
import type { Facts } from '../journal/run-record.js'
import type { Effect } from '../scope/effect.js'

/** A fact that is another one than when the run began. */
export interface Difference {
  /** `tools.pay.effect`. */
  readonly what: string
  /** Null when the fact was missing, or is. */
  readonly was: unknown
  readonly is: unknown
  /** It makes the run less safe, and `accept` named it. */
  readonly accepted: boolean
}

interface Now {
  readonly effects: readonly Effect[]
  readonly facts: Facts
  readonly redact: Redact | undefined
  /** Names of differences that are accepted. */
  readonly accept?: readonly string[] | undefined
}

/** The facts of a runtime and of its effects. */
export function factsOf(effects: readonly Effect[], own: Facts = {}): Facts {
  return Object.assign({}, own, ...effects.map(({ facts }) => facts?.values()))
}

/**
 * Lists what differs from the facts that a run began with; nothing for a journal that doesn't have them.
 *
 * @throws {ArtooError} `resume_mismatch` naming each difference that makes the run less safe and is not accepted.
 */
export function acceptedDifferences(taskId: string, before: Facts | undefined, now: Now): readonly Difference[] {
  const { effects, redact, accept = [] } = now
  if (!before) return []
  const isWeaker = ({ path, was, is }: Found) =>
    effects.some(({ facts }) => facts && Object.hasOwn(facts.values(), path[0] ?? '') && facts.isWeaker(path, was, is))
  const found = differencesIn(before, redact ? redacted(now.facts, redact) : now.facts).map((difference) => ({
    ...difference,
    what: difference.path.join('.'),
    weaker: isWeaker(difference),
  }))
  const refused = found.filter(({ weaker, what }) => weaker && !accept.includes(what))
  if (refused.length > 0) throw mismatch(taskId, refused)
  return found.map(({ what, was, is, weaker }) => ({ what, was, is, accepted: weaker }))
}

interface Found {
  readonly path: readonly string[]
  readonly was: unknown
  readonly is: unknown
}

function differencesIn(was: unknown, is: unknown, path: readonly string[] = []): readonly Found[] {
  if (isRecord(was) && isRecord(is)) {
    const names = new Set([...Object.keys(was), ...Object.keys(is)])
    return [...names].flatMap((name) => differencesIn(was[name], is[name], [...path, name]))
  }
  return firstDifference(was, is) === null ? [] : [{ path, was: was ?? null, is: is ?? null }]
}

function mismatch(taskId: string, refused: readonly { what: string; was: unknown; is: unknown }[]): ArtooError {
  const inWords = ({ what, was, is }: (typeof refused)[number]) =>
    is === null ? `${what} is missing` : `${what} was ${JSON.stringify(was)} and is ${JSON.stringify(is)}`
  const changes = refused.map(inWords).join('; ')
  const names = refused.map(({ what }) => `'${what}'`).join(', ')
  const remedy = `give the tools that it began with, or accept that: resume('${taskId}', { accept: [${names}] })`
  return new ArtooError('resume_mismatch', `${taskId} began with safer tools, ${changes}: ${remedy}`, {
    field: refused.map(({ what }) => what).join(', '),
  })
}
