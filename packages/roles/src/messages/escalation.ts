import * as z from 'zod'

export const escalation = z.object({
  /** The assurance that a direct conversation buys. */
  to: z.enum(['judging', 'planning']),
  /** The rules that ask for it, by their names. */
  rules: z
    .array(z.enum(['changing_call', 'failed_check', 'failed_tools', 'no_call', 'needs_plan', 'failed_work']))
    .min(1),
  /** The reason in words, to follow "because". */
  because: z.string(),
})
export type Escalation = z.infer<typeof escalation>

export const planWanted = z.object({ subtaskId: z.string(), why: z.string() })
