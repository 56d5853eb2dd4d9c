import { systemClock } from '@artoo/spec'
import { MemoryLevel } from 'memory-level'
import { createAggregateCache } from './aggregate-cache.js'
import { compactStore } from './compact-store.js'
import type { Engine } from './engine.js'
import { createGate } from './gate.js'
import { harmless } from './harmless.js'
import { emptyHead } from './head.js'
import { createKeys } from './keys.js'
import { createLifecycle } from './lifecycle.js'
import type { Memory } from './memory.js'
import type { MemoryOptions } from './memory-options.js'
import { claimNamespace } from './namespace-claims.js'
import { portableHash } from './portable-hash.js'
import { randomId } from './random-id.js'
import { createReading } from './reading.js'
import { resolveOptions } from './resolve-options.js'
import { createStoreAccess } from './store.js'
import type { StoreKeeper } from './store-keeper.js'
import { createUpkeep } from './upkeep.js'
import { createWriting } from './writing.js'

export function assembleMemory(options: MemoryOptions, keeper: StoreKeeper = {}): Memory {
  const store = options.store ?? new MemoryLevel<string, string>({ storeEncoding: 'utf8' })
  const { namespace, queueLimit, cacheSize, durability, check, onDamage } = resolveOptions(options)
  const keys = createKeys(namespace)
  const gate = createGate()
  const releaseNamespace = claimNamespace(store, namespace)
  const engine: Engine = {
    store,
    access: createStoreAccess(store),
    keys,
    gate,
    cache: createAggregateCache(cacheSize),
    hash: options.sha256 ?? portableHash,
    clock: options.clock ?? systemClock(),
    ids: options.ids ?? randomId,
    uniqueIds: options.ids === undefined,
    sync: durability === 'power',
    compact: () =>
      keeper.compact ? gate.closed(async () => (await keeper.compact?.()) ?? false) : compactStore(store, keys.all),
    committed: (head) => keeper.committed?.(head),
    damage: [],
    closed: false,
    head: emptyHead,
    inDoubt: null,
  }
  const lifecycle = createLifecycle(engine, {
    check,
    onDamage,
    queueLimit,
    onProblem: harmless(options.onProblem ?? (() => {})),
    keeper,
    async release() {
      if (!options.store) await store.close()
      releaseNamespace()
      await keeper.close?.(engine.head)
    },
  })
  return {
    ...createWriting(engine, lifecycle),
    ...createReading(engine, lifecycle, namespace),
    ...createUpkeep(engine, lifecycle, keeper, namespace),
    get queue() {
      return lifecycle.queue.counts()
    },
    opened: lifecycle.opened,
    flush: lifecycle.flush,
    close: lifecycle.close,
  }
}
