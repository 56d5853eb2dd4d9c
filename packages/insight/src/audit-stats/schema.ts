import { directives, type Observation, stopReasons } from '@artoo/ggs'
import { artooSystem } from '@artoo/roles'
import * as z from 'zod'

const { contracts } = artooSystem

/** Version of the format; stats of another version are refused. */
export const auditStatsVersion = 1

const count = z.number().int().nonnegative()
const counts = z.record(z.string(), count)
const usage = contracts.FinalResult.payload.shape.usage.shape.byRole
const direction = z.enum(['fell', 'stood', 'rose'])

const observation = z
  .custom<Observation>((value) => typeof value === 'object' && value !== null)
  .meta({ title: 'Observation' })

const decision = z.object({
  round: count,
  D: z.number(),
  P: z.number(),
  Omega: z.number(),
  L: z.number(),
  gradient: z.number(),
  directive: z.enum(directives),
  reason: z.enum(stopReasons).nullable(),
  failureClass: z.enum(['logical', 'environmental', 'mixed']).nullable(),
  refuted: z.boolean(),
  replans: count,
  worseningBefore: count,
  /** The name of the controller's profile; null where decisions have none. */
  profile: z.string().nullable(),
  /** The direction of D in the next round; null when no round was judged after this one. */
  next: direction.nullable(),
})
export type DecisionStats = z.infer<typeof decision>

const verdicts = z.object({
  /** Merges of subtasks that R4a had passed, all of them, and that R4b judged. */
  judgedTwice: count,
  upheld: count,
  overruled: count,
  /** The overruled in which only checks by code said no. */
  overruledByCode: count,
  /** Criteria in the same words that both judged on their own, without a check. */
  agreed: count,
  disagreed: count,
  /** Rounds of one subtask, whose judge had the last word. */
  judgedOnce: count,
})
export type VerdictStats = z.infer<typeof verdicts>

const tools = z.object({
  calls: count,
  ok: count,
  /** By us, or by a person. */
  refused: count,
  /** The executor's own mistakes. */
  mistaken: count,
  /** Calls that something outside stopped. */
  stopped: count,
  /** Calls that did not go well, by the code of their failure; codes of foreign tools are `other`. */
  codes: counts,
})
export type ToolStats = z.infer<typeof tools>

const task = z.object({
  taskId: z.string(),
  /** The operator's name for such tasks. */
  kind: z.string().nullable(),
  /** Events that were seen. */
  events: count,
  /** Events that were not as this version writes them, and are left out. */
  unread: count,
  /** null: cut off, or still running. */
  end: z
    .object({
      directive: z.enum(['accept', 'success', 'deliver', 'abandon']),
      reason: z.enum(stopReasons),
      rounds: count,
      replans: count,
      elapsedMs: z.number(),
    })
    .nullable(),
  /** Milliseconds that people took. */
  waitedMs: z.number(),
  /** The gains of the controller; null before its first decision. */
  hyperparameters: z.record(z.string(), z.number()).nullable(),
  /**
   * The controller's observations, for `replay` of `@artoo/ggs`, with every text under another name, the same within a task for the same text; and
   * what it decided. No decision: an outage, a deadline, or the end of the journal. No observation: it could not be read.
   */
  rounds: z.array(z.object({ observation: observation.nullable(), decision: decision.nullable() })),
  subtasks: count,
  corrections: count,
  verdicts,
  tools,
  usage,
})
export type TaskStats = z.infer<typeof task>

const totals = z.object({
  tasks: count,
  /** By the reason of their end. */
  ended: counts,
  cutOff: count,
  rounds: count,
  replans: count,
  subtasks: count,
  corrections: count,
  /** The direction of D in the round after each directive; `none`: there was no such round. */
  directives: z.record(z.string(), z.object({ times: count, fell: count, stood: count, rose: count, none: count })),
  /** D at `success`, in twentieths: the first counts from 0 to below 0.05, the last from 0.95. */
  successD: z.array(count).length(20),
  /** Law 2, and what D had done since the last round before the worsening began. */
  law2: z.object({ fired: count, fell: count, stood: count, rose: count, unknown: count }),
  verdicts,
  tools,
  usage,
})
export type AuditTotals = z.infer<typeof totals>

/** `audit_stats.json` (paper 13): what the controller's gains can be derived from. Holds no text of any task. */
export const auditStatsSchema = z.object({
  schemaVersion: z.literal(auditStatsVersion),
  /** By `taskId`. */
  tasks: z.array(task),
  /** Runs whose journal could not be read, and the code of the error. */
  unreadable: z.array(z.object({ taskId: z.string(), code: z.string() })),
  /** Over `tasks`. */
  totals,
})
export type AuditStats = z.infer<typeof auditStatsSchema>
