import { ArtooError, errorMessage, type Store } from '@artoo/spec'
import type { AbstractLevel } from 'abstract-level'

/** Throws when the store under test did something else; the message says what. */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (got !== wanted) throw new Error(`${what}: expected ${wanted}, got ${got}`)
}

export function expectClose(actual: number, expected: number, what: string): void {
  if (!(Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected)))) {
    throw new Error(`${what}: expected ${expected}, got ${actual}`)
  }
}

/** Throws unless `promise` rejects with an error of this code or message. */
export async function expectRejection(promise: Promise<unknown>, wanted: string, what: string): Promise<void> {
  const got = await promise.then(
    () => 'no error',
    (error: unknown) => (ArtooError.isInstance(error) ? error.code : errorMessage(error)),
  )
  expectEqual(got, wanted, what)
}

/** The message of the error with which a batch rejects after `failNextBatch`. */
export const injected = 'The batch failed, as the test wants it.'

/** Has the next batch of `store` filled and then, instead of written, fail. */
export function failNextBatch(store: Store): void {
  const level = store as unknown as Pick<AbstractLevel<string, string, string>, 'batch'>
  const { batch } = level
  const failing = () => {
    Object.assign(store, { batch })
    const chained = level.batch()
    chained.write = () => Promise.reject(new Error(injected))
    return chained
  }
  Object.assign(store, { batch: failing })
}
