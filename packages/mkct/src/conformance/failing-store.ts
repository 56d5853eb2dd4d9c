import type { Store } from '../store.js'

export const injected = 'The batch failed, as the test wants it.'

/** A view of `store` whose next batch is filled and then, once `failNext` was called, dropped instead of written. */
export function failingStore(store: Store) {
  let failing = false

  async function failOnce(): Promise<void> {
    failing = false
    throw new Error(injected)
  }

  function batch(...given: unknown[]): unknown {
    if (given.length > 0) return failing ? failOnce() : Reflect.apply(store.batch, store, given)
    const chained = store.batch()
    const write = chained.write.bind(chained)
    chained.write = async (options: object = {}) => {
      if (!failing) return write(options)
      await chained.close()
      return failOnce()
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
