import * as z from 'zod'

/** What the user added to the task while it was under way. */
export const steering = z.object({
  /** 1 for what was added first. */
  number: z.number().int(),
  text: z.string(),
})
export type Steering = z.infer<typeof steering>

export const steeringHeard = z.object({ numbers: z.array(z.number().int()).min(1) })
