export { hasModelsInEnvironment, type ModelsFromEnvironment, modelsFromEnvironment } from '@artoo/llm/environment'
export { openMemory } from '@artoo/mkct/node'
export {
  type FileJournal,
  type FileQueue,
  fileJournal,
  fileQueue,
  type StateFolderOptions,
  stateFolder,
} from '@artoo/runtime/node'
export { type CheckOptions, standardChecks, standardTools } from '@artoo/tools/node'
export { type FileRules, fileRules } from './file-rules.js'
