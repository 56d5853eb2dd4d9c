import { assertOptions, isAbortSignal, isTool, type KnownOptions } from '@artoo/spec'
import * as z from 'zod'
import { aliasesAmong } from '../journal/aliases-among.js'
import { assertShape } from '../journal/assert-shape.js'
import { redactSchema } from '../journal/redact.js'

export const callable = z.custom((value) => typeof value === 'function', 'must be a function')

const ownModel = z.looseObject({ id: z.string(), generate: callable })
const aiSdkModel = z.looseObject({ specificationVersion: z.string(), provider: z.string(), modelId: z.string() })
/** A model of ours or of the AI SDK. */
export const modelShape = z.union(
  [ownModel, aiSdkModel],
  'must be a model (of the AI SDK, or any object with id and generate)',
)

/** A queue of jobs. */
export const queueShape = z.looseObject({ submit: callable, claim: callable, renew: callable, settle: callable })

/** Shapes of the options that every system takes, as a schema's fields. Limits, prices and permissions are checked by their readers. */
export const hostShapes = {
  tools: z
    .array(
      z.custom(isTool, 'is no tool: make it with defineTool, or spread aiSdkTools({ name: tool })'),
      'must be a list of tools; aiSdkTools() makes one of a record',
    )
    .optional(),
  checks: z
    .array(
      z.looseObject({
        name: z.string(),
        run: callable,
        parse: callable.optional(),
        argumentsSchema: z.record(z.string(), z.unknown()).optional(),
      }),
      'must be a list of checks',
    )
    .optional(),
  confirm: callable.optional(),
  clarify: callable.optional(),
  permissions: z.unknown().optional(),
  limits: z.unknown().optional(),
  prices: z.unknown().optional(),
  journal: z.looseObject({ append: callable, read: callable, list: callable, remove: callable }).optional(),
  redact: redactSchema.optional(),
  clock: z.looseObject({ now: callable, schedule: callable, monotonic: callable.optional() }).optional(),
  ids: callable.optional(),
} as const

/** Shapes of the options that every run takes. */
export const runShapes = {
  signal: z.custom<AbortSignal>(isAbortSignal, 'must be an AbortSignal: give controller.signal').optional(),
  limits: z.unknown().optional(),
  context: z.unknown().optional(),
  confirm: callable.optional(),
  clarify: callable.optional(),
  parent: z.looseObject({ taskId: z.string() }).optional(),
  onUnanswered: z.enum(['refuse', 'wait']).optional(),
} as const

/** The names that other libraries use for such options. One whose option a shape doesn't have is ignored. */
const commonAliases: Readonly<Record<string, string>> = {
  llm: 'model',
  models: 'model',
  onConfirm: 'confirm',
  approve: 'confirm',
  onClarify: 'clarify',
  permissionMode: 'permissions.mode',
  mode: 'permissions.mode',
  allowedTools: 'permissions.allow',
  system: 'instructions',
  systemPrompt: 'instructions',
  prompt: 'instructions',
  maxTokens: 'limits.maxOutputTokens',
  maxOutputTokens: 'limits.maxOutputTokens',
  maxRetries: 'limits.modelRetries',
  timeout: 'limits.timeMs',
  timeoutMs: 'limits.timeMs',
  budget: 'limits.cost',
  abortSignal: 'signal',
  log: 'journal',
}

export interface ShapedOptions extends Pick<KnownOptions, 'of' | 'aliases' | 'path'> {
  /** Names that are known beside those of the shape, and checked elsewhere. @defaultValue none */
  readonly others?: readonly string[]
}

/**
 * Asserts that options have known names and their types: many hosts are written without types.
 *
 * @throws {ArtooError} `invalid_option` naming the option.
 */
export function assertShaped(shape: z.ZodObject, options: unknown, given: ShapedOptions): void {
  const { of, others = [], aliases, path } = given
  const names = [...Object.keys(shape.shape), ...others]
  const known = { ...aliasesAmong(names, commonAliases), ...aliases }
  assertOptions(options, names, { of, aliases: known, ...(path === undefined ? {} : { path }) })
  assertShape(shape, options, path?.split('.'))
}
