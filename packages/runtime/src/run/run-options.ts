import type { ParentRun } from '@artoo/spec'
import type { AnyDecider } from '../decider.js'
import type { Clarify, Confirm } from '../effects/human/people.js'
import type { Limits } from './limits.js'

/** One run of a system; `Begin` is what its host may send. */
export interface RunOptions<Begin> {
  /** The message that begins it. */
  readonly begin: Begin
  /** Its deciders, bound for this run alone. */
  readonly deciders: readonly AnyDecider[]
  readonly limits?: Partial<Limits> | undefined
  /** Ends the run with an `Interrupt` of reason `aborted`. */
  readonly signal?: AbortSignal | undefined
  /** Handed to tools and people untouched: a user, a tenant, a connection. No model sees it. @defaultValue the parent's */
  readonly context?: unknown
  /** @defaultValue every call that a person has to allow is refused */
  readonly confirm?: Confirm | undefined
  /** @defaultValue every question is answered with '' */
  readonly clarify?: Clarify | undefined
  /** A run that this one is a part of: they share its budget, its deadline and its end, and this one stands in its log. */
  readonly parent?: ParentRun | undefined
}
