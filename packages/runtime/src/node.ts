export { type StateFolderOptions, stateFolder } from '@artoo/spec/node'
export { type FileJournal, fileJournal } from './journal/file-journal.js'
