import { ArtooError, assertOptions } from '@artoo/spec'
import { refuseDamage } from '../journal/damage.js'
import type { Engine } from '../journal/engine.js'
import { subjectsOf } from '../journal/lineage.js'
import { recordsAt, recordsOf, type Stored } from '../journal/records.js'
import { inOneBatch } from '../journal/stage.js'
import { checkTag } from '../megram/new-megram.js'
import { rangesOf } from '../read/inspect.js'
import type { KeyRange } from '../store/key-encoding.js'
import { eraseRecords } from './erase.js'
import { purgeErased } from './purge-erased.js'

/**
 * Fields that a Megram must match to be forgotten; several must all match. If no Megram has the `id` any more, the
 * other fields are compared with the Megrams built on it.
 */
export interface Selector {
  readonly space?: string
  readonly entity?: string
  readonly id?: string
  /** Reaches what is about it, and the rules that came from such Megrams even when those have faded. */
  readonly subject?: string
}

export interface ForgetReport {
  /** Records that matched, and what depended on them. */
  readonly erased: number
  /** The part of `erased` that are rules distilled from a matching record, or feedback on those rules. */
  readonly dependents: number
  /** False when the store offers no compaction: the text may then linger in its files. */
  readonly compacted: boolean
}

/**
 * Erases page by page, so that it holds no more than one page and what is built on that. Stops between batches when the signal
 * aborts. To be used inside `gate.exclusive`.
 */
export async function forgetRecords(engine: Engine, selector: Selector, signal: AbortSignal): Promise<ForgetReport> {
  refuseDamage(engine.damage)
  const { id, subject } = selector
  const isOwn = (stored: Stored): boolean =>
    matches(stored, selector) && isOr(id, stored.megram.id) && isOr(subject, stored.megram.subject)
  let erased = 0
  let own = 0
  for await (const records of candidates(engine, selector, signal)) {
    const matching = records.filter((stored) => matches(stored, selector))
    const doomed = await withDependents(engine, matching, signal)
    for (let start = 0; start < doomed.length; start += chunkSize) {
      signal.throwIfAborted()
      await inOneBatch(engine, async (stage) => {
        await eraseRecords(engine, stage, doomed.slice(start, start + chunkSize), true)
        stage.set(engine.keys.erasing, '')
      })
    }
    erased += doomed.length
    own += doomed.filter(isOwn).length
  }
  signal.throwIfAborted()
  return { erased, dependents: erased - own, compacted: await purgeErased(engine) }
}

const chunkSize = 1000
const fields = ['space', 'entity', 'id', 'subject'] as const satisfies (keyof Selector)[]

/** A field that isn't known, or has no value, would narrow nothing down: what was meant for one would take everyone's. */
export function checkSelector(selector: unknown): void {
  const given = Object.entries(assertOptions(selector ?? {}, fields, { of: 'forget' }))
  if (given.length === 0) {
    throw new ArtooError('empty_selector', 'Say what to forget: a space, an entity, an id or a subject.', {
      field: 'selector',
    })
  }
  for (const [field, value] of given) {
    if (value !== undefined) checkTag(field, value)
    else throw new ArtooError('empty_selector', `${field} is undefined; leave it out, or give a value.`, { field })
  }
}

/** Its id isn't looked at: `candidates` sees to that. */
function matches({ megram }: Stored, { space, entity, subject }: Selector): boolean {
  return (
    isOr(space, megram.space) &&
    isOr(entity, megram.entity) &&
    (subject === undefined || subjectsOf(megram).includes(subject))
  )
}

function isOr(wanted: string | undefined, value: string | undefined): boolean {
  return wanted === undefined || wanted === value
}

/** Page by page: what may match, or, of an id that has faded, what is built on it. */
async function* candidates(engine: Engine, selector: Selector, signal: AbortSignal) {
  const { keys } = engine
  const { id, subject } = selector
  const named = id === undefined ? [] : await recordsOf(engine, [id])
  if (named.length > 0) yield named
  else if (id !== undefined) yield* recordsIn(engine, keys.dependents(id), signal)
  else if (subject !== undefined) yield* recordsIn(engine, keys.subjects(subject), signal)
  else for (const range of rangesOf(engine, selector)) yield* recordsIn(engine, range, signal)
}

async function* recordsIn(engine: Engine, range: KeyRange, signal: AbortSignal) {
  for await (const page of engine.access.pages(range, signal)) yield await recordsAt(engine, page)
}

/**
 * The matching records and everything built on them, directly or through others. A rule distilled from a forgotten Megram
 * holds its text in other words, and feedback on the rule may quote it. In the order of erasing: dependents come before the
 * records that they are built on, so that an interrupted forgetting can find them again.
 */
async function withDependents(
  engine: Engine,
  matching: readonly Stored[],
  signal: AbortSignal,
): Promise<readonly Stored[]> {
  const generations: (readonly Stored[])[] = []
  const seen = new Set(matching.map(({ sequence }) => sequence))
  for (let generation = matching; generation.length > 0; ) {
    generations.unshift(generation)
    const next: Stored[] = []
    for (const { megram } of generation) {
      for await (const records of recordsIn(engine, engine.keys.dependents(megram.id), signal)) {
        next.push(...records.filter(({ sequence }) => !seen.has(sequence)))
        for (const { sequence } of records) seen.add(sequence)
      }
    }
    generation = next
  }
  return generations.flat()
}
