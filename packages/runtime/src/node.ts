export { type StateFolderOptions, stateFolder } from '@artoo/spec/node'
export { type FileQueue, fileQueue } from './jobs/file-queue.js'
export { type FileJournal, fileJournal } from './journal/file-journal.js'
