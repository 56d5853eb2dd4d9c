import type { AbstractLevel } from 'abstract-level'
import type { KeyRange } from './key-encoding.js'

/** Any abstract-level store. The memory names its own encodings, so the store's defaults don't matter. */
export type Store = AbstractLevel<string | Uint8Array, string, string>

const encodings = { keyEncoding: 'utf8', valueEncoding: 'utf8' } as const

export type Entry = readonly [key: string, value: string]

/** Null deletes. */
export type Change = readonly [key: string, value: string | null]

export interface ScanOptions {
  readonly limit?: number
  readonly reverse?: boolean
}

/** The few operations on a store that the memory uses, over string keys and values. */
export function createStoreAccess(store: Store) {
  const getSync = 'getSync' in store.supports && store.supports.getSync === true

  /** Naming the encodings doubles the cost of a put, so it is left out where they are the store's own. */
  const isText = store.keyEncoding().commonName === 'utf8' && store.valueEncoding().commonName === 'utf8'
  const named = isText ? {} : encodings

  const get = async (key: string): Promise<string | undefined> =>
    getSync ? store.getSync<string, string>(key, encodings) : store.get<string, string>(key, encodings)

  const getMany = async (keys: readonly string[]): Promise<readonly (string | undefined)[]> =>
    keys.length === 0 ? [] : store.getMany<string, string>([...keys], encodings)

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

  /** One atomic batch; chained, which is the fastest way classic-level has. */
  const write = async (changes: Iterable<Change>, sync: boolean): Promise<void> => {
    const batch = store.batch()
    for (const [key, value] of changes) {
      if (value === null) batch.del(key, named)
      else batch.put(key, value, named)
    }
    await batch.write(sync ? { sync } : {})
  }

  const clear = (range: KeyRange): Promise<void> => store.clear<string>({ ...range, keyEncoding: 'utf8' })

  return { get, getMany, page, pages, write, clear }
}

export type StoreAccess = ReturnType<typeof createStoreAccess>

const pageSize = 1000
