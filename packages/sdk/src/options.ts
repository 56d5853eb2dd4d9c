import type { Hyperparameters } from '@artoo/ggs'
import { type AiSdkModel, fromAiSdk, isAiSdkModel, type Price } from '@artoo/llm'
import type { Memory } from '@artoo/mkct'
import type { AuditReport, ModelRoleId } from '@artoo/roles'
import { ArtooError, type Check, type Clock, type IdGenerator, type LanguageModel, type Tool } from '@artoo/spec'
import type { Journal } from './journal.js'
import type { Limits, RunLimits } from './limits.js'
import type { Clarify, Confirm } from './people.js'

export type ModelTier = 'brain' | 'tool'

/** A model of the AI SDK as it is, or one that implements artoo's own port. */
export type AnyModel = LanguageModel | AiSdkModel

/** `brain` reasons (R1, R2, R4b), `tool` works fast (R3, R4a) (paper 11.2). */
export type Models = Readonly<Record<ModelTier, LanguageModel>>

export interface ArtooOptions {
  /** One model for all roles, or one for each tier. */
  readonly model: AnyModel | Readonly<Record<ModelTier, AnyModel>>
  /** Which tier a role uses. R4b may not be weaker than R2. @defaultValue the paper's split */
  readonly tiers?: Partial<Readonly<Record<ModelRoleId, ModelTier>>> | undefined
  /** @defaultValue none */
  readonly tools?: readonly Tool[] | undefined
  /** Checks that criteria may name, run by code. @defaultValue none */
  readonly checks?: readonly Check[] | undefined
  /** Yours to close. @defaultValue a memory that lives as long as the instance */
  readonly memory?: Memory | undefined
  /** @defaultValue every irreversible call is refused */
  readonly confirm?: Confirm | undefined
  /** @defaultValue every question is answered with '' */
  readonly clarify?: Clarify | undefined
  /** What every task has to heed, in words: told to the planner, the executor and the last validator. @defaultValue none */
  readonly instructions?: string | undefined
  readonly limits?: Partial<Limits> | undefined
  /** Per million tokens, by model id as the log shows it, `openai/gpt-5`; needed for `limits.cost`. @defaultValue none */
  readonly prices?: Readonly<Record<string, Price>> | undefined
  /** The controller's gains and thresholds; time and replans stand in `limits`. @defaultValue paper, Appendix B */
  readonly hyperparameters?: Partial<Omit<Hyperparameters, 'timeBudgetMs' | 'maxReplans'>> | undefined
  /**
   * Applied to every text before it is written to the journal or the memory: keys, addresses, whatever must not be kept. What
   * runs sees the texts as they are. A throw ends the task.
   *
   * @defaultValue every text is kept
   */
  readonly redact?: ((text: string) => string) | undefined
  /** @defaultValue none; events can still be read from the run handle */
  readonly journal?: Journal | undefined
  /** Where the agent runs; experiences of different environments are kept apart. @defaultValue 'local' */
  readonly environment?: string | undefined
  /** Receives the auditor's periodic reports. */
  readonly onAudit?: ((report: AuditReport) => void | Promise<void>) | undefined
  /** @defaultValue the system's time */
  readonly clock?: Clock | undefined
  /** @defaultValue UUIDv7 */
  readonly ids?: IdGenerator | undefined
}

/** A run's own circumstances; what is left out is as the instance has it. */
export interface RunOptions {
  /** Ends the task with a `FinalResult` of reason `aborted`. */
  readonly signal?: AbortSignal | undefined
  /** Handed to tools, `confirm` and `clarify` untouched: a user, a tenant, a connection. No model sees it. */
  readonly context?: unknown
  readonly limits?: RunLimits | undefined
  readonly confirm?: Confirm | undefined
  readonly clarify?: Clarify | undefined
  /** Told to the models after the instance's own. */
  readonly instructions?: string | undefined
}

const defaultTiers = { R1: 'brain', R2: 'brain', R3: 'tool', R4a: 'tool', R4b: 'brain' } as const

/** @throws {ArtooError} `invalid_option` for an AI SDK model of a version that is not known. */
export function resolveModels(model: ArtooOptions['model']): Models {
  if (!('brain' in model)) {
    const one = languageModel(model, 'model')
    return { brain: one, tool: one }
  }
  return { brain: languageModel(model.brain, 'model.brain'), tool: languageModel(model.tool, 'model.tool') }
}

function languageModel(model: AnyModel, field: string): LanguageModel {
  if (!isAiSdkModel(model)) return model
  try {
    return fromAiSdk(model)
  } catch (error) {
    if (!ArtooError.isInstance(error)) throw error
    throw new ArtooError(error.code, `${field}: ${error.message}`, { field, cause: error })
  }
}

/**
 * @throws {ArtooError} `invalid_option` for an unknown role or tier; `validator_too_weak` when R2's plans would be
 * checked by a weaker tier than made them.
 */
export function resolveTiers(tiers: ArtooOptions['tiers'] = {}): Readonly<Record<ModelRoleId, ModelTier>> {
  for (const [role, tier] of Object.entries(tiers)) {
    const field = `tiers.${role}`
    if (!Object.hasOwn(defaultTiers, role)) throw new ArtooError('invalid_option', `${role} asks no model`, { field })
    if (tier !== 'brain' && tier !== 'tool')
      throw new ArtooError('invalid_option', `${field} is brain or tool`, { field })
  }
  const resolved = { ...defaultTiers, ...tiers }
  if (resolved.R2 === 'brain' && resolved.R4b === 'tool') {
    const message = 'R4b checks what R2 plans and may not run on a weaker tier: use brain for R4b, or tool for R2 too'
    throw new ArtooError('validator_too_weak', message, { field: 'tiers.R4b' })
  }
  return resolved
}

/** @throws {ArtooError} `duplicate_name` when two share one. */
export function byName<T extends { readonly name: string }>(
  field: string,
  items: readonly T[] = [],
): ReadonlyMap<string, T> {
  const map = new Map<string, T>()
  for (const item of items) {
    if (map.has(item.name)) throw new ArtooError('duplicate_name', `${field} has two named ${item.name}`, { field })
    map.set(item.name, item)
  }
  return map
}
