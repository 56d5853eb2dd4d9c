import type { IdGenerator } from '../ports/ids.js'

/** `prefix-1`, `prefix-2`, …: the same in every run. */
export function sequentialIds(prefix = 'id'): IdGenerator {
  let count = 0
  return () => `${prefix}-${++count}`
}
