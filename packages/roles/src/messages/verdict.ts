import { type Cause, causeNames } from '@artoo/ggs'
import * as z from 'zod'
import { criterion } from './plan.js'

export const failureClass = z.enum(['logical', 'environmental'])
export type FailureClass = z.infer<typeof failureClass>

/** The causes that a judge may name: that its own verdict is wrong is for others to find out. */
export const judgedCauses = causeNames.filter((cause) => cause !== 'judged_wrongly')
export const judgedCause = z.enum(judgedCauses as [Cause, ...Cause[]])
const cause = z.enum(causeNames as readonly [Cause, ...Cause[]])

/** The source of a verdict: a check, a model that judged, or none. */
export const basis = z.enum(['code', 'judge', 'nobody'])
export type Basis = z.infer<typeof basis>

export const criterionVerdict = z.object({
  criterion: z.string(),
  mode: criterion.shape.mode,
  /**
   * `absent`: records prove that what the criterion speaks of doesn't exist; saying so is the right result.
   * `replaced`: words that the user added later took its place. `unjudged`: no verdict that
   * can stand was given; it neither passes nor fails.
   */
  verdict: z.enum(['pass', 'fail', 'absent', 'replaced', 'unjudged']),
  /** The source of the verdict; `nobody` for an unjudged one. */
  basis,
  /**
   * The reason for `unjudged`. `unseen`: its judge did not see the facts that decide it, which `evidence` names.
   * `check_failed`: a check had failed, so no model was asked about the rest. Absent when there was no valid verdict.
   */
  because: z.enum(['unseen', 'check_failed']).optional(),
  failureClass: failureClass.nullable(),
  /** The cause of a fail as its judge named it; null for a check, and for what did not fail. */
  cause: cause.nullable().default(null),
  evidence: z.string(),
  /** Ids of the tool calls that show it. */
  records: z.array(z.string()).default([]),
  /** The number of attempts in which this criterion failed, of those in which it was judged (k of N). */
  failedAttempts: z.number().int(),
  attempts: z.number().int(),
})
export type CriterionVerdict = z.infer<typeof criterionVerdict>
