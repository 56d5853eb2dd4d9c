import * as z from 'zod'

export const userInput = z.object({ text: z.string().min(1) })

export const clarificationRequest = z.object({ questions: z.array(z.string().min(1)).min(1) })

/** An empty answer means: go on with what you have. */
export const clarificationAnswer = z.object({ answer: z.string() })

/** What the user wants, still as fuzzy as the user put it. `rawInput` is copied by code, never by a model. */
export const taskSpec = z.object({
  intent: z.string().min(1),
  scope: z.string().nullable(),
  deadline: z.string().nullable(),
  rawInput: z.string(),
  /** Milliseconds since the Unix epoch. */
  receivedAt: z.number(),
})
export type TaskSpec = z.infer<typeof taskSpec>
