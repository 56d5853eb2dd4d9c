import { GgsError, type Hyperparameters, profileNames, resolveHyperparameters } from '@artoo/ggs'
import { depths, resolveMemoryProfile } from '@artoo/roles'
import { assertShape, redactSchema, resolveLimits } from '@artoo/runtime'
import { ArtooError, assertOptions, isAbortSignal, isTool } from '@artoo/spec'
import { knownPermissions } from '@artoo/tools'
import * as z from 'zod'
import { type Limits, limitsSchema, type RunLimits } from './limits.js'
import type { ArtooOptions, RunOptions } from './options.js'

const callable = z.custom((value) => typeof value === 'function', 'must be a function')
const ownModel = z.looseObject({ id: z.string(), generate: callable })
const aiSdkModel = z.looseObject({ specificationVersion: z.string(), provider: z.string(), modelId: z.string() })
const model = z.union([ownModel, aiSdkModel])
const check = z.looseObject({
  name: z.string(),
  run: callable,
  parse: callable.optional(),
  argumentsSchema: z.record(z.string(), z.unknown()).optional(),
})
const instructions = z.string().optional()

/** The shapes of the options: many hosts are written without types. */
const instanceOptions = z.object({
  model: z.union(
    [model, z.strictObject({ brain: model, tool: model })],
    'must be a model (of the AI SDK, or any object with id and generate), or { brain, tool } with two of them',
  ),
  tiers: z.record(z.string(), z.unknown()).optional(),
  depth: z.enum(depths).optional(),
  tools: z.array(z.custom(isTool, 'is no tool: make it with defineTool'), 'must be a list of tools').optional(),
  checks: z.array(check, 'must be a list of checks').optional(),
  memory: z.looseObject({ consult: callable, write: callable, flush: callable }).optional(),
  memoryProfile: z.unknown().optional(),
  permissions: z.unknown().optional(),
  onAlways: callable.optional(),
  confirm: callable.optional(),
  confirmAll: callable.optional(),
  clarify: callable.optional(),
  instructions,
  limits: z.unknown().optional(),
  prices: z.unknown().optional(),
  hyperparameters: z
    .looseObject({
      timeBudgetMs: z.never('is set by limits.timeMs').optional(),
      maxReplans: z.never('is set by limits.replans').optional(),
    })
    .optional(),
  profile: z.enum(profileNames).optional(),
  redact: redactSchema.optional(),
  journal: z.looseObject({ append: callable, read: callable, list: callable, remove: callable }).optional(),
  environment: z.string().min(1).optional(),
  leaseMs: z.number().positive().optional(),
  onAudit: callable.optional(),
  auditLog: z.looseObject({ append: callable }).optional(),
  dreamer: z
    .union([
      z.boolean(),
      z.strictObject({ intervalMs: z.number().positive().optional(), onEvent: callable.optional() }),
    ])
    .optional(),
  clock: z.looseObject({ now: callable, schedule: callable, monotonic: callable.optional() }).optional(),
  ids: callable.optional(),
})

const runOptions = z.object({
  signal: z.custom<AbortSignal>(isAbortSignal, 'must be an AbortSignal: give controller.signal').optional(),
  context: z.unknown().optional(),
  limits: z.unknown().optional(),
  permissions: z.unknown().optional(),
  confirm: callable.optional(),
  confirmAll: callable.optional(),
  clarify: callable.optional(),
  parent: z.looseObject({ taskId: z.string() }).optional(),
  instructions,
  output: z.unknown().optional(),
  onUnanswered: z.enum(['refuse', 'wait']).optional(),
})

/** The names that other libraries use, with the name of the same option here. */
const aliases: Readonly<Record<string, string>> = {
  models: 'model',
  onConfirm: 'confirm',
  approve: 'confirm',
  permissionMode: 'permissions.mode',
  mode: 'permissions.mode',
  allowedTools: 'permissions.allow',
  onClarify: 'clarify',
  system: 'instructions',
  systemPrompt: 'instructions',
  prompt: 'instructions',
  schema: 'output',
  outputSchema: 'output',
  responseFormat: 'output',
  maxSteps: 'limits.toolTurns',
  stopWhen: 'limits.toolTurns',
  maxTurns: 'limits.toolTurns',
  maxTokens: 'limits.maxOutputTokens',
  maxOutputTokens: 'limits.maxOutputTokens',
  maxRetries: 'limits.modelRetries',
  timeout: 'limits.timeMs',
  timeoutMs: 'limits.timeMs',
  budget: 'limits.cost',
  abortSignal: 'signal',
  log: 'journal',
}

export interface Settings {
  readonly limits: Limits
  readonly hyperparameters: Hyperparameters
}

/**
 * Asserts that the options have their types, and resolves the limits and gains.
 *
 * @throws {ArtooError} `invalid_option` or `invalid_hyperparameter`, naming the option.
 */
export function checkOptions(options: ArtooOptions): Settings {
  assertOptions(options, Object.keys(instanceOptions.shape), { of: 'createArtoo', aliases })
  assertShape(instanceOptions, options)
  resolveMemoryProfile(options.memoryProfile)
  knownPermissions(options.permissions, options.tools ?? [])
  return settingsOf(options, limitsOf(options.limits))
}

/** The settings of one run: the instance's with the run's limits over them. @throws {ArtooError} as `checkOptions` does. */
export function checkRunOptions(options: RunOptions, instance: ArtooOptions, settings: Settings): Settings {
  if (isAbortSignal(options)) {
    throw new ArtooError('invalid_option', 'run takes options, not a bare signal: give { signal }', { field: 'signal' })
  }
  assertOptions(options, Object.keys(runOptions.shape), { of: 'run', aliases })
  assertShape(runOptions, options)
  knownPermissions(options.permissions, instance.tools ?? [])
  if (options.limits === undefined) return settings
  const own: RunLimits = options.limits
  limitsOf(own)
  for (const name of ['concurrency', 'background']) {
    if (!Object.hasOwn(own, name)) continue
    const message = `limits.${name} holds for all runs together: give it to createArtoo`
    throw new ArtooError('invalid_option', message, { field: `limits.${name}` })
  }
  return settingsOf(instance, limitsOf({ ...settings.limits, ...withoutUndefined(own) }))
}

function settingsOf({ hyperparameters }: ArtooOptions, limits: Limits): Settings {
  const spending = { timeBudgetMs: limits.timeMs, maxReplans: limits.replans }
  try {
    return { limits, hyperparameters: resolveHyperparameters({ ...hyperparameters, ...spending }) }
  } catch (error) {
    if (!(error instanceof GgsError)) throw error
    throw new ArtooError(error.code, error.message, { field: `hyperparameters.${error.field}`, cause: error })
  }
}

const limitAliases: Readonly<Record<string, string>> = {
  calls: 'modelCalls',
  maxSteps: 'toolTurns',
  maxTurns: 'toolTurns',
  timeout: 'timeMs',
  maxTokens: 'maxOutputTokens',
  money: 'cost',
  maxRetries: 'modelRetries',
}

const limitsOf = (limits: unknown): Limits => resolveLimits(limitsSchema, limits, limitAliases)

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T
}
