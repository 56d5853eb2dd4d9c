/**
 * Lets readers pass together and gives a changer the store to itself: `exclusive` jobs run one after another in order of
 * arrival; `closed` ones, which take the store away, also wait for the readers and hold new ones back.
 */
export function createGate() {
  let tail: Promise<unknown> = Promise.resolve()
  let readers = 0
  let barrier: Promise<void> | null = null
  let drained: (() => void) | null = null

  async function read<T>(job: () => Promise<T>): Promise<T> {
    while (barrier) await barrier
    readers++
    try {
      return await job()
    } finally {
      readers--
      if (readers === 0) drained?.()
    }
  }

  function exclusive<T>(job: () => Promise<T>): Promise<T> {
    const result = tail.then(job)
    tail = result.catch(() => undefined)
    return result
  }

  /** To be called inside `exclusive`. */
  async function closed<T>(job: () => Promise<T>): Promise<T> {
    let lift = () => {}
    barrier = new Promise((resolve) => {
      lift = resolve
    })
    try {
      if (readers > 0) {
        await new Promise<void>((resolve) => {
          drained = resolve
        })
      }
      return await job()
    } finally {
      drained = null
      barrier = null
      lift()
    }
  }

  return { read, exclusive, closed }
}

export type Gate = ReturnType<typeof createGate>
