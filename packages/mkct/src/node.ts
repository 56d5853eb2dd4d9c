export { type OpenMemoryOptions, openMemory } from './node/open-memory.js'
