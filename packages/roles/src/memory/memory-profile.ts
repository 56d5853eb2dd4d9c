import type { Directive } from '@artoo/ggs'
import { ArtooError, describeIssues } from '@artoo/spec'
import * as z from 'zod'

/**
 * The occasions on which R7 stores lessons. `breakthrough` is the round after a `break_symmetry`, when it made
 * progress.
 */
export type Occasion = Directive | 'breakthrough'

/** One lesson that a round leaves. */
export interface LessonRule {
  /**
   * The subject. `task`: the whole. `blocked`: the controller's blocked targets, of all rounds so far. `failed`: calls that
   * something outside stopped for a reason that lasts. `momentary`: calls that met a state of the world (an exit code, a missing
   * path, a time limit, an outage) in a round that changed nothing. `blamed`: tools whose work verdicts called wrong in its method, in
   * a subtask that changed nothing. `matched`: calls of subtasks that matched, in the round or, when the task ends, before it.
   * `refuted`: calls that went well although memory warned of them.
   */
  readonly of: 'task' | 'blocked' | 'failed' | 'momentary' | 'blamed' | 'matched' | 'refuted'
  /**
   * The key under which it is stored: `intent` (intent, environment), `pair` (tool, target), `intent_tool` (intent,
   * tool).
   */
  readonly key: 'intent' | 'pair' | 'intent_tool'
  /** `f` and `sigma` of the Megram. @defaultValue the occasion's own in the matrix of `@artoo/mkct` */
  readonly f?: number
  readonly sigma?: number
  /** Decay per day; it moves to the nearest of the `decayRates` of `@artoo/mkct`. */
  readonly k?: number
}

/** Valences and keys of memory as data: the lessons that R7 writes, and their reading by R2. */
export interface MemoryProfile {
  readonly writes: Readonly<Record<Occasion, readonly LessonRule[]>>
  readonly reads: {
    /**
     * The force of memory's lessons against a tool on a target. `warn`: the planner and its executors are warned, and
     * the newest result counts as long as its own attention lasts: after a call that went well there is no warning.
     * `forbid`: a call under MUST NOT is refused, and one under CAUTION is put before a person (paper 6.4).
     */
    readonly against: 'warn' | 'forbid'
    /**
     * The lessons that are shown beside those on tools at such tasks. `all`: also the outcomes of these tasks and, for
     * whole tools, the sum over all their uses. `warnings`: failed tasks, and pairs of tool and target to avoid, for a
     * success elsewhere says little about this task. Lessons that a host wrote are always shown.
     */
    readonly others: 'all' | 'warnings'
    /** The least likeness of words, 0 to 1, from which lessons of another intent on tools count; 1: they never do. */
    readonly similarFrom: number
    /** The power of the likeness by which they are weighted: a higher one gives less weight to what is less alike. */
    readonly sharpness: number
    /**
     * The weight of a lesson on a tool relative to the next newer one, 0 to 1; at ½ the newest weighs as much as all
     * before it.
     */
    readonly older: number
    /**
     * The warnings when every tool failed at such tasks. `warn`: all of them. `leave_oldest`: not the one of the tool
     * that failed longest ago, so that there is one to try.
     */
    readonly allFailed: 'warn' | 'leave_oldest'
    /**
     * Handling of a plan with a tool that failed at such tasks, if others are left. `let_pass`: it is dispatched.
     * `ask_once`: the planner's model is asked once per round whether another tool would do.
     */
    readonly againstWarnings: 'let_pass' | 'ask_once'
  }
}

/** The schema of a table; built when one is given, since hosts give names. */
function tableOf(occasions: readonly Occasion[]) {
  const share = z.number().min(0).max(1)
  const rule = z.strictObject({
    of: z.enum(['task', 'blocked', 'failed', 'momentary', 'blamed', 'matched', 'refuted']),
    key: z.enum(['intent', 'pair', 'intent_tool']),
    f: share.optional(),
    sigma: z.number().min(-1).max(1).optional(),
    k: z.number().positive().optional(),
  })
  return z.strictObject({
    writes: z.record(z.enum(occasions), z.array(rule)),
    reads: z.strictObject({
      against: z.enum(['warn', 'forbid']),
      others: z.enum(['all', 'warnings']),
      similarFrom: share,
      sharpness: z.number().positive(),
      older: share,
      allFailed: z.enum(['warn', 'leave_oldest']),
      againstWarnings: z.enum(['let_pass', 'ask_once']),
    }),
  })
}

/** @throws {ArtooError} `invalid_option` with `memoryProfile` as `field`; the message names the places. */
export function assertMemoryProfile(given: object, occasions: readonly Occasion[]): asserts given is MemoryProfile {
  const read = tableOf(occasions).safeParse(given)
  if (read.success) return
  const places = read.error.issues.map((issue) => ({ ...issue, path: ['memoryProfile', ...issue.path] }))
  throw new ArtooError('invalid_option', describeIssues(places), { field: 'memoryProfile' })
}
