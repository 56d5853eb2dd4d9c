import { type Aggregate, addTo } from './aggregate.js'
import { encodeAggregate } from './aggregate-codec.js'
import { closedError } from './closed-error.js'
import type { Engine } from './engine.js'
import { encodeHead, type Head } from './head.js'
import { refuseDamage } from './integrity/damage.js'
import { encodeMegram, linkOf } from './journal-entry.js'
import { contributionOf, type MaybeRecalled, type StoredLevel } from './megram.js'
import { indexOf } from './record-index.js'
import { encodeRecall } from './records.js'
import type { Change } from './store.js'

/**
 * Gathers changes and writes them in one atomic batch; the engine's head and cache move only once it is down.
 * To be used inside `gate.exclusive`.
 *
 * @throws {ArtooError} `store_damaged` while the store awaits repair, `memory_closed` once it is closed.
 */
export function createStage(engine: Engine) {
  refuseDamage(engine.damage)
  if (engine.closed) throw closedError()
  const { access, keys, hash } = engine
  const changes: Change[] = []
  const aggregates = new Map<string, Aggregate | null>()
  const head = draftOf(engine.head)

  function setAggregate(key: string, before: Aggregate | null, after: Aggregate | null): void {
    aggregates.set(key, after)
    if (!before !== !after) head.pairs += after ? 1 : -1
  }

  function count(level: StoredLevel, by: 1 | -1): void {
    head.counts[level] += by
  }

  return {
    get empty(): boolean {
      return changes.length === 0 && aggregates.size === 0
    },
    /** Of two changes to one key the later counts. */
    put: (key: string, value: string) => void changes.push([key, value]),
    del: (key: string) => void changes.push([key, null]),
    count,
    setAggregate,
    /** Sets, moves or removes (null) a record's recall mark. */
    markRecall(sequence: number, before: number | null, at: number | null): void {
      if (before === null && at === null) return
      changes.push([keys.recalled(sequence), at === null ? null : encodeRecall(engine, sequence, at)])
      head.recalled += Number(at !== null) - Number(before !== null)
      head.latest = Math.max(head.latest, at ?? 0)
    },

    /** The staged aggregate, or undefined when the stage doesn't hold it. */
    aggregate: (key: string): Aggregate | null | undefined => aggregates.get(key),

    /** Appends a record with all its index keys. `before` is the pair's aggregate, null for none; `pair` its key. */
    append(
      megram: MaybeRecalled,
      before: Aggregate | null,
      pair = keys.aggregate(megram.space, megram.entity),
    ): number {
      const sequence = head.sequence + 1
      const json = encodeMegram(megram)
      const link = linkOf(hash, head.link, sequence, json)
      changes.push([keys.entry(sequence), link + json], ...indexOf(keys, hash, sequence, megram))
      head.sequence = sequence
      head.link = link
      head.latest = Math.max(head.latest, megram.at)
      count(megram.level, 1)
      const contribution = contributionOf(megram)
      if (contribution) {
        const { at } = megram
        const newest = before && before.newest.at > at ? before.newest : { at, sequence }
        const buckets = addTo(before?.buckets ?? [], contribution)
        setAggregate(pair, before, { buckets, newest, lastWrite: sequence })
      }
      return sequence
    },

    async commit(): Promise<void> {
      head.revision += changes.length
      for (const [key, aggregate] of aggregates) changes.push([key, aggregate && encodeAggregate(aggregate)])
      changes.push([keys.head, encodeHead(head)])
      await access.write(changes, engine.sync)
      for (const [key, aggregate] of aggregates) engine.cache.set(key, aggregate)
      engine.head = head
      engine.committed(head)
    },
  }
}

function draftOf(head: Head) {
  return { ...head, counts: { ...head.counts } }
}

export type Stage = ReturnType<typeof createStage>
