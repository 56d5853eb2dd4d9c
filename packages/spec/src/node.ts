export { isErrno, unlessErrno } from './node/errno.js'
export { isInside } from './node/is-inside.js'
export {
  heldError,
  holderOf,
  type LockHolder,
  type PathLock,
  type PathLockOptions,
  takeLock,
} from './node/path-lock.js'
export { isProcessMark, markOfThisProcess, type ProcessMark, standingOf } from './node/process-mark.js'
export { type StateFolderOptions, stateFolder, storePath } from './node/state-folder.js'
export { writeDurably } from './node/write-durably.js'
