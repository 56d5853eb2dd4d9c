import type { InTurn } from './one-by-one.js'

/** Places for a number of works at a time, in the order of the calls. A work that never settles keeps its place. */
export function atMost(places: number): InTurn {
  const waiting: (() => void)[] = []
  let free = places
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
