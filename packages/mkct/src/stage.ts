import { type Aggregate, addTo } from './aggregate.js'
import { encodeAggregate } from './aggregate-codec.js'
import { isDown } from './batch-in-doubt.js'
import { closedError } from './closed-error.js'
import type { Engine } from './engine.js'
import { encodeHead, type Head, timesAfter } from './head.js'
import { refuseDamage } from './integrity/damage.js'
import { encodeMegram, linkOf } from './journal-entry.js'
import { anchorOf, contributionOf, type MaybeRecalled, type StoredLevel } from './megram.js'
import { refuseOtherWriter } from './other-writer.js'
import { indexOf } from './record-index.js'
import { encodeRecall } from './records.js'
import type { Batch } from './store.js'

/**
 * Writes all that `job` stages in one atomic batch, or nothing when it throws; the engine's head and cache move only
 * once the batch is down. One that is down although the store said it had failed counts as written. To be used inside
 * `gate.exclusive`.
 *
 * @throws {ArtooError} `store_damaged` while the store awaits repair, `memory_closed` once it is closed, `store_changed`
 * when someone else has written.
 */
export async function inOneBatch<Result>(
  engine: Engine,
  job: (stage: Stage) => Result | Promise<Result>,
): Promise<Result> {
  refuseDamage(engine.damage)
  if (engine.closed) throw closedError()
  await engine.access.mend()
  const draft = createDraft(engine)
  try {
    const result = await job(draft.stage)
    await draft.commit()
    return result
  } catch (error) {
    await draft.discard()
    throw error
  }
}

function createDraft(engine: Engine) {
  const { access, keys, hash } = engine
  let batch: Batch | null = null
  let changes = 0
  const aggregates = new Map<string, Aggregate | null>()
  const head = { ...engine.head, counts: { ...engine.head.counts } }

  function put(key: string, value: string): void {
    changes++
    batch ??= access.batch()
    batch.put(key, value)
  }

  function del(key: string): void {
    changes++
    batch ??= access.batch()
    batch.del(key)
  }

  function setAggregate(key: string, before: Aggregate | null, after: Aggregate | null): void {
    aggregates.set(key, after)
    if (!before !== !after) head.pairs += after ? 1 : -1
  }

  function count(level: StoredLevel, by: 1 | -1): void {
    head.counts[level] += by
  }

  const stage = {
    /** Of two changes to one key the later counts. */
    put,
    del,
    count,
    setAggregate,
    /** Sets, moves or removes (null) a record's recall mark. */
    markRecall(sequence: number, before: number | null, at: number | null): void {
      if (before === null && at === null) return
      if (at === null) del(keys.recalled(sequence))
      else put(keys.recalled(sequence), encodeRecall(engine, sequence, at))
      head.recalled += Number(at !== null) - Number(before !== null)
      if (at !== null) Object.assign(head, timesAfter(head, at))
    },

    /** A pair's aggregate as this stage leaves it: the staged one, be it none, or else the one that was loaded. */
    aggregate(key: string, loaded: Aggregate | null | undefined): Aggregate | null {
      const staged = aggregates.get(key)
      return staged === undefined ? (loaded ?? null) : staged
    },

    /** Appends a record with all its index keys. `before` is the pair's aggregate, null for none; `pair` its key. */
    append(
      megram: MaybeRecalled,
      before: Aggregate | null,
      pair = keys.aggregate(megram.space, megram.entity),
    ): number {
      const sequence = head.sequence + 1
      const json = encodeMegram(megram)
      const link = linkOf(hash, head.link, sequence, json)
      put(keys.entry(sequence), link + json)
      for (const [key, value] of indexOf(keys, hash, sequence, megram)) put(key, value)
      head.sequence = sequence
      head.link = link
      Object.assign(head, timesAfter(head, anchorOf(megram)))
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
  }

  return {
    stage,
    async commit(): Promise<void> {
      head.revision += changes
      for (const [key, aggregate] of aggregates) {
        if (aggregate) put(key, encodeAggregate(aggregate))
        else del(key)
      }
      if (!batch) return
      await refuseOtherWriter(engine)
      const down: Head = head
      put(keys.head, encodeHead(down))
      try {
        await batch.write(engine.sync)
      } catch (error) {
        engine.cache.clear()
        if (!(await isDown(engine, down))) throw error
      }
      for (const [key, aggregate] of aggregates) engine.cache.set(key, aggregate)
      engine.head = down
      engine.committed(down)
    },
    async discard(): Promise<void> {
      await batch?.discard()
    },
  }
}

export type Stage = ReturnType<typeof createDraft>['stage']
