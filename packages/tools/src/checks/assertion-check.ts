import * as z from 'zod'
import { confirmable } from './finding.js'
import { type CheckKind, question } from './question.js'

/** A sentence that no code decides: it neither holds nor fails, and `not` of it is as open. */
export function assertionCheck(): CheckKind {
  return {
    name: 'assertion',
    description: 'A person confirms a sentence.',
    question: z
      .strictObject({ text: z.string().trim().min(1).max(2000) })
      .transform(({ text }) => question(() => confirmable([text]))),
  }
}
