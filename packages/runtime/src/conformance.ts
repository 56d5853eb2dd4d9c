export { appendLines } from './conformance/append-lines.js'
export { type JournalConformanceOptions, testJournal } from './conformance/test-journal.js'
export { type QueueConformanceOptions, testQueue } from './conformance/test-queue.js'
