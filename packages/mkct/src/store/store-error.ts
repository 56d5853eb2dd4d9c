import { ArtooError, errorMessage } from '@artoo/spec'

/** The beginnings of LevelDB's messages. classic-level gives some of its errors no code. */
const beginnings = {
  LEVEL_CORRUPTION: 'Corruption: ',
  LEVEL_IO_ERROR: 'IO error: ',
  LEVEL_LOCKED: 'IO error: lock ',
} as const

/** True when a store threw it with that code, or failed to open because of it. */
export function isLevelError(error: unknown, code: keyof typeof beginnings): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error ? error.code === code : error.message.startsWith(beginnings[code])) return true
  return isLevelError(error.cause, code)
}

/** True for damage, which LevelDB calls an I/O error when a file is gone or ends before what is to be read. */
export function isUnreadable(error: unknown): boolean {
  if (isLevelError(error, 'LEVEL_CORRUPTION')) return true
  return isLevelError(error, 'LEVEL_IO_ERROR') && /No such file|cannot find|Invalid argument/i.test(detail(error))
}

/** Turns a store's error into one that says what to do; an unknown error is returned as it is. */
export function storeError(error: unknown): unknown {
  if (ArtooError.isInstance(error)) return error
  const options = { field: 'store', cause: error }
  if (isUnreadable(error)) {
    const message = `The store can't read its own data: ${detail(error)} Open it with onDamage: 'report' and run repair(), or restore a backup.`
    return new ArtooError('damaged_store', message, options)
  }
  if (!isLevelError(error, 'LEVEL_IO_ERROR') && !isSystemError(error)) return error
  const message = `The store can't read or write its files: ${detail(error)} Look for a full disk or missing rights; then call again.`
  return new ArtooError('store_io_error', message, options)
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'errno' in error && 'syscall' in error
}

function detail(error: unknown): string {
  const text = errorMessage(error instanceof Error && error.cause instanceof Error ? error.cause : error)
  return text.endsWith('.') ? text : `${text}.`
}
