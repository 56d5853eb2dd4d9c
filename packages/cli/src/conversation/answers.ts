import type { ClarifyAnswer, ConfirmAnswer, PersonAnswer, PersonRequest, QuestionAnswer } from '@artoo/sdk'
import { ArtooError } from '@artoo/spec'
import { readConfirmAnswer } from '@artoo/tools'

/** An answer to a confirmation, with the person's name for the log. @throws {ArtooError} `invalid_answer` */
export function confirmAnswer(answer: PersonAnswer, by: string): ConfirmAnswer {
  if (typeof answer === 'boolean') return { allow: answer ? 'once' : false, by }
  if (typeof answer === 'object' && answer !== null && 'allow' in answer) {
    readConfirmAnswer(answer)
    return { by, ...answer }
  }
  throw misfit("a confirmation takes true, false or { allow: 'once' | 'task' | 'always' | false, input?, note? }")
}

/** An answer to a question, with the person's name for the log. @throws {ArtooError} `invalid_answer` */
export function questionAnswer(answer: PersonAnswer, by: string): Exclude<QuestionAnswer, string> {
  if (typeof answer === 'string') return { answer, by } satisfies ClarifyAnswer
  if (typeof answer === 'object' && answer !== null && !('allow' in answer)) return { by, ...answer }
  throw misfit('a question takes a text, and an access { granted: true } or { granted: false, note? }')
}

/** @throws {ArtooError} `invalid_answer` for an answer of another kind than the request. */
export function assertFits(request: PersonRequest, answer: PersonAnswer): void {
  if (request.kind === 'confirm') confirmAnswer(answer, '')
  else questionAnswer(answer, '')
}

const misfit = (message: string) => new ArtooError('invalid_answer', message, { field: 'answer' })
