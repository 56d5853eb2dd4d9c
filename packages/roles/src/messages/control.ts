import { type Decision, planDirectives, stopReasons } from '@artoo/ggs'
import { blockedTarget } from '@artoo/runtime'
import * as z from 'zod'
import { action } from './action.js'
import { missing } from './missing.js'
import { clarification } from './need.js'
import { basis, criterionVerdict, failureClass } from './verdict.js'

const roleUsage = z.object({
  modelCalls: z.number().int(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cachedInputTokens: z.number(),
  reasoningTokens: z.number(),
  durationMs: z.number(),
  cost: z.number().nullable(),
})

const loss = z.object({ D: z.number(), P: z.number(), Omega: z.number(), L: z.number() })

export const controlDecision = z
  .custom<Decision>((value) => typeof value === 'object' && value !== null)
  .meta({ title: 'Decision' })

/** The kinds of change that a plan can be asked for. */
const change = z.enum(planDirectives)

/**
 * The cause of a failure, where code knows it. `out_of_turns`: its tool turns were used up. `refused_by_nobody`: no
 * person could be asked. `refused_by_person`: a person refused, or did not answer. `refused_by_rule`: a rule or the
 * mode of the host refuses. `passing`: a time limit or an outage.
 */
const failureCause = z.enum(['out_of_turns', 'refused_by_nobody', 'refused_by_person', 'refused_by_rule', 'passing'])
export type FailureCause = z.infer<typeof failureCause>

export const planDirective = z.object({
  round: z.number().int(),
  directive: change,
  loss,
  gradient: z.number(),
  urgency: z.enum(['low', 'normal', 'high']),
  blockedTools: z.array(z.string()),
  blockedTargets: z.array(blockedTarget),
  /** `change`: each as long as nothing has changed since its call failed. `end`: until the task ends. */
  blockedUntil: z.enum(['change', 'end']).default('change'),
  /** True when work was stopped by a passing cause, such as an outage: the same plan may be made again. */
  mayPass: z.boolean().default(false),
  /**
   * The directive for the replacement of each failed subtask, if the profile distinguishes them; `directive` is the
   * most drastic.
   */
  orders: z
    .array(
      z.object({ subtaskId: z.string(), intent: z.string(), directive: change, blockedTools: z.array(z.string()) }),
    )
    .default([]),
  /** Each subtask that was run and failed. `found`: its report on work that was not judged. */
  failed: z
    .array(z.object({ subtaskId: z.string(), intent: z.string(), cause: failureCause.nullable(), found: z.string() }))
    .default([]),
  failureClass: z.enum([...failureClass.options, 'mixed']).nullable(),
  failedCriterion: z.string().nullable(),
  gapSummary: z.string(),
  rationale: z.string(),
  /** Subtasks that are given up: they are not planned again. */
  left: z.array(z.object({ subtaskId: z.string(), intent: z.string() })).default([]),
  /** Subtasks that matched so far: they stand and are not done again. */
  done: z.array(z.object({ subtaskId: z.string(), intent: z.string(), output: z.string() })).default([]),
  /** Questions of the round's executors, with the person's answers. */
  clarifications: z.array(clarification).default([]),
  /** The changes to the world so far, successful or not. */
  changed: z.array(action).default([]),
})
export type PlanDirective = z.infer<typeof planDirective>

export const finalResult = z.object({
  /**
   * Decided by code, from records. `complete`: every criterion is met, and no promised work is left unrun, refused or
   * crashed. `partial`: there is an output, and `missing` says what it lacks. `failed`: there is no output.
   */
  status: z.enum(['complete', 'partial', 'failed']),
  /** `deliver`: the parts that are done, and the rest is missing. */
  directive: z.enum(['accept', 'success', 'deliver', 'abandon']),
  /**
   * The chance, 0 to 1, that what is delivered is right, calibrated on simulated tasks. It never changes the status. Null where nothing is
   * delivered, and where nobody judged a criterion.
   */
  confidence: z.number().min(0).max(1).nullable().default(null),
  reason: z.enum(stopReasons),
  /** Two sentences for a person: what was done, and what was not and why. */
  summary: z.string(),
  /** The result, or the best so far; null when there is none. */
  output: z.string().nullable(),
  /** Empty when the status is `complete`. */
  missing: z.array(missing),
  /** Calls that changed something, in their order. */
  changes: z.array(action),
  /** Calls that were refused, in their order. */
  refused: z.array(action),
  /**
   * The weakest source of the verdicts: `code` where checks decided everything, `nobody` when a criterion is unjudged.
   */
  basis,
  /** The last word on each criterion, with its evidence: those of the task, then of the subtasks. */
  criteria: z.array(
    criterionVerdict.extend({ subtask: z.string().nullable().describe('its intent; null: of the task') }),
  ),
  /** Two or three things to try next; empty when the status is `complete`. */
  nextMoves: z.array(z.string()),
  loss,
  gradient: z.number(),
  replans: z.number().int(),
  /** Rounds that were judged. */
  rounds: z.number().int(),
  /** Milliseconds, those included in which a person was waited for. */
  elapsedMs: z.number(),
  /** Model calls by role, and in all. One that the end of the task cut off is billed on the log alone. */
  usage: z.object({ byRole: z.record(z.string(), roleUsage), total: roleUsage }),
})
export type FinalResult = z.infer<typeof finalResult>

export const roleFailure = z.object({
  code: z.string(),
  message: z.string(),
  /** A model's provider failed, not the role. */
  infrastructure: z.boolean().default(false),
})
