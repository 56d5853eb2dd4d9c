export {
  heldError,
  holderOf,
  type LockHolder,
  type PathLock,
  type PathLockOptions,
  takeLock,
} from './node/path-lock.js'
export {
  isProcessMark,
  markOfThisProcess,
  type ProcessMark,
  type Standing,
  standingOf,
} from './node/process-mark.js'
export { type StateFolderOptions, stateFolder, storePath } from './node/state-folder.js'
export { writeDurably } from './node/write-durably.js'
