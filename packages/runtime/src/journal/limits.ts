import { assertOptions, withoutUndefined } from '@artoo/spec'
import * as z from 'zod'
import { aliasesAmong } from './aliases-among.js'
import { assertShape } from './assert-shape.js'

const positive = z.number().int().positive()

/** The limits with their defaults. */
export const limitsSchema = z.strictObject({
  timeMs: positive.default(300_000),
  modelCalls: positive.default(200),
  toolCalls: positive.default(1_000),
  tokens: positive.optional(),
  cost: z.number().positive().optional(),
  maxOutputTokens: positive.optional(),
  conversationCharacters: z.number().int().min(20_000).default(400_000),
  modelRetries: z.number().int().nonnegative().default(4),
  modelTimeoutMs: positive.default(120_000),
  firstTokenTimeoutMs: positive.default(60_000),
  idleTimeoutMs: positive.default(30_000),
  toolTimeoutMs: positive.default(60_000),
  personTimeoutMs: positive.default(3_600_000),
  hookTimeoutMs: positive.default(10_000),
})

/** The limits of a run. Every limit is hard: reaching it ends the run or the call. */
export interface Limits {
  /** Milliseconds for the whole run, without the time that people take. @defaultValue 300_000 */
  readonly timeMs: number
  /** Model calls, with those that failed and were made again. @defaultValue 200 */
  readonly modelCalls: number
  /** Tool calls; each one more is refused with `too_many_calls`, and the run goes on. @defaultValue 1_000 */
  readonly toolCalls: number
  /**
   * Input and output tokens together. It is exceeded by no more than the error in the estimates of input.
   *
   * @defaultValue unlimited
   */
  readonly tokens?: number | undefined
  /** Cost in the currency of `prices`. @defaultValue unlimited */
  readonly cost?: number | undefined
  /** Tokens of one answer. @defaultValue the provider's own; 8_192 when there is a limit on tokens or cost */
  readonly maxOutputTokens?: number | undefined
  /**
   * Characters of one conversation with a model; about four of them are a token. Older parts are left out, results of
   * tools first. At least 20_000.
   *
   * @defaultValue 400_000
   */
  readonly conversationCharacters: number
  /** Retries of one call when the provider can't be reached or is overloaded. @defaultValue 4 */
  readonly modelRetries: number
  /** Milliseconds for one model call. @defaultValue 120_000 */
  readonly modelTimeoutMs: number
  /** Milliseconds until the first token of a streaming model. @defaultValue 60_000 */
  readonly firstTokenTimeoutMs: number
  /** Milliseconds without a token in the middle of a streamed answer. @defaultValue 30_000 */
  readonly idleTimeoutMs: number
  /** Milliseconds for one check, for a tool call's own checks, and again for its execution. @defaultValue 60_000 */
  readonly toolTimeoutMs: number
  /** Milliseconds until a person who doesn't answer counts as having declined. @defaultValue 3_600_000 */
  readonly personTimeoutMs: number
  /** Milliseconds until a hook that gives no answer has failed. @defaultValue 10_000 */
  readonly hookTimeoutMs: number
}

/** The names that other libraries use for such limits. */
const aliases = {
  calls: 'modelCalls',
  maxSteps: 'toolTurns',
  maxTurns: 'toolTurns',
  timeout: 'timeMs',
  maxTokens: 'maxOutputTokens',
  money: 'cost',
  maxRetries: 'modelRetries',
}

/**
 * Limits by a schema that may hold a system's own beside the run's. One that is left out, or undefined, is as in `over`, or else as the
 * schema has it.
 *
 * @throws {ArtooError} `invalid_option` naming the limit.
 */
export function resolveLimits<S extends z.ZodObject>(
  schema: S,
  limits: object = {},
  over: Partial<z.input<S>> = {},
): z.output<S> {
  const names = Object.keys(schema.shape)
  assertOptions(limits, names, { of: 'limits', path: 'limits', aliases: aliasesAmong(names, aliases) })
  return assertShape(schema, { ...over, ...withoutUndefined(limits) }, ['limits'])
}
