import * as z from 'zod'

/** A question, or an access, that the work needs and only a person can give. */
export const need = z.object({
  question: z.string(),
  choices: z.array(z.string()).optional(),
  /** `access`: `question` names what is missing. */
  kind: z.enum(['question', 'access']),
})
export type Need = z.infer<typeof need>

export const unanswered = z.object({ needs: z.array(need).min(1) })

/** Questions to a person with the answer; for an access, whether it was granted. */
export const clarification = z.object({
  questions: z.array(z.string()),
  answer: z.string(),
  /** The number of words that the user added unasked: `answer` has them, and there is no question. */
  added: z.number().int().optional(),
})
export type Clarification = z.infer<typeof clarification>
