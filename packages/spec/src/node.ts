export { type StateFolderOptions, stateFolder, storePath } from './state-folder.js'
