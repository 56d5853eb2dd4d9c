export { type StateFolderOptions, stateFolder, storePath } from './state-folder.js'
export { draftOf, writeDurably } from './write-durably.js'
