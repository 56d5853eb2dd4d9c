import type { Engine } from '../engine.js'
import { emptyHead, encodeHead, type Head } from '../head.js'
import { decodeEntry, encodeTombstone, genesis, type Hash, type JournalEntry, linkOf } from '../journal-entry.js'
import { anchorOf } from '../megram.js'
import { hasSoundHead } from '../other-writer.js'
import { indexOf } from '../record-index.js'
import { decodeRecall } from '../records.js'
import type { Entry } from '../store.js'
import { rebuildAggregates } from './aggregate-check.js'
import { type Damage, isSerious } from './damage.js'
import { checkJournal } from './journal-check.js'

export interface RepairReport {
  /** What was wrong. */
  readonly damage: readonly Damage[]
  /** Journal entries given up. */
  readonly lost: number
  /** Megrams that are left. */
  readonly megrams: number
}

const chunkSize = 1000
const derived = ['i', 'k', 'x', 'd', 'l', 's', 'c', 'a'] as const

/**
 * Keeps what the journal still proves, marks the rest as lost, chains it anew, and derives everything else from it.
 * Until it is through, a mark has every opening refuse; run again, also after an abort, it goes on. To be used inside
 * `gate.exclusive`.
 *
 * @throws {ArtooError} `store_changed` when someone else has written to a store that was opened undamaged.
 */
export async function repairStore(engine: Engine, signal: AbortSignal): Promise<RepairReport> {
  signal.throwIfAborted()
  await hasSoundHead(engine)
  engine.damage = [{ type: 'repair' }]
  const { damage, lost } = await rechain(engine, await begin(engine), signal)
  for (const table of derived) {
    signal.throwIfAborted()
    await engine.access.clear(engine.keys.table(table))
  }
  const { recalled, latest } = await reindex(engine, signal)
  await rebuildAggregates(engine, signal)
  let pairs = 0
  for await (const page of engine.access.pages(engine.keys.table('a'))) pairs += page.length
  engine.head = { ...engine.head, pairs, recalled, latest: Math.max(engine.head.latest, latest) }
  await engine.access.write(
    [
      [engine.keys.head, encodeHead(engine.head)],
      [engine.keys.repairing, null],
    ],
    true,
  )
  const { M, K, C } = engine.head.counts
  return { damage, lost, megrams: M + K + C }
}

/** How far the journal was chained anew: the last entry, and the link that it had before. */
interface Progress {
  readonly sequence: number
  readonly link: string
}

async function begin({ access, keys }: Engine): Promise<Progress> {
  const [sequence = '0', link = genesis] = (await access.get(keys.repairing))?.split(' ') ?? []
  const progress = { sequence: Number(sequence), link }
  await access.write([[keys.repairing, encodeProgress(progress)]], true)
  return progress
}

function encodeProgress({ sequence, link }: Progress): string {
  return `${sequence} ${link}`
}

/** Rewrites the journal from its sound entries. Links change only after the first damage. */
async function rechain(
  engine: Engine,
  progress: Progress,
  signal: AbortSignal,
): Promise<{ readonly damage: readonly Damage[]; readonly lost: number }> {
  const { access, keys, hash } = engine
  const claimed = engine.head.sequence
  const damage: Damage[] = []
  let changes = new Map<string, string | null>()
  let head: Head = { ...emptyHead, revision: engine.head.revision + 1, latest: engine.head.latest }
  let lost = 0
  let gap: number | null = null

  /** Closes a hole up to `to` with a tombstone. */
  function bury(to: number): void {
    if (gap === null) return
    changes.set(keys.entry(to), encodeTombstone(head.link, gap, 'lost'))
    lost += to - gap + 1
    head = { ...head, sequence: to }
    gap = null
  }

  for await (const { sequence, entry, damage: found, sound } of checkJournal(engine, 1, signal, progress)) {
    damage.push(...found)
    const first = sound && entry.type === 'tombstone' ? entry.from : sequence
    if (first > head.sequence + 1) gap ??= head.sequence + 1
    if (!sound) {
      gap ??= sequence
      changes.set(keys.entry(sequence), null)
      continue
    }
    bury(first - 1)
    const link = linkAfter(hash, head.link, sequence, entry)
    if (link !== entry.link) changes.set(keys.entry(sequence), rewritten(link, entry))
    head = { ...head, sequence, link }
    if (entry.type === 'megram') {
      const { level } = entry.megram
      const counts = { ...head.counts, [level]: head.counts[level] + 1 }
      head = { ...head, counts, latest: Math.max(head.latest, anchorOf(entry.megram)) }
    }
    if (changes.size < chunkSize) continue
    changes.set(keys.repairing, encodeProgress({ sequence, link: entry.link }))
    await access.write(changes, engine.sync)
    changes = new Map()
  }
  const end = Math.max(claimed, head.sequence, gap ?? 0)
  if (end > head.sequence) {
    gap ??= head.sequence + 1
    if (!damage.some(isSerious)) damage.push({ type: 'missing', from: gap, to: end })
    bury(end)
  }
  changes.set(keys.head, encodeHead(head))
  await access.write(changes, true)
  engine.head = head
  return { damage, lost }
}

function linkAfter(hash: Hash, previous: string, sequence: number, entry: JournalEntry): string {
  return entry.type === 'tombstone' ? entry.link : linkOf(hash, previous, sequence, entry.json)
}

function rewritten(link: string, entry: JournalEntry): string {
  return entry.type === 'tombstone' ? encodeTombstone(link, entry.from, entry.reason) : link + entry.json
}

/** Returns how many records have a recall mark, and the time of the latest. */
async function reindex(engine: Engine, signal: AbortSignal) {
  const { access, keys, sync } = engine
  let recalled = 0
  let latest = 0
  for await (const page of access.pages(keys.table('e'), signal)) {
    const changes = new Map<string, string | null>()
    const marks = await access.getMany(page.map(([key]) => keys.recalled(keys.lastNumber(key))))
    for (const [position, entry] of page.entries()) {
      const recalledAt = reindexEntry(engine, entry, marks[position], changes)
      if (recalledAt === null) continue
      recalled++
      latest = Math.max(latest, recalledAt)
    }
    await access.write(changes, sync)
  }
  return { recalled, latest }
}

/** Returns the entry's recall mark, or null when it has none that holds. */
function reindexEntry(
  engine: Engine,
  [key, value]: Entry,
  mark: string | undefined,
  changes: Map<string, string | null>,
): number | null {
  const { keys, hash } = engine
  const sequence = keys.lastNumber(key)
  const recalledAt = mark === undefined ? null : decodeRecall(engine, sequence, mark)
  const entry = decodeEntry(value, recalledAt)
  if (entry.type !== 'megram' || recalledAt === null) changes.set(keys.recalled(sequence), null)
  if (entry.type !== 'megram') return null
  for (const [name, text] of indexOf(keys, hash, sequence, entry.megram)) changes.set(name, text)
  return recalledAt
}
