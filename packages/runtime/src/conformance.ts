export { appendLines } from './conformance/append-lines.js'
export { type JournalCase, journalCases, type ReopenJournal } from './conformance/journal-cases.js'
export { type JournalConformanceOptions, testJournal } from './conformance/test-journal.js'
