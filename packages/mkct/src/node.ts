export { type OpenMemoryOptions, openMemory, salvageFiles } from './node/open-memory.js'
