import type { Hyperparameters } from '@artoo/ggs'
import { type AnyModel, languageModel, type Price } from '@artoo/llm'
import type { Memory } from '@artoo/mkct'
import type { ArtooContracts, AuditReport, Depth, ModelTier, Tiers } from '@artoo/roles'
import type { Clarify, Confirm, Journal, RunEventOf, RunHandle as RunHandleOf } from '@artoo/runtime'
import type { Check, Clock, IdGenerator, LanguageModel, ParentRun, Tool } from '@artoo/spec'
import type { Limits, RunLimits } from './limits.js'

/** Everything that happens in a task: a union discriminated by `type`. */
export type RunEvent = RunEventOf<ArtooContracts>

/** A task under way: await it for the `FinalResult`, iterate it for the events. */
export type RunHandle = RunHandleOf<ArtooContracts, 'FinalResult'>

/** `brain` reasons (R1, R2, R4b), `tool` works fast (R3, R4a) (paper 11.2). */
export type Models = Readonly<Record<ModelTier, LanguageModel>>

export interface ArtooOptions {
  /** One model for all roles, or one for each tier. */
  readonly model: AnyModel | Readonly<Record<ModelTier, AnyModel>>
  /** Which tier a role uses. R4b may not be weaker than R2. @defaultValue the paper's split */
  readonly tiers?: Partial<Tiers> | undefined
  /**
   * `lean`: three model calls one after the other for a task of one subtask, beside tool turns. `full`: the paper's five, by five roles.
   *
   * @defaultValue 'lean'
   */
  readonly depth?: Depth | undefined
  /** @defaultValue none */
  readonly tools?: readonly Tool[] | undefined
  /** Checks that criteria may name, run by code: `standardChecks`, or yours by `defineCheck`. @defaultValue none */
  readonly checks?: readonly Check[] | undefined
  /** Yours to close. @defaultValue a memory that lives as long as the instance */
  readonly memory?: Memory | undefined
  /** @defaultValue every call that a person has to allow is refused */
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
  /**
   * A run that this one is a part of, such as a tool's `context.run`: they share its budget, its deadline and its end, and
   * this one stands in its log.
   */
  readonly parent?: ParentRun | undefined
  /** Told to the models after the instance's own. */
  readonly instructions?: string | undefined
}

/** @throws {ArtooError} `invalid_option` for an AI SDK model of a version that is not known. */
export function resolveModels(model: ArtooOptions['model']): Models {
  if (!('brain' in model)) {
    const one = languageModel(model, 'model')
    return { brain: one, tool: one }
  }
  return { brain: languageModel(model.brain, 'model.brain'), tool: languageModel(model.tool, 'model.tool') }
}
