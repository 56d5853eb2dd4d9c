import * as z from 'zod'

const positive = z.number().int().positive()

/** The limits with their defaults. */
export const limitsSchema = z.strictObject({
  timeMs: positive.default(300_000),
  replans: z.number().int().nonnegative().default(3),
  retries: z.number().int().nonnegative().default(2),
  modelCalls: positive.default(200),
  tokens: positive.optional(),
  toolTurns: positive.default(12),
  modelTimeoutMs: positive.default(120_000),
  toolTimeoutMs: positive.default(60_000),
  concurrency: positive.default(10),
})

/** What a task may spend. Every limit is hard: reaching it ends the task, the attempt or the call. A memory is waited for 5 s. */
export interface Limits {
  /** Milliseconds for the whole task, a person's time to confirm or answer included; also the time budget in Ω. @defaultValue 300_000 */
  readonly timeMs: number
  /** Replans of the task; also maxReplans in Ω. @defaultValue 3 */
  readonly replans: number
  /** Corrections of a subtask after its first attempt. @defaultValue 2 */
  readonly retries: number
  /** @defaultValue 200 */
  readonly modelCalls: number
  /** Input and output tokens together. @defaultValue unlimited */
  readonly tokens?: number | undefined
  /** Model turns with tool calls in one attempt. @defaultValue 12 */
  readonly toolTurns: number
  /** Milliseconds for one model call. @defaultValue 120_000 */
  readonly modelTimeoutMs: number
  /** Milliseconds for one check, for a tool call's own checks, and again for its execution. @defaultValue 60_000 */
  readonly toolTimeoutMs: number
  /**
   * Model calls, and tool executions, in flight at once, over all tasks of the instance. A tool that runs a task of the
   * same instance keeps its place meanwhile. @defaultValue 10
   */
  readonly concurrency: number
}
