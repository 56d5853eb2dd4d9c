/** A number of places that may change while some are taken. */
export interface Places {
  /** Runs the work when fewer than `limit` are under way. */
  within<T>(limit: number, work: () => Promise<T>): Promise<T>
}

export function places(): Places {
  let taken = 0
  const waiting: { readonly limit: number; readonly begin: () => void }[] = []
  const admit = () => {
    while (waiting[0] && taken < waiting[0].limit) {
      taken++
      waiting.shift()?.begin()
    }
  }
  return {
    async within(limit, work) {
      await new Promise<void>((begin) => {
        waiting.push({ limit, begin })
        admit()
      })
      try {
        return await work()
      } finally {
        taken--
        admit()
      }
    },
  }
}
