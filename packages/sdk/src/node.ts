export { type FileJournal, fileJournal } from './file-journal.js'
