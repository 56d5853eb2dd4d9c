import { blockedTarget, toolCallRecord } from '@artoo/runtime'
import * as z from 'zod'
import { clarification, need } from './need.js'
import { dispatchManifest } from './plan.js'
import { criterionVerdict, failureClass, judgedCause } from './verdict.js'

export const subTaskOutcome = z.object({
  subtaskId: z.string(),
  intent: z.string(),
  status: z.enum(['matched', 'failed']),
  output: z.string(),
  failureReason: z.string().nullable(),
  /** The class of a failure without verdicts. */
  code: z.string().nullable().default(null),
  /** The class of a failure without verdicts. */
  failureClass: failureClass.nullable(),
  /** The cause that the executor named of a failure without verdicts; null when it named none. */
  cause: judgedCause.nullable().default(null),
  /** True when it failed because of a model's provider: it blocks nothing and leaves no lesson. */
  infrastructure: z.boolean().default(false),
  verdicts: z.array(criterionVerdict),
  /** Criteria that the plan promised. */
  promised: z.number().int().default(1),
  /** True for work that was not done: left out by an end that came before it, refused, or crashed. */
  undone: z.boolean().default(false),
  attempts: z.number().int(),
  /** Questions without an answer: the work stopped for them, which is not a failure of a method. */
  needs: z.array(need).default([]),
  /** Questions of the subtask, with the person's answers. */
  clarifications: z.array(clarification).default([]),
  /** The id of the failed subtask that it replaces, `task` for the merged result; null when there is none. */
  replaces: z.string().nullable().default(null),
  toolCalls: z.array(toolCallRecord),
})
export type SubTaskOutcome = z.infer<typeof subTaskOutcome>

export const progress = subTaskOutcome.omit({ toolCalls: true })
export type Progress = z.infer<typeof progress>

const round = z.object({
  round: z.number().int(),
  intent: z.string(),
  /** The kind of the request: an answer alone, or a change. */
  asks: dispatchManifest.shape.asks,
  /** The outcomes of earlier rounds that matched and stand; the loss of this round doesn't count them. */
  kept: z.array(subTaskOutcome).default([]),
  outcomes: z.array(subTaskOutcome),
  taskVerdicts: z.array(criterionVerdict),
  /** Looks of the meta-validator. */
  looks: z.array(toolCallRecord).optional(),
  /** Pairs of tool and target that memory had warned of when the round was planned. */
  warned: z.array(blockedTarget).default([]),
  elapsedMs: z.number(),
})

export const replanRequest = round.extend({
  gapSummary: z.string(),
  /** The merged output, when it came to a merge. */
  output: z.string().nullable(),
})
export type ReplanRequest = z.infer<typeof replanRequest>

export const outcomeSummary = round.extend({ output: z.string() })
export type OutcomeSummary = z.infer<typeof outcomeSummary>
