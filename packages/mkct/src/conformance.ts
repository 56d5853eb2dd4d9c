export { conformanceCases } from './conformance/conformance-cases.js'
export type { ConformanceCase, Reopen } from './conformance/harness.js'
export { type ConformanceOptions, testStore } from './conformance/test-store.js'
