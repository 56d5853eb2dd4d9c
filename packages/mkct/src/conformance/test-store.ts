import type { Store } from '../store.js'
import { conformanceCases } from './conformance-cases.js'
import { closeAndOpen, type Reopen } from './harness.js'

export interface ConformanceOptions {
  /** Registers a test: `test` or `it` of any framework. */
  readonly test: (name: string, run: () => Promise<void>) => void
  /** Gives a fresh, empty store. */
  readonly open: () => Store | Promise<Store>
  /** Closes a store and finds it again. @defaultValue closes and opens the same object */
  readonly reopen?: Reopen
  /** Called after each case. @defaultValue closes the store */
  readonly close?: (store: Store) => Promise<void>
}

/** Registers every conformance case as a test of the store that `open` gives. */
export function testStore(options: ConformanceOptions): void {
  const { test, open, reopen = closeAndOpen, close = (store) => store.close() } = options
  for (const { name, run } of conformanceCases) {
    test(name, async () => {
      let store = await open()
      try {
        await run(store, async (before) => {
          store = await reopen(before)
          return store
        })
      } finally {
        await close(store)
      }
    })
  }
}
