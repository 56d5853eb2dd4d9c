import { oneByOne } from '@artoo/spec'

/**
 * Lets readers pass together and gives a changer the store to itself: `exclusive` jobs run one after another in order of
 * arrival; `closed` ones, which take the store away, also wait for the readers and hold new ones back.
 */
export function createGate() {
  const reading = new Set<Promise<unknown>>()
  const exclusive = oneByOne()
  let barrier: Promise<unknown> | null = null

  async function read<T>(job: () => Promise<T>): Promise<T> {
    while (barrier) await barrier
    const work = job()
    reading.add(work)
    return work.finally(() => reading.delete(work))
  }

  /** To be called inside `exclusive`. */
  function closed<T>(job: () => Promise<T>): Promise<T> {
    const result = Promise.allSettled(reading)
      .then(job)
      .finally(() => {
        barrier = null
      })
    barrier = result.catch(() => undefined)
    return result
  }

  return { read, exclusive, closed }
}

export type Gate = ReturnType<typeof createGate>
