import * as z from 'zod'
import { criterion } from './plan.js'

export const failureClass = z.enum(['logical', 'environmental'])
export type FailureClass = z.infer<typeof failureClass>

export const criterionVerdict = z.object({
  criterion: z.string(),
  mode: criterion.shape.mode,
  /** `absent`: records prove that what the criterion speaks of doesn't exist; saying so is the right result. */
  verdict: z.enum(['pass', 'fail', 'absent']),
  failureClass: failureClass.nullable(),
  evidence: z.string(),
  /** Ids of the tool calls that show it. */
  records: z.array(z.string()).default([]),
  /** In how many of the attempts this criterion failed (k of N). */
  failedAttempts: z.number().int(),
  attempts: z.number().int(),
})
export type CriterionVerdict = z.infer<typeof criterionVerdict>
