import { ArtooError, type Clock, type IdGenerator, systemClock } from '@artoo/spec'
import { MemoryLevel } from 'memory-level'
import { liveSums } from './aggregate.js'
import { createAggregateCache } from './aggregate-cache.js'
import { loadAggregates } from './aggregates.js'
import { commitWrites } from './commit-writes.js'
import { lookUp } from './consult.js'
import { type Engine, timeOf } from './engine.js'
import { createGate } from './gate.js'
import { decodeHead, emptyHead } from './head.js'
import { createKeys } from './keys.js'
import type { Memory } from './memory.js'
import { claimNamespace } from './namespace-claims.js'
import { checkTag, megramFrom } from './new-megram.js'
import { portableHash } from './portable-hash.js'
import { potentialsOf } from './potentials.js'
import { recallRecords } from './recall.js'
import { readRecords } from './records.js'
import { createStoreAccess, type Store } from './store.js'
import { createWriteQueue } from './write-queue.js'

export interface MemoryOptions {
  /** Any abstract-level store; it stays open when the memory closes. @defaultValue a new memory-level store */
  readonly store?: Store
  /** @defaultValue systemClock() */
  readonly clock?: Clock
  /** Must not repeat itself, also across restarts over one store. @defaultValue random UUIDs */
  readonly ids?: IdGenerator
  /** Tenant. Two namespaces of a store share nothing. @defaultValue 'default' */
  readonly namespace?: string
  /** 'power' syncs every batch to the disk before its receipts settle. @defaultValue 'process' */
  readonly durability?: 'process' | 'power'
  /** Writes that may wait; one more is refused. @defaultValue 10_000 */
  readonly queueLimit?: number
  /** Told of every write that was refused or failed, and of background marks that failed. */
  readonly onProblem?: (error: unknown) => void
}

/** Opens a memory; the store opens in the background, and every call waits for it. */
export function createMemory(options: MemoryOptions = {}): Memory {
  const {
    store = new MemoryLevel<string, string>({ storeEncoding: 'utf8' }),
    clock = systemClock(),
    ids = () => crypto.randomUUID(),
    namespace = 'default',
    durability = 'process',
    queueLimit = 10_000,
    onProblem = () => {},
  } = options
  checkTag('namespace', namespace)
  const release = claimNamespace(store, namespace)
  const gate = createGate()
  const engine: Engine = {
    access: createStoreAccess(store),
    keys: createKeys(namespace),
    gate,
    cache: createAggregateCache(10_000),
    hash: portableHash,
    clock,
    sync: durability === 'power',
    head: emptyHead,
  }
  let opening: Promise<void> | null = null
  let closing: Promise<void> | null = null

  async function open(): Promise<void> {
    await store.open()
    const value = await engine.access.get(engine.keys.head)
    if (value !== undefined) engine.head = decodeHead(value)
  }

  function opened(): Promise<void> {
    opening ??= open()
    return opening
  }

  const queue = createWriteQueue({
    commit: async (chunk) => {
      await opened()
      return gate.exclusive(() => commitWrites(engine, chunk))
    },
    limit: queueLimit,
    batchSize: 1000,
    onProblem,
  })

  async function read<T>(job: () => Promise<T>): Promise<T> {
    if (closing) throw closed()
    await opened()
    await queue.settled()
    return gate.read(job)
  }

  function inBackground(job: () => Promise<unknown>): void {
    gate.exclusive(job).catch(onProblem)
  }

  async function flush(): Promise<void> {
    await opened()
    await queue.settled()
    await gate.exclusive(async () => undefined)
  }

  return {
    write(input) {
      const megram = megramFrom(input, ids(), timeOf(engine))
      return closing ? queue.refuse(megram, closed()) : queue.push(megram)
    },
    async potentials(space, entity) {
      checkTag('space', space)
      checkTag('entity', entity)
      return read(async () => {
        const [aggregate] = await loadAggregates(engine, [{ space, entity }])
        const { attention, decision } = liveSums(aggregate?.buckets ?? [], timeOf(engine))
        return potentialsOf(attention, decision)
      })
    },
    async consult(query, { signal } = {}) {
      for (const { space, entity } of query.pairs) {
        checkTag('space', space)
        checkTag('entity', entity)
      }
      for (const space of query.spaces) checkTag('space', space)
      const { consultation, rules } = await read(() => lookUp(engine, query, signal))
      if (rules.length > 0) {
        const sequences = rules.map(({ stored }) => stored.sequence)
        inBackground(() => recallRecords(engine, sequences))
      }
      return consultation
    },
    async recent(space, entity, count) {
      checkTag('space', space)
      checkTag('entity', entity)
      return read(async () => {
        const { access, keys } = engine
        const entries = await access.page(keys.members(space, entity), { limit: count, reverse: true })
        const records = await readRecords(
          engine,
          entries.map(([key]) => keys.lastNumber(key)),
        )
        return records.flatMap((record) => record?.megram ?? [])
      })
    },
    flush,
    close() {
      closing ??= (async () => {
        await flush()
        if (!options.store) await store.close()
        release()
      })()
      return closing
    },
    get queue() {
      return queue.counts()
    },
  }
}

function closed(): ArtooError {
  return new ArtooError('memory_closed', 'The memory is closed; open it again.')
}
