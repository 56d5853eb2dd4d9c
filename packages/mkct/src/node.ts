export { type OpenMemoryOptions, openMemory } from './node/open-memory.js'
export { salvageFiles } from './node/salvage-files.js'
