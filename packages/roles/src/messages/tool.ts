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
