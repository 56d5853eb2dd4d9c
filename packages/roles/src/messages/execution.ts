import { toolCallRecord } from '@artoo/runtime'
import * as z from 'zod'

export { type Action, action } from './action.js'

import { clarification, need } from './need.js'
import { failureClass, judgedCause } from './verdict.js'

export const executionResult = z.object({
  subtaskId: z.string(),
  attempt: z.number().int(),
  status: z.enum(['completed', 'failed']),
  output: z.string(),
  /** Why it failed; null when completed. */
  reason: z.string().nullable(),
  code: z.string().nullable(),
  /** The cause of a failure as the executor named it; null when it named none. */
  cause: judgedCause.nullable().default(null),
  /** It failed because a model's provider did. */
  infrastructure: z.boolean().default(false),
  /** Questions that nobody answered: the work stopped for them. */
  needs: z.array(need).default([]),
  /** Questions of this subtask, with the person's answers. */
  clarifications: z.array(clarification).default([]),
  toolCalls: z.array(toolCallRecord),
})
export type ExecutionResult = z.infer<typeof executionResult>

export const correctionSignal = z.object({
  subtaskId: z.string(),
  /** The attempt that this asks for, from 2. */
  attempt: z.number().int(),
  failedCriterion: z.string(),
  failureClass: failureClass.nullable(),
  whatWasWrong: z.string(),
  whatToDo: z.string(),
})
export type CorrectionSignal = z.infer<typeof correctionSignal>
