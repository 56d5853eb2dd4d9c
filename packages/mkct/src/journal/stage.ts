import { closedError } from '@artoo/spec'
import { anchorOf, contributionOf, type MaybeRecalled, type StoredLevel } from '../megram/megram.js'
import type { Pair } from '../megram/pair.js'
import { type Aggregate, encodeAggregate, ignoredFrom, withMember } from '../potentials/aggregate.js'
import type { Batch } from '../store/store.js'
import { isDown } from './batch-in-doubt.js'
import { refuseDamage } from './damage.js'
import type { Engine } from './engine.js'
import { encodeHead, type Head, timesAfter } from './head.js'
import { encodeMegram, linkOf } from './journal-entry.js'
import { refuseOtherWriter } from './other-writer.js'
import { indexOf } from './record-index.js'
import { encodeRecall } from './records.js'
import { aggregatesAt } from './stored-aggregates.js'

/**
 * Writes all that `job` stages in one atomic batch, or nothing when it throws; the engine's head moves only
 * once the batch is down. One that is down although the store said it had failed counts as written. To be used inside
 * `gate.exclusive`.
 *
 * @throws {ArtooError} `damaged_store` while the store awaits repair, `closed` once it is closed, `store_changed`
 * when someone else has written.
 */
export async function inOneBatch<Result>(
  engine: Engine,
  job: (stage: Stage) => Result | Promise<Result>,
): Promise<Result> {
  refuseDamage(engine.damage)
  if (engine.closed) throw closedError('memory')
  await engine.access.mend()
  const batch = engine.access.batch()
  try {
    const draft = createDraft(engine, batch)
    const result = await job(draft.stage)
    await draft.commit()
    return result
  } catch (error) {
    await batch.discard()
    throw error
  }
}

interface Sum {
  readonly before: Aggregate | null
  after: Aggregate | null
}

function createDraft(engine: Engine, batch: Batch) {
  const { keys, hash } = engine
  let changes = 0
  const sums = new Map<string, Sum>()
  const head = { ...engine.head, counts: { ...engine.head.counts } }

  /** Null deletes. Of two changes to one key the later counts. */
  function set(key: string, value: string | null): void {
    changes++
    batch.set(key, value)
  }

  function sumAt(key: string): Sum {
    const sum = sums.get(key)
    if (!sum) throw new Error(`The sum ${key} is not loaded.`)
    return sum
  }

  function moveHeeded(key: string, { before, after }: Sum): void {
    if (keys.isOfSpace(key)) return
    head.pairs += Number(after !== null) - Number(before !== null)
    const [from, to] = [before, after].map((aggregate) => (aggregate ? ignoredFrom(aggregate.buckets) : 0))
    if (from === to) return
    if (from) set(keys.heeded(key, from), null)
    if (to) set(keys.heeded(key, to), '')
  }

  function count(level: StoredLevel, by: 1 | -1): void {
    head.counts[level] += by
  }

  /** Sets, moves or removes (null) a record's recall mark. */
  function markRecall(sequence: number, before: number | null, at: number | null): void {
    if (before === null && at === null) return
    set(keys.recalled(sequence), at === null ? null : encodeRecall(engine, sequence, at))
    head.recalled += Number(at !== null) - Number(before !== null)
    if (at !== null) Object.assign(head, timesAfter(head, at))
  }

  /** Adds what a record contributes to the sums. */
  function join(sequence: number, megram: MaybeRecalled): void {
    const contribution = contributionOf(megram)
    if (!contribution) return
    const { f, sigma, k, anchor } = contribution
    const member = { f, sigma, k, anchor, at: megram.at, sequence }
    for (const key of keys.sums(megram)) {
      const sum = sumAt(key)
      sum.after = withMember(sum.after, member)
    }
  }

  const stage = {
    set,
    join,
    count,
    markRecall,

    /** Loads the sums that these change: their pairs' and their spaces'. To be called before they are. */
    async load(megrams: readonly Pair[]): Promise<void> {
      const wanted = new Set(megrams.flatMap(keys.sums))
      const missing = [...wanted].filter((key) => !sums.has(key))
      for (const [index, before] of (await aggregatesAt(engine, missing)).entries()) {
        sums.set(missing[index] ?? '', { before, after: before })
      }
    },

    sum: (key: string): Aggregate | null => sumAt(key).after,
    setSum(key: string, after: Aggregate | null): void {
      sumAt(key).after = after
    },

    append(megram: MaybeRecalled): number {
      const sequence = head.sequence + 1
      const json = encodeMegram(megram)
      const link = linkOf(hash, head.link, sequence, json)
      set(keys.entry(sequence), link + json)
      for (const [key, value] of indexOf(keys, hash, sequence, megram)) set(key, value)
      head.sequence = sequence
      head.link = link
      Object.assign(head, timesAfter(head, anchorOf(megram)))
      count(megram.level, 1)
      markRecall(sequence, null, megram.recalledAt ?? null)
      join(sequence, megram)
      return sequence
    },
  }

  return {
    stage,
    async commit(): Promise<void> {
      head.revision += changes
      const changed = [...sums].filter(([, { before, after }]) => before !== after)
      for (const [key, sum] of changed) {
        set(key, sum.after && encodeAggregate(sum.after))
        moveHeeded(key, sum)
      }
      if (changes === 0) return batch.discard()
      await refuseOtherWriter(engine)
      const down: Head = head
      set(keys.head, encodeHead(down))
      try {
        await batch.write(engine.sync)
      } catch (error) {
        if (!(await isDown(engine, down))) throw error
      }
      engine.head = down
      engine.committed(down)
    },
  }
}

export type Stage = ReturnType<typeof createDraft>['stage']
