import * as z from 'zod'
import { toolCallRecord } from './execution.js'
import { blockedTarget, criterion } from './plan.js'

export const toolRequest = z.object({
  subtaskId: z.string(),
  callId: z.string(),
  tool: z.string(),
  input: z.unknown(),
  blockedTargets: z.array(blockedTarget),
})

export const toolResult = toolCallRecord.extend({
  subtaskId: z.string(),
  callId: z.string(),
  durationMs: z.number(),
})

/** A person is asked whether an irreversible call may be made (Law 1). */
export const confirmationRequest = z.object({
  subtaskId: z.string(),
  callId: z.string(),
  tool: z.string(),
  target: z.string().nullable(),
  input: z.unknown(),
  /** What would happen: `overwrite notes.txt`. */
  action: z.string(),
  reason: z.string(),
  change: z.object({ bytesBefore: z.number(), bytesAfter: z.number(), diff: z.string().nullable() }).nullable(),
  /** The answer when this very call was asked about before in this task. */
  earlier: z.object({ callId: z.string(), allowed: z.boolean() }).nullable(),
})

/** `by` is null when nobody answered: `note` then says why. */
export const confirmationAnswer = z.object({
  callId: z.string(),
  allowed: z.boolean(),
  by: z.string().nullable(),
  note: z.string().nullable(),
})

export const checkRequest = z.object({
  key: z.string(),
  /** Position of the criterion in its list. */
  index: z.number().int(),
  check: criterion.shape.check.unwrap(),
  output: z.string(),
  toolCalls: z.array(toolCallRecord),
})

export const checkResult = z.object({
  key: z.string(),
  index: z.number().int(),
  pass: z.boolean(),
  evidence: z.string(),
})
