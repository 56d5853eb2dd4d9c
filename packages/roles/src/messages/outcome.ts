import { toolCallRecord } from '@artoo/runtime'
import * as z from 'zod'
import { criterionVerdict, failureClass } from './verdict.js'

/** What crosses from the fast loop to the medium loop: the last attempt, with every criterion's record. */
export const subTaskOutcome = z.object({
  subtaskId: z.string(),
  intent: z.string(),
  status: z.enum(['matched', 'failed']),
  output: z.string(),
  failureReason: z.string().nullable(),
  /** Of a failure that left no verdicts. */
  failureClass: failureClass.nullable(),
  /** It failed because a model's provider did: nobody's fault, so it blocks nothing and teaches nothing. */
  infrastructure: z.boolean().default(false),
  verdicts: z.array(criterionVerdict),
  attempts: z.number().int(),
  toolCalls: z.array(toolCallRecord),
})
export type SubTaskOutcome = z.infer<typeof subTaskOutcome>

/** A matched output, reported as it arrives so that an interrupted task still has its partial result. */
export const progress = subTaskOutcome.pick({ subtaskId: true, intent: true, output: true })

const round = z.object({
  round: z.number().int(),
  intent: z.string(),
  outcomes: z.array(subTaskOutcome),
  taskVerdicts: z.array(criterionVerdict),
  elapsedMs: z.number(),
})

/** The round failed; carries all that the controller needs for its loss. */
export const replanRequest = round.extend({
  gapSummary: z.string(),
  /** The merged output, when it came to a merge. */
  output: z.string().nullable(),
})
export type ReplanRequest = z.infer<typeof replanRequest>

/** The merged output passed every task criterion. */
export const outcomeSummary = round.extend({ output: z.string() })
export type OutcomeSummary = z.infer<typeof outcomeSummary>
