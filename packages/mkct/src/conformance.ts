export type { ConformanceCase, Reopen } from './conformance/harness.js'
export { type ConformanceOptions, conformanceCases, testStore } from './conformance/test-store.js'
