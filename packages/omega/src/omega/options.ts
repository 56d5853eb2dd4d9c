import type { AnyModel, Price } from '@artoo/llm'
import type {
  Clarify,
  Confirm,
  JobOptions,
  JobQueue,
  Journal,
  OnUnanswered,
  Redact,
  ToolEffectOptions,
} from '@artoo/runtime'
import type { Check, Clock, IdGenerator, ParentRun, Tool } from '@artoo/spec'
import type { Agent } from '../effects/agent.js'
import type { OmegaMemory } from '../lessons/omega-memory.js'
import type { GivenClassification } from '../protocol/classification.js'
import type { PanelSize, Profile } from '../protocol/profile.js'
import type { OwnAgent } from '../roster/own-panel.js'
import type { CardReplacement } from '../roster/roster.js'
import type { Limits } from './limits.js'

/** A model and the family that it is of: two of one family are likely to be wrong together. */
export interface FamilyModel {
  readonly model: AnyModel
  /** @defaultValue the model's id */
  readonly family: string
}

export interface OmegaOptions<J extends Journal | undefined = Journal | undefined> {
  /** Through which all agents speak. Give this or `models`, or a function for each agent. */
  readonly model?: AnyModel | undefined
  /** Models of different families, the one that directs first. Agents of a stance take turns with them: that makes voices independent. */
  readonly models?: readonly (AnyModel | FamilyModel)[] | undefined
  /**
   * The agents to ask. `quick`: up to three rounds of three agents who answer and two who judge the answers. `standard`: the protocol's panel as for
   * low stakes, some twenty agents, one of whom writes the answer. `full`: the protocol's, up to fifty. Or agents of your own, from two on.
   *
   * @defaultValue 'quick'
   */
  readonly panel?: PanelSize | { readonly agents: readonly OwnAgent[] } | undefined
  /**
   * The rules by which evidence is added up: `measured`, by odds, or `paper`, as the protocol has it, on a panel that is `standard` or `full`.
   *
   * @defaultValue 'measured'
   */
  readonly profile?: Profile | undefined
  /** Tools with which verifiers and attackers may look things up. @defaultValue none */
  readonly tools?: readonly Tool[] | undefined
  /** Checks by code: one that an agent names passes exactly when what the agent says is true, and no model overrules it. @defaultValue none */
  readonly checks?: readonly Check[] | undefined
  /** Agents of the protocol's panel that compute, by id from 1 to 52; a quick panel sends 1 to 20 and 27 to 46. @defaultValue all ask a model */
  readonly agents?: Readonly<Record<number, Agent>> | undefined
  /** Other texts for cards of the protocol's panel, by id from 1 to 52; a quick panel reads `purpose` alone. @defaultValue as they are */
  readonly cards?: Readonly<Record<number, CardReplacement>> | undefined
  /** Lessons of earlier sessions. @defaultValue none */
  readonly memory?: OmegaMemory | undefined
  /** The limits of one deliberation. @defaultValue by the panel: a quick one takes 40 model calls and 100,000 tokens at most */
  readonly limits?: Partial<Limits> | undefined
  /** Model calls in flight, over all deliberations. @defaultValue 11, as one of them gets all but one */
  readonly concurrency?: number | undefined
  /** Per million tokens, by model id; needed for `limits.cost`. @defaultValue none */
  readonly prices?: Readonly<Record<string, Price>> | undefined
  /** @defaultValue none; events can still be read from the handle */
  readonly journal?: J | undefined
  /** The queue for `submit` and `worker`, shared by their processes as the journal is. @defaultValue none */
  readonly queue?: JobQueue | undefined
  /**
   * Applied to every text before it is written to the journal or the memory: keys, addresses, whatever must not be kept. What
   * runs sees the texts as they are. `{ text, fields, names }` also masks the values of named fields. A throw ends the deliberation.
   *
   * @defaultValue every text is kept
   */
  readonly redact?: Redact | undefined
  /** Asked what an unclear problem means, and what a person on the panel thinks. @defaultValue nobody */
  readonly clarify?: Clarify | undefined
  /** Rules and mode for tool calls. @defaultValue no rules, mode `ask` */
  readonly permissions?: ToolEffectOptions['permissions']
  /** Asked before a tool does what can't be undone. @defaultValue every such call is refused */
  readonly confirm?: Confirm | undefined
  /** @defaultValue the system's */
  readonly clock?: Clock | undefined
  /** @defaultValue UUIDv7 */
  readonly ids?: IdGenerator | undefined
}

/**
 * The known part of a problem's classification. A standard or full panel finds out the rest; any other goes by `stakes` alone, which are MEDIUM
 * where nobody says.
 */
export interface DeliberateOptions extends GivenClassification {
  readonly signal?: AbortSignal | undefined
  readonly limits?: Partial<Limits> | undefined
  /** Handed to agents that compute, tools and people untouched. @defaultValue the parent's */
  readonly context?: unknown
  readonly clarify?: Clarify | undefined
  readonly confirm?: Confirm | undefined
  /**
   * Handling of a question that stays open. `wait`, which needs a journal that outlives the process, parks the
   * deliberation.
   * @defaultValue 'refuse'
   */
  readonly onUnanswered?: OnUnanswered | undefined
  /** A run that this is a part of. @defaultValue none */
  readonly parent?: ParentRun | undefined
}

/** Options of `submit`: plain data. All else that a deliberation takes comes from the worker. */
export interface SubmitOptions extends JobOptions, GivenClassification, Pick<DeliberateOptions, 'limits'> {}
