export { type ConformanceCase, conformanceCases } from './conformance/cases.js'
export { type ConformanceOptions, testStore } from './conformance/test-store.js'
