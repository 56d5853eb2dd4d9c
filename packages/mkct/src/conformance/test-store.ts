import type { Store } from '../store.js'
import { conformanceCases } from './cases.js'

export interface ConformanceOptions {
  /** Registers a test: `test` or `it` of any framework. */
  readonly test: (name: string, run: () => Promise<void>) => void
  /** Gives a fresh, empty store. */
  readonly open: () => Store | Promise<Store>
  /** Called after each case. @defaultValue closes the store */
  readonly close?: (store: Store) => Promise<void>
}

/** Registers every conformance case as a test of the store that `open` gives. */
export function testStore({ test, open, close = (store) => store.close() }: ConformanceOptions): void {
  for (const { name, run } of conformanceCases) {
    test(name, async () => {
      const store = await open()
      try {
        await run(store)
      } finally {
        await close(store)
      }
    })
  }
}
