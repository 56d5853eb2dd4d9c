import { within } from './deadline.js'

/** Runs a work when its turn has come. Settles as the work does. */
export type InTurn = <Result>(work: () => Result | Promise<Result>) => Promise<Result>

/**
 * A place for one work at a time, in the order of the calls. A work that fails fails for its caller alone: the next one begins. When the signal
 * aborts, the promises that are pending reject with `aborted`, and no further work begins.
 */
export function oneByOne(signal?: AbortSignal): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const own = last.then(() => {
      signal?.throwIfAborted()
      return work()
    })
    last = own.catch(() => {})
    if (!signal) return own
    return within(signal, undefined, () => own)
  }
}

/** A place for one work at a time for each key. A key costs memory only while a work of it is pending. */
export function oneByOnePerKey<Key>(): <Result>(key: Key, work: () => Result | Promise<Result>) => Promise<Result> {
  const places = new Map<Key, { readonly inTurn: InTurn; pending: number }>()
  return (key, work) => {
    const place = places.get(key) ?? { inTurn: oneByOne(), pending: 0 }
    places.set(key, place)
    place.pending++
    return place.inTurn(work).finally(() => {
      if (--place.pending === 0) places.delete(key)
    })
  }
}
