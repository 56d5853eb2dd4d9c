import type { Store } from '@artoo/spec'
import type { AbstractLevel } from 'abstract-level'
import type { KeyRange } from './key-encoding.js'
import { isUnreadable, storeError } from './store-error.js'

type Keeping<Format> = AbstractLevel<Format, string, string>

const encodings = { keyEncoding: 'utf8', valueEncoding: 'utf8' } as const

export type Entry = readonly [key: string, value: string]

/** Null deletes. */
export type StoreChange = readonly [key: string, value: string | null]

/**
 * The few operations on a store that the memory uses, over string keys and values. `reopen` closes and opens the store; it
 * is called before the next write once one has failed, and may be called inside `gate.exclusive` only.
 */
export function createStoreAccess(anyStore: Store, reopen?: () => Promise<void>) {
  // These operations don't depend on the store's format, but TypeScript calls no generic method of a union.
  const store = anyStore as unknown as Keeping<string | Uint8Array>
  const getSync = 'getSync' in store.supports && store.supports.getSync === true

  /** Naming the encodings makes a put slower, so it is left out where they are the store's own. */
  const isText = store.keyEncoding().commonName === 'utf8' && store.valueEncoding().commonName === 'utf8'
  const named = isText ? {} : encodings
  /** A write failed: the store may have kept a part of it, after which it would lose what it takes. */
  let torn = false
  let mending: Promise<void> | null = null

  const get = async (key: string): Promise<string | undefined> => {
    try {
      return getSync ? store.getSync<string, string>(key, encodings) : await store.get<string, string>(key, encodings)
    } catch (error) {
      throw storeError(error)
    }
  }

  /** One by one where reading is asynchronous: browser-level's own getMany takes a read that failed for a missing key. */
  const getMany = async (keys: readonly string[]): Promise<readonly (string | undefined)[]> =>
    getSync && keys.length > 0
      ? store.getMany<string, string>([...keys], encodings).catch(rethrow)
      : Promise.all(keys.map(get))

  /** The values stored under the keys of these names, by name; a name without a value is left out. */
  const find = async (names: readonly string[], keyOf: (name: string) => string): Promise<Map<string, string>> => {
    const found = new Map<string, string>()
    for (const [index, value] of (await getMany(names.map(keyOf))).entries()) {
      if (value !== undefined) found.set(names[index] ?? '', value)
    }
    return found
  }

  const page = (
    range: Partial<KeyRange> & { readonly gt?: string },
    options: { readonly limit?: number; readonly reverse?: boolean } = {},
  ): Promise<Entry[]> => {
    const iterator = store.iterator<string, string>({ ...range, ...options, ...encodings })
    return iterator.all().catch(rethrow)
  }

  /** Walks a range in pages, so that no snapshot of the store stays open while a caller dawdles. */
  async function* pages(range: KeyRange, signal?: AbortSignal): AsyncGenerator<readonly Entry[]> {
    let from: { readonly gte: string } | { readonly gt: string } = { gte: range.gte }
    for (;;) {
      signal?.throwIfAborted()
      const entries = await page({ ...from, lt: range.lt }, { limit: pageSize })
      const last = entries.at(-1)
      if (!last) return
      yield entries
      if (entries.length < pageSize) return
      from = { gt: last[0] }
    }
  }

  const isAway = (): boolean => reopen !== undefined && store.status === 'closed'

  async function mend(): Promise<void> {
    if (!torn && !isAway()) return
    mending ??= Promise.resolve(reopen?.()).finally(() => {
      mending = null
    })
    await mending.catch(rethrow)
    torn = false
  }

  function failed(error: unknown): never {
    torn = reopen !== undefined
    throw storeError(error)
  }

  /** Gathers one atomic batch; chained, so that classic-level takes each change over at once and no garbage piles up. */
  const batch = () => {
    const chained = store.batch()
    return {
      set: (key: string, value: string | null) =>
        void (value === null ? chained.del(key, named) : chained.put(key, value, named)),
      write: (sync: boolean): Promise<void> => chained.write(sync ? { sync } : {}).catch(failed),
      /** Never fails: what made the batch worthless matters more. */
      discard: (): Promise<void> => chained.close().catch(() => undefined),
    }
  }

  /** In one batch, so all of it or nothing. */
  const write = async (changes: Iterable<StoreChange> | AsyncIterable<StoreChange>, sync: boolean): Promise<void> => {
    await mend()
    const gathered = batch()
    try {
      for await (const [key, value] of changes) gathered.set(key, value)
      await gathered.write(sync)
    } catch (error) {
      await gathered.discard()
      throw error
    }
  }

  /** Reads a range and skips the parts that are damaged. */
  const readable = (range: KeyRange) => walk(store, range, true)

  return { get, getMany, find, page, pages, readable, isAway, mend, batch, write }
}

export type Batch = ReturnType<StoreAccess['batch']>

export type StoreAccess = ReturnType<typeof createStoreAccess>

const pageSize = 1000

function rethrow(error: unknown): never {
  throw storeError(error)
}

/** Walks a range. LevelDB passes over a block that it can't read, and says so in the end; `lenient`: that is let pass. */
async function* walk(store: Store, range: Partial<KeyRange>, lenient: boolean): AsyncGenerator<readonly Entry[]> {
  const options = { ...range, ...encodings, fillCache: false }
  const iterator = (store as Keeping<string>).iterator<string, string>(options)
  try {
    for (;;) {
      const entries = await iterator.nextv(pageSize)
      if (entries.length === 0) return
      yield entries
    }
  } catch (error) {
    if (!lenient || !isUnreadable(error)) throw storeError(error)
  } finally {
    await iterator.close()
  }
}

/** Copies a range of a store; `lenient`: what of it can be read. The last write is synced. */
export async function copyInto(to: Store, from: Store, range: Partial<KeyRange> = {}, lenient = false): Promise<void> {
  const { write } = createStoreAccess(to)
  let last: readonly Entry[] = []
  for await (const entries of walk(from, range, lenient)) {
    if (last.length > 0) await write(last, false)
    last = entries
  }
  await write(last, true)
}
