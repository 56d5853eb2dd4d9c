import type { Store } from '../store.js'

export const injected = 'The batch failed, as the test wants it.'

/** A view of `store` whose next batch is filled and then, once `failNext` was called, not written. */
export function failingStore(store: Store) {
  let failing = false

  function batch(): unknown {
    const chained = store.batch()
    const write = chained.write.bind(chained)
    chained.write = async (options: object = {}) => {
      if (!failing) return write(options)
      failing = false
      throw new Error(injected)
    }
    return chained
  }

  const view = new Proxy(store, {
    get(target, property) {
      if (property === 'batch') return batch
      const value: unknown = Reflect.get(target, property, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return {
    store: view,
    failNext(): void {
      failing = true
    },
  }
}
