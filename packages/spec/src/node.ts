export { type StateFolderOptions, stateFolder, storePath } from './node/state-folder.js'
export { draftOf, writeDurably } from './node/write-durably.js'
