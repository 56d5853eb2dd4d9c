import { locationOf, sha256, systemClock } from '@artoo/spec'
import { createGate } from '../async/gate.js'
import { harmless } from '../async/harmless.js'
import type { Engine } from '../journal/engine.js'
import { emptyHead } from '../journal/head.js'
import type { StoreKeeper } from '../journal/store-keeper.js'
import { randomId } from '../megram/random-id.js'
import { createKeys } from '../store/keys.js'
import { claimNamespace } from '../store/namespace-claims.js'
import { createStoreAccess } from '../store/store.js'
import { storeError } from '../store/store-error.js'
import { compactStore, memoryStore, rebuildInPlace } from '../store/unkept-store.js'
import { createLifecycle } from './lifecycle.js'
import type { Memory } from './memory.js'
import { type MemoryOptions, resolveOptions } from './memory-options.js'
import { createReading } from './reading.js'
import { createUpkeep } from './upkeep.js'
import { createWriting } from './writing.js'

/** Opens a memory over any abstract-level store; the store opens in the background, and every call waits for it. */
export function createMemory(options: MemoryOptions = {}): Memory {
  return assembleMemory(options, {})
}

export function assembleMemory(options: MemoryOptions, keeper: StoreKeeper): Memory {
  const resolved = resolveOptions(options)
  const { namespace, durability } = resolved
  const keys = createKeys(namespace)
  const gate = createGate()
  const releaseNamespace = options.store && claimNamespace(options.store, namespace)
  const onProblem = harmless(options.onProblem ?? (() => {}))
  const reopen = keeper.reopen && (() => gate.closed(async () => keeper.reopen?.()))
  let { store } = options
  const engine: Engine = {
    async open() {
      store ??= await memoryStore()
      engine.access ??= createStoreAccess(store, reopen)
      await store.open()
    },
    access: undefined as never,
    keys,
    gate,
    hash: sha256,
    clock: options.clock ?? systemClock(),
    ids: options.ids ?? randomId,
    uniqueIds: options.ids === undefined,
    sync: durability === 'power',
    async compact() {
      await keeper.compact?.(gate.closed)
      return keeper.compact !== undefined || !store || compactStore(store, keys.all)
    },
    rebuild: (fill) => keeper.rebuild?.(keys.all, fill, gate.closed) ?? rebuildInPlace(engine.access, keys.all, fill),
    committed(head) {
      try {
        keeper.committed?.(head)
      } catch (error) {
        onProblem(storeError(error))
      }
    },
    damage: [],
    closing: false,
    closed: false,
    head: emptyHead,
    inDoubt: null,
    awaitingWrites: new Set(),
  }
  const lifecycle = createLifecycle(engine, {
    ...resolved,
    onProblem,
    keeper,
    async release() {
      if (!options.store) await store?.close()
      releaseNamespace?.()
      await keeper.close?.(engine.head, engine.damage.length === 0)
    },
  })
  const directory = locationOf(options.store)
  return {
    ...(directory !== undefined && { directory }),
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
