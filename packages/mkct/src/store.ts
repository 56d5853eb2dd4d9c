import type { AbstractLevel } from 'abstract-level'
import type { KeyRange } from './key-encoding.js'

/**
 * Any abstract-level store, whatever it keeps: text and bytes, or only one of them (browser-level: bytes). The memory names
 * its own encodings, so the store's defaults don't matter.
 */
export type Store = Keeping<string | Uint8Array> | Keeping<Uint8Array> | Keeping<string>

type Keeping<Format> = AbstractLevel<Format, string, string>

const encodings = { keyEncoding: 'utf8', valueEncoding: 'utf8' } as const

export type Entry = readonly [key: string, value: string]

/** Null deletes. */
export type Change = readonly [key: string, value: string | null]

export interface ScanOptions {
  readonly limit?: number
  readonly reverse?: boolean
}

/** The few operations on a store that the memory uses, over string keys and values. */
export function createStoreAccess(anyStore: Store) {
  // What the store keeps shows in none of these operations; but TypeScript calls no generic method of a union.
  const store = anyStore as Keeping<string | Uint8Array>
  const getSync = 'getSync' in store.supports && store.supports.getSync === true

  /** Naming the encodings makes a put slower, so it is left out where they are the store's own. */
  const isText = store.keyEncoding().commonName === 'utf8' && store.valueEncoding().commonName === 'utf8'
  const named = isText ? {} : encodings

  const get = async (key: string): Promise<string | undefined> =>
    getSync ? store.getSync<string, string>(key, encodings) : store.get<string, string>(key, encodings)

  /** One by one where reading is asynchronous: browser-level's own getMany takes a read that failed for a missing key. */
  const getMany = async (keys: readonly string[]): Promise<readonly (string | undefined)[]> =>
    getSync && keys.length > 0 ? store.getMany<string, string>([...keys], encodings) : Promise.all(keys.map(get))

  const page = (range: Partial<KeyRange> & { readonly gt?: string }, options: ScanOptions = {}): Promise<Entry[]> =>
    store.iterator<string, string>({ ...range, ...options, ...encodings }).all()

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

  /** Gathers one atomic batch; chained, so that classic-level takes each change over at once and no garbage piles up. */
  const batch = () => {
    const chained = store.batch()
    return {
      put: (key: string, value: string) => void chained.put(key, value, named),
      del: (key: string) => void chained.del(key, named),
      write: (sync: boolean): Promise<void> => chained.write(sync ? { sync } : {}),
      /** Never fails: what made the batch worthless matters more. */
      discard: (): Promise<void> => chained.close().catch(() => undefined),
    }
  }

  const write = async (changes: Iterable<Change>, sync: boolean): Promise<void> => {
    const gathered = batch()
    try {
      for (const [key, value] of changes) {
        if (value === null) gathered.del(key)
        else gathered.put(key, value)
      }
      await gathered.write(sync)
    } catch (error) {
      await gathered.discard()
      throw error
    }
  }

  const clear = (range: KeyRange): Promise<void> => store.clear<string>({ ...range, keyEncoding: 'utf8' })

  return { get, getMany, page, pages, batch, write, clear }
}

export type Batch = ReturnType<StoreAccess['batch']>

export type StoreAccess = ReturnType<typeof createStoreAccess>

const pageSize = 1000
