import { ArtooError } from '@artoo/spec'
import type { Engine } from './engine.js'
import { eraseRecords } from './erase.js'
import { refuseDamage } from './integrity/damage.js'
import { decodeNumber, encodePart } from './key-encoding.js'
import { checkTag } from './new-megram.js'
import { readRecords, type Stored } from './records.js'
import { createStage } from './stage.js'

/** What to forget. Several fields narrow it down: all must match. */
export interface Selector {
  readonly space?: string
  readonly entity?: string
  readonly id?: string
  readonly subject?: string
}

export interface ForgetReport {
  /** Records that matched, and what depended on them. */
  readonly erased: number
  /** Of those, the rules distilled from a record that matched, and what was said about them. */
  readonly dependents: number
  /** False when the store offers no compaction: the text may then linger in its files. */
  readonly compacted: boolean
}

/** To be used inside `gate.exclusive`. */
export async function forgetRecords(engine: Engine, selector: Selector): Promise<ForgetReport> {
  refuseDamage(engine.damage)
  checkSelector(selector)
  const matching = await select(engine, selector)
  const { id, ...rest } = selector
  const byIdAlone = id !== undefined && Object.values(rest).every((value) => value === undefined)
  const all = await withDependents(engine, matching, byIdAlone ? [id] : [])
  const doomed = [...all.values()].sort((a, b) => b.sequence - a.sequence)
  for (let start = 0; start < doomed.length; start += chunkSize) {
    const stage = createStage(engine)
    await eraseRecords(engine, stage, doomed.slice(start, start + chunkSize))
    stage.put(engine.keys.erasing, '')
    await stage.commit()
  }
  const compacted = await compactErased(engine)
  return { erased: all.size, dependents: all.size - matching.length, compacted }
}

/** The mark that the erasing batches set has a crash before this ended made good on the next opening. */
export async function compactErased(engine: Engine): Promise<boolean> {
  const compacted = await engine.compact()
  const stage = createStage(engine)
  stage.del(engine.keys.erasing)
  await stage.commit()
  return compacted
}

const chunkSize = 5000
const fields: readonly string[] = ['space', 'entity', 'id', 'subject'] satisfies (keyof Selector)[]

/** A field that isn't known would narrow nothing down: what was meant for one entity would take the whole space. */
function checkSelector(selector: Selector): void {
  const unknown = Object.keys(selector).find((field) => !fields.includes(field))
  if (unknown !== undefined) {
    const message = `${JSON.stringify(unknown)} selects nothing; use ${fields.join(', ')}.`
    throw new ArtooError('unknown_selector', message, { field: unknown })
  }
  const given = Object.entries(selector).filter(([, value]) => value !== undefined)
  if (given.length === 0) {
    throw new ArtooError('empty_selector', 'Say what to forget: a space, an entity, an id or a subject.', {
      field: 'selector',
    })
  }
  for (const [field, value] of given) checkTag(field, value)
}

async function select(engine: Engine, selector: Selector): Promise<readonly Stored[]> {
  const found: Stored[] = []
  for await (const sequences of candidates(engine, selector)) {
    for (const stored of await readRecords(engine, sequences)) {
      if (stored && matches(stored, selector)) found.push(stored)
    }
  }
  return found
}

function matches({ megram }: Stored, { space, entity, id, subject }: Selector): boolean {
  return (
    (space === undefined || megram.space === space) &&
    (entity === undefined || megram.entity === entity) &&
    (id === undefined || megram.id === id) &&
    (subject === undefined || megram.subject === subject)
  )
}

async function* candidates({ access, keys }: Engine, { space, entity, id, subject }: Selector) {
  if (id !== undefined) {
    const sequence = await access.get(keys.id(id))
    if (sequence !== undefined) yield [decodeNumber(sequence)]
    return
  }
  if (subject !== undefined) {
    for await (const page of access.pages(keys.subjects(subject))) yield page.map(([key]) => keys.lastNumber(key))
    return
  }
  const ranges =
    space === undefined
      ? [keys.table('x'), keys.levels('C')]
      : entity === undefined
        ? [keys.membersOfSpace(space), keys.levelsOfSpace('C', space)]
        : [keys.members(space, entity), keys.levelsOfPair('C', space, entity)]
  const part = entity === undefined ? '' : ` ${encodePart(entity)} `
  for (const range of ranges) {
    for await (const page of access.pages(range)) {
      yield page.filter(([key]) => key.includes(part)).map(([key]) => keys.lastNumber(key))
    }
  }
}

/**
 * A rule distilled from something forgotten holds its text in other words; what speaks about the rule may quote it.
 * `faded` are ids to start from whose Megrams may be gone.
 */
async function withDependents(
  engine: Engine,
  matching: readonly Stored[],
  faded: readonly string[],
): Promise<ReadonlyMap<number, Stored>> {
  const { access, keys } = engine
  const all = new Map<number, Stored>(matching.map((stored) => [stored.sequence, stored]))
  for (let ids = [...faded, ...matching.map(({ megram }) => megram.id)]; ids.length > 0; ) {
    const dependents: number[] = []
    for (const id of ids) {
      for await (const page of access.pages(keys.dependents(id))) {
        dependents.push(...page.map(([key]) => keys.lastNumber(key)))
      }
    }
    const unseen = [...new Set(dependents)].filter((sequence) => !all.has(sequence))
    const fresh = (await readRecords(engine, unseen)).flatMap((stored) => stored ?? [])
    for (const stored of fresh) all.set(stored.sequence, stored)
    ids = fresh.map(({ megram }) => megram.id)
  }
  return all
}
