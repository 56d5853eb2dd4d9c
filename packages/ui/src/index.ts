export type { Confirmation, UIChunk } from './chunk.js'
export { answersIn, type ChatAnswers, currentParts, isAnswered } from './questions.js'
export { toResponse } from './response.js'
export { type ShownRun, toUIMessageStream, type UIMessageStreamOptions } from './ui-message-stream.js'
