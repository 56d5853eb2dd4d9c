export { type FileJournal, fileJournal } from './journal/file-journal.js'
