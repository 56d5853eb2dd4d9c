import { callOrigin, toolCallRecord } from '@artoo/runtime'
import * as z from 'zod'
import { clarification, need } from './need.js'
import { failureClass } from './verdict.js'

export const executionResult = z.object({
  subtaskId: z.string(),
  attempt: z.number().int(),
  status: z.enum(['completed', 'failed']),
  output: z.string(),
  /** Why it failed; null when completed. */
  reason: z.string().nullable(),
  code: z.string().nullable(),
  /** It failed because a model's provider did. */
  infrastructure: z.boolean().default(false),
  /** Questions that nobody answered: the work stopped for them. */
  needs: z.array(need).default([]),
  /** What a person was asked for this subtask, and answered. */
  clarifications: z.array(clarification).default([]),
  toolCalls: z.array(toolCallRecord),
})
export type ExecutionResult = z.infer<typeof executionResult>

/** What a tool call did to the world, or was kept from doing. */
export const action = z.object({
  /** The id of its record. */
  id: z.string(),
  tool: z.string(),
  target: z.string().nullable(),
  /** `changed`: unasked. `confirmed`: after a person's yes. `by_hand`: by a person, and not by the call. `failed`: it went wrong, and what it did before that is not known. */
  what: z.enum(['changed', 'confirmed', 'by_hand', 'failed', 'refused']),
  /** Of a text. */
  bytesBefore: z.number().nullable(),
  bytesAfter: z.number().nullable(),
  /** The reason of a refusal, in a sentence. */
  why: z.string().nullable().default(null),
  /** The call whose result holds the values of a refused call, where the user's words don't. */
  origin: callOrigin.nullable().default(null),
})
export type Action = z.infer<typeof action>

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
