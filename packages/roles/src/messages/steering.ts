import * as z from 'zod'

/** Words that the user added to a task under way. */
export const steering = z.object({
  /** 1 for what was added first. */
  number: z.number().int(),
  text: z.string(),
})
export type Steering = z.infer<typeof steering>

export const steeringHeard = z.object({ numbers: z.array(z.number().int()).min(1) })
