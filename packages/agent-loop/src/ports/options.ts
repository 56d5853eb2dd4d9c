import type { AnyModel, Price } from '@artoo/llm'
import type { Clarify, Confirm, Journal, Limits } from '@artoo/runtime'
import type { Clock, IdGenerator } from '@artoo/spec'
import type { Permissions } from '@artoo/tools'
import type { Probe, Worker } from './agents.js'
import type { Checker } from './checker.js'
import type { StateStore } from './state-store.js'
import type { Workspaces } from './workspaces.js'

export interface LoopOptions {
  /** Stores the state. */
  readonly store: StateStore
  /** Gives sub-agents their folders. */
  readonly workspaces: Workspaces
  /** Decides checks. */
  readonly checker: Checker
  readonly worker: Worker
  /** @defaultValue none: what would be explored is tried */
  readonly probe?: Probe | undefined
  /** The coordinator's: it may split, choose and repair. @defaultValue none: the graph stays as it was agreed on */
  readonly model?: AnyModel | undefined
  /** Describes the folder to the model that plans. @defaultValue nothing */
  readonly surroundings?: (() => string | Promise<string>) | undefined
  /** Answers questions of `align` and `redirect`. @defaultValue nobody */
  readonly clarify?: Clarify | undefined
  /**
   * Asked before a check runs a command of the plan though what defines it (its script, its runner's configuration, a lock file) has
   * changed since, where one answer holds for the files as they are; and before `land` writes such files or others that programs obey.
   *
   * @defaultValue the check fails and says why, the landing is refused
   */
  readonly confirm?: Confirm | undefined
  /**
   * Rules and mode for the tools of all sub-agents that run by `task.run`: `{ deny: ['shell: git push'] }`. Files are relative to the folder of each.
   *
   * @defaultValue no rules, mode `ask`
   */
  readonly permissions?: Permissions | undefined
  /**
   * Limits of one process's share of the loop. They lower the agreed limit (`max_tokens`), and never raise it.
   * @defaultValue seven days, 10,000 model calls
   */
  readonly limits?: Partial<Limits> | undefined
  /** Per million tokens, by model id; needed for `limits.cost`. @defaultValue none */
  readonly prices?: Readonly<Record<string, Price>> | undefined
  /** @defaultValue none: the state file is all that is kept */
  readonly journal?: Journal | undefined
  /** Handed to people and children untouched. @defaultValue undefined */
  readonly context?: unknown
  /** @defaultValue the system's */
  readonly clock?: Clock | undefined
  /** @defaultValue UUIDv7 */
  readonly ids?: IdGenerator | undefined
}
