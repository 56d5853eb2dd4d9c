import { everydayCases } from './everyday-cases.js'
import { failureCases } from './failure-cases.js'
import type { ConformanceCase } from './harness.js'

/**
 * What the memory needs of a store, as far as it shows from outside. A batch is made to fail before the store is told to
 * write it; that one is down whole or not at all when the disk fails or the process dies in the middle of writing is the
 * store's own to test. Each case is given a fresh, empty store.
 */
export const conformanceCases: readonly ConformanceCase[] = [...everydayCases, ...failureCases]
