import type { Store } from '@artoo/spec'
import { everydayScenes } from './everyday-scenes.js'
import { failureScenes } from './failure-scenes.js'
import { casesOf, closeAndOpen, type Reopen } from './harness.js'

/**
 * Cases for everything that the memory needs of a store and that shows from outside. Each is given a fresh, empty
 * store. A batch is made to fail before the store is asked to write it. They don't cover a full disk or a process that
 * dies during a write: the store's own tests must show that such a batch is written whole or not at all.
 */
export const conformanceCases = casesOf({ ...everydayScenes, ...failureScenes })

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
