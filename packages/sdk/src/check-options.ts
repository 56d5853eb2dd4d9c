import { GgsError, type Hyperparameters, resolveHyperparameters } from '@artoo/ggs'
import { ArtooError } from '@artoo/spec'
import * as z from 'zod'
import { type Limits, limitsSchema } from './limits.js'
import type { ArtooOptions } from './options.js'

const callable = z.custom((value) => typeof value === 'function', 'must be a function')
const model = z.looseObject({ id: z.string(), generate: callable })

/** The shapes of the options: many hosts are written without types. */
const schema = z.looseObject({
  model: z.union([model, z.looseObject({ brain: model, tool: model })], 'must be a LanguageModel, or { brain, tool }'),
  tools: z.array(z.looseObject({ name: z.string(), execute: callable })).optional(),
  checks: z.array(z.looseObject({ name: z.string(), run: callable })).optional(),
  memory: z.looseObject({ consult: callable, write: callable }).optional(),
  confirm: callable.optional(),
  clarify: callable.optional(),
  onAudit: callable.optional(),
  journal: z.looseObject({ append: callable }).optional(),
  environment: z.string().min(1).optional(),
  clock: z.looseObject({ now: callable, schedule: callable }).optional(),
  ids: callable.optional(),
  limits: limitsSchema.optional(),
  hyperparameters: z
    .looseObject({
      timeBudgetMs: z.never('is set by limits.timeMs').optional(),
      maxReplans: z.never('is set by limits.replans').optional(),
    })
    .optional(),
})

/**
 * Refuses whatever is not what its type says, and resolves the limits and gains.
 *
 * @throws {ArtooError} `invalid_option` or `invalid_hyperparameter`, naming the option.
 */
export function checkOptions(options: ArtooOptions): {
  readonly limits: Limits
  readonly hyperparameters: Hyperparameters
} {
  const parsed = schema.safeParse(options)
  if (!parsed.success) throw refusal(parsed.error)
  const limits = parsed.data.limits ?? limitsSchema.parse({})
  const spending = { timeBudgetMs: limits.timeMs, maxReplans: limits.replans }
  try {
    return { limits, hyperparameters: resolveHyperparameters({ ...options.hyperparameters, ...spending }) }
  } catch (error) {
    if (!(error instanceof GgsError)) throw error
    throw new ArtooError(error.code, error.message, { field: `hyperparameters.${error.field}`, cause: error })
  }
}

function refusal(error: z.ZodError): ArtooError {
  const issue = error.issues[0]
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const field = [...(issue?.path ?? []), ...unknown].map(String).join('.') || 'options'
  return new ArtooError('invalid_option', `${field}: ${issue?.message}`, { field, cause: error })
}
