import { GgsError, type Hyperparameters, resolveHyperparameters } from '@artoo/ggs'
import { roleShapes } from '@artoo/roles'
import { assertShaped, callable, hostShapes, modelShape, queueShape, resolveLimits, runShapes } from '@artoo/runtime'
import { ArtooError, isAbortSignal } from '@artoo/spec'
import { knownPermissions } from '@artoo/tools'
import * as z from 'zod'
import { toolsIn } from './given-tools.js'
import { type Limits, limitsSchema } from './limits.js'
import type { ArtooOptions, RunOptions } from './options.js'

const models = z.array(modelShape).min(1)

const modelSettings = {
  temperature: z.number().optional(),
  reasoningEffort: z.string().min(1).optional(),
  seed: z.number().int().optional(),
  maxOutputTokens: z.number().int().positive().optional(),
  providerOptions: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
}
const settings = z
  .strictObject({
    ...modelSettings,
    brain: z.strictObject(modelSettings).optional(),
    tool: z.strictObject(modelSettings).optional(),
  })
  .optional()

const hooks = z.strictObject(
  { before: callable.optional(), after: callable.optional() },
  'must be { before, after }, two functions of which either may be left out',
)

/** The shapes of the options: many hosts are written without types. */
const instanceOptions = z.object({
  ...hostShapes,
  ...roleShapes,
  model: z.union(
    [modelShape, models, z.strictObject({ brain: z.union([modelShape, models]), tool: z.union([modelShape, models]) })],
    'must be a model (of the AI SDK, or any object with id and generate), a list of them, or { brain, tool } with two of either',
  ),
  tiers: z.record(z.string(), z.unknown()).optional(),
  memory: z.looseObject({ consult: callable, write: callable, flush: callable }).optional(),
  onAlways: callable.optional(),
  onModelCall: hooks.optional(),
  onToolCall: hooks.optional(),
  confirmAll: callable.optional(),
  settings,
  hyperparameters: z
    .looseObject({
      timeBudgetMs: z.never('is set by limits.timeMs').optional(),
      maxReplans: z.never('is set by limits.replans').optional(),
    })
    .optional(),
  leaseMs: z.number().positive().optional(),
  queue: queueShape.optional(),
  retention: z
    .strictObject({ days: z.number().nonnegative().optional(), keep: z.number().int().nonnegative().optional() })
    .optional(),
  onAudit: callable.optional(),
  auditLog: z.looseObject({ append: callable }).optional(),
  dreamer: z
    .union([
      z.boolean(),
      z.strictObject({ intervalMs: z.number().positive().optional(), onEvent: callable.optional() }),
    ])
    .optional(),
})

const runOptions = z.object({
  ...runShapes,
  permissions: z.unknown().optional(),
  confirmAll: callable.optional(),
  instructions: roleShapes.instructions,
  settings,
  output: z.unknown().optional(),
})

/** The names that other libraries use, with the name of the same option here. */
const aliases: Readonly<Record<string, string>> = {
  schema: 'output',
  outputSchema: 'output',
  responseFormat: 'output',
  maxSteps: 'limits.toolTurns',
  stopWhen: 'limits.toolTurns',
  maxTurns: 'limits.toolTurns',
  temperature: 'settings.temperature',
  reasoningEffort: 'settings.reasoningEffort',
  seed: 'settings.seed',
  providerOptions: 'settings.providerOptions',
  modelSettings: 'settings',
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
  const given =
    typeof options === 'object' && options !== null ? { ...options, tools: toolsIn(options.tools) } : options
  assertShaped(instanceOptions, given, { of: 'createArtoo', aliases })
  knownPermissions(options.permissions, toolsIn(options.tools))
  return settingsOf(options, resolveLimits(limitsSchema, options.limits))
}

/** The options of a run that a queue carries to no other process, beside those of any system. */
export const ofProcess = {
  output: 'a schema is code: ask for the form in words, or run the task in the worker by your own queue',
} as const

/** The settings of one run: the instance's with the run's limits over them. `others` are options that are checked elsewhere. @throws {ArtooError} as `checkOptions` does. */
export function checkRunOptions(
  options: RunOptions,
  instance: ArtooOptions,
  settings: Settings,
  others: readonly string[] = [],
): Settings {
  if (isAbortSignal(options)) {
    throw new ArtooError('invalid_option', 'run takes options, not a bare signal: give { signal }', { field: 'signal' })
  }
  assertShaped(runOptions, options, { of: 'run', others, aliases })
  knownPermissions(options.permissions, toolsIn(instance.tools))
  if (options.limits === undefined) return settings
  const limits = resolveLimits(limitsSchema, options.limits, settings.limits)
  for (const name of ['concurrency', 'background']) {
    if (!Object.hasOwn(options.limits, name)) continue
    const message = `limits.${name} holds for all runs together: give it to createArtoo`
    throw new ArtooError('invalid_option', message, { field: `limits.${name}` })
  }
  return settingsOf(instance, limits)
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
