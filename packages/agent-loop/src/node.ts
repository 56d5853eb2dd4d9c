export { type StateFileStoreOptions, stateFileStore } from './node/state/state-file-store.js'
