export { hasModelsInEnvironment, type ModelsFromEnvironment, modelsFromEnvironment } from '@artoo/llm/environment'
export { openMemory } from '@artoo/mkct/node'
export { standardTools } from '@artoo/tools/node'
export { type FileJournal, fileJournal } from './file-journal.js'
