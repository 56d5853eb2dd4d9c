export { hasModelsInEnvironment, type ModelsFromEnvironment, modelsFromEnvironment } from '@artoo/llm/environment'
export { type FileJournal, fileJournal } from './file-journal.js'
