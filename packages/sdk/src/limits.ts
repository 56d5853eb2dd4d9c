import * as z from 'zod'

const positive = z.number().int().positive()

/** The limits with their defaults. */
export const limitsSchema = z.strictObject({
  timeMs: positive.default(300_000),
  replans: z.number().int().nonnegative().default(3),
  retries: z.number().int().nonnegative().default(2),
  modelCalls: positive.default(200),
  tokens: positive.optional(),
  cost: z.number().positive().optional(),
  maxOutputTokens: positive.optional(),
  modelRetries: z.number().int().nonnegative().default(4),
  toolTurns: positive.default(12),
  modelTimeoutMs: positive.default(120_000),
  firstTokenTimeoutMs: positive.default(60_000),
  idleTimeoutMs: positive.default(30_000),
  toolTimeoutMs: positive.default(60_000),
  personTimeoutMs: positive.default(3_600_000),
  concurrency: positive.default(10),
})

/** What a task may spend. Every limit is hard: reaching it ends the task, the attempt or the call. A memory is waited for 5 s. */
export interface Limits {
  /** Milliseconds for the whole task, but for the time that people take; also the time budget in Ω. @defaultValue 300_000 */
  readonly timeMs: number
  /** Replans of the task; also maxReplans in Ω. @defaultValue 3 */
  readonly replans: number
  /** Corrections of a subtask after its first attempt. @defaultValue 2 */
  readonly retries: number
  /** Calls that failed and were made again included. @defaultValue 200 */
  readonly modelCalls: number
  /** Input and output tokens together. Exceeded by no more than the estimates of input are wrong. @defaultValue unlimited */
  readonly tokens?: number | undefined
  /** In the currency of `prices`. @defaultValue unlimited */
  readonly cost?: number | undefined
  /** Of one answer. @defaultValue the provider's own; 8_192 when there is a limit on tokens or cost */
  readonly maxOutputTokens?: number | undefined
  /** How often one call is made again when the provider can't be reached or is overloaded. @defaultValue 4 */
  readonly modelRetries: number
  /** Model turns with tool calls in one attempt. @defaultValue 12 */
  readonly toolTurns: number
  /** Milliseconds for one model call. @defaultValue 120_000 */
  readonly modelTimeoutMs: number
  /** Milliseconds until a streaming model says its first word. @defaultValue 60_000 */
  readonly firstTokenTimeoutMs: number
  /** Milliseconds of silence in the middle of a streamed answer. @defaultValue 30_000 */
  readonly idleTimeoutMs: number
  /** Milliseconds for one check, for a tool call's own checks, and again for its execution. @defaultValue 60_000 */
  readonly toolTimeoutMs: number
  /** Milliseconds until a person who doesn't answer counts as having declined. @defaultValue 3_600_000 */
  readonly personTimeoutMs: number
  /**
   * Model calls, and tool executions, in flight at once, over all tasks of the instance. A tool that runs a task of the
   * same instance keeps its place meanwhile. @defaultValue 10
   */
  readonly concurrency: number
}

/** What a single run may set for itself. */
export type RunLimits = Partial<Omit<Limits, 'concurrency'>>
