/// <reference types="node" />
import { systemClock } from '@artoo/spec'
import { type PathLock, takeLock } from '@artoo/spec/node'

/**
 * Keeps other processes from writing to `path` until it is released or this process dies, as `takeLock` says.
 *
 * @throws {ArtooError} `audit_log_locked`, naming the process.
 */
export function holdFile(path: string): PathLock {
  const remedy = `give each process a file of its own, or, if that process is gone, delete ${path}.lock.*`
  return takeLock(path, { clock: systemClock(), code: 'audit_log_locked', remedy })
}
