import { ArtooError } from '@artoo/spec'

/** True for what an abstract-level store throws when it can't make sense of its own data. */
export function isCorruption(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'LEVEL_CORRUPTION'
}

/** @throws {ArtooError} `store_damaged` for a corruption, else the error itself. */
export function rethrow(error: unknown): never {
  if (!isCorruption(error)) throw error
  throw new ArtooError(
    'store_damaged',
    `The store can't read its own data: ${error.message}. Close the memory, have the store salvage what it can (salvageFiles(path) for one on disk) and run repair() then.`,
    { field: 'store', cause: error },
  )
}
