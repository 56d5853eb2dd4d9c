import type { BackgroundLimits } from '@artoo/roles'
import { type Limits as RuntimeLimits, limitsSchema as runtimeLimits } from '@artoo/runtime'
import * as z from 'zod'

const count = z.number().int().nonnegative()

/** The limits with their defaults. */
export const limitsSchema = runtimeLimits.extend({
  replans: z.number().int().nonnegative().default(3),
  retries: z.number().int().nonnegative().default(2),
  toolTurns: z.number().int().positive().default(12),
  concurrency: z.number().int().positive().default(12),
  background: z.strictObject({ modelCalls: count.default(6), tokens: count.default(60_000) }).prefault({}),
})

/** The limits of a task. `timeMs` is also the time budget in Ω. Waiting for the memory takes at most 5 s. */
export interface Limits extends RuntimeLimits {
  /** Replans of the task; also maxReplans in Ω. @defaultValue 3 */
  readonly replans: number
  /** Corrections of a subtask after its first attempt. @defaultValue 2 */
  readonly retries: number
  /** Model turns with tool calls in one attempt. @defaultValue 12 */
  readonly toolTurns: number
  /**
   * Model calls in flight at once, and tool executions in flight at once, over all tasks of the instance. One task gets
   * at most all but one of them. A tool that runs a task of the same instance keeps its place meanwhile.
   *
   * @defaultValue 12
   */
  readonly concurrency: number
  /** Model calls and tokens that the slow loop may use per hour. @defaultValue 6 model calls, 60_000 tokens */
  readonly background: BackgroundLimits
}

/** The limits that can be set for a single run. */
export type RunLimits = Partial<Omit<Limits, 'concurrency' | 'background'>>

/** The limits that can be set for an instance. */
export interface InstanceLimits extends Partial<Omit<Limits, 'background'>> {
  readonly background?: Partial<BackgroundLimits> | undefined
}
