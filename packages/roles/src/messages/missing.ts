import * as z from 'zod'

/** Something that was asked for and is not there. */
export const missing = z.object({
  /** A criterion that isn't met, a part of the work that wasn't done, or a question that nobody answered. */
  what: z.string(),
  /** The condition that is missing, or the obstacle. */
  needs: z.string(),
})
export type Missing = z.infer<typeof missing>
