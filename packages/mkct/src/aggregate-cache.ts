import type { Aggregate } from './aggregate.js'

/** The pairs used last, by aggregate key. Null: known to have no Megram. */
export function createAggregateCache(capacity: number) {
  const entries = new Map<string, Aggregate | null>()
  let generation = 0

  function put(key: string, aggregate: Aggregate | null): void {
    entries.delete(key)
    entries.set(key, aggregate)
    if (entries.size <= capacity) return
    const oldest = entries.keys().next()
    if (!oldest.done) entries.delete(oldest.value)
  }

  return {
    /** Changes whenever a sum in the store has changed. */
    get generation(): number {
      return generation
    },
    get(key: string): Aggregate | null | undefined {
      const found = entries.get(key)
      if (found === undefined) return undefined
      entries.delete(key)
      entries.set(key, found)
      return found
    },
    /** To be called when a changed sum is down. */
    set(key: string, aggregate: Aggregate | null): void {
      generation++
      put(key, aggregate)
    },
    /** Keeps what was read from the store since `since`, unless a sum has changed meanwhile: it may be outdated. */
    fill(key: string, aggregate: Aggregate | null, since: number): void {
      if (since === generation) put(key, aggregate)
    },
    clear(): void {
      generation++
      entries.clear()
    },
  }
}

export type AggregateCache = ReturnType<typeof createAggregateCache>
