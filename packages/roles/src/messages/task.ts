import * as z from 'zod'

export const userInput = z.object({ text: z.string().min(1) })

/** What was asked back, and what the user said to it. */
const clarification = z.object({ questions: z.array(z.string()), answer: z.string() })
export type Clarification = z.infer<typeof clarification>

export const taskSpec = z.object({
  intent: z.string().min(1),
  scope: z.string().nullable(),
  deadline: z.string().nullable(),
  rawInput: z.string(),
  clarifications: z.array(clarification),
  /** Milliseconds since the Unix epoch. */
  receivedAt: z.number(),
})
export type TaskSpec = z.infer<typeof taskSpec>
