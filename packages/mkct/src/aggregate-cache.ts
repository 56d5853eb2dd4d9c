import type { Aggregate } from './aggregate.js'

/** The pairs used last, by aggregate key. Null: known to have no Megram. */
export function createAggregateCache(capacity: number) {
  const entries = new Map<string, Aggregate | null>()
  return {
    get(key: string): Aggregate | null | undefined {
      const found = entries.get(key)
      if (found === undefined) return undefined
      entries.delete(key)
      entries.set(key, found)
      return found
    },
    set(key: string, aggregate: Aggregate | null): void {
      entries.delete(key)
      entries.set(key, aggregate)
      if (entries.size <= capacity) return
      const oldest = entries.keys().next()
      if (!oldest.done) entries.delete(oldest.value)
    },
    clear(): void {
      entries.clear()
    },
  }
}

export type AggregateCache = ReturnType<typeof createAggregateCache>
