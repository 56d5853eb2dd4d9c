import type { PersonAnswer, PersonRequest } from '@artoo/sdk'

/** Whether an answer is only a yes. */
export const isYes = (line: string): boolean => /^(?:y|yes)[.!]?$/i.test(line.trim())

const isNo = (line: string): boolean => /^(?:n|no)?[.!]?$/i.test(line.trim())

/** The answer that a typed line is. */
export function typedAnswer(request: PersonRequest, line: string): PersonAnswer {
  if (request.kind === 'question') return line
  const note = isNo(line) ? {} : { note: line }
  if (request.kind === 'confirm') return isYes(line) ? true : { allow: false, ...note }
  return isYes(line) ? { granted: true } : { granted: false, ...note }
}
