import type { Envelope, HandlerFailure } from '@artoo/bus'
import type { PermissionMode } from '@artoo/tools'
import type { InterruptedReason } from '../durable/interrupted.js'
import type { JournalWriter } from '../journal/journal-writer.js'
import type { PeopleComponents } from '../people/people.js'
import type { RunScope } from '../scope/run-scope.js'

/**
 * The outcome of a run in its process: the payload of its result, waiting for a person, or interrupted, to be continued
 * later.
 */
export type RunOutcome =
  | { readonly kind: 'result'; readonly payload: unknown }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'interrupted'; readonly reason: InterruptedReason; readonly message: string }

/** The callbacks by which a run asks people. */
export type Asks = Pick<PeopleComponents, 'confirm' | 'confirmAll' | 'clarify'>

export interface StartedRun extends Pick<JournalWriter, 'written' | 'holds'> {
  /** Rejects when the controller itself failed, so that there is no result. */
  readonly result: Promise<RunOutcome>
  /** Resolves when nothing of the run is left in the process. A slow memory goes on behind the result. */
  readonly closed: Promise<void>
  readonly scope: RunScope
  /** The host's callbacks by which it asks people. */
  readonly asks: Asks
  /** True when later events are not journalled: the run, or the one that it is a part of, has left the process. */
  hasLeft(): boolean
  /** Receives every event of the run. */
  saw(event: Envelope): void
  /** Whether a call with the idempotency key was allowed in a child, of an earlier process or of this one. */
  wasAllowedInChild(key: string): boolean
  /** Puts an event of a child into this run's log. */
  adopt(event: Envelope): void
  /** Waits for a child's result before this run ends. */
  waitFor(child: Promise<unknown>): void
  /**
   * Changes the mode of the run's permissions.
   *
   * @throws {ArtooError} `invalid_option` for a freer one without a person's name.
   */
  setMode(mode: PermissionMode, by: string | null): void
  /**
   * Adds the user's words to the run. Resolves when the controller has taken them and they stand in the journal.
   *
   * @throws {ArtooError} as `send` of a handle does.
   */
  send(text: string): Promise<void>
  /** Takes the run out of this process, to be continued later. No effect on a run that has a result. */
  leave(reason: InterruptedReason, message: string): void
  /** Closes the run with its runtime: the run leaves, or ends when no process could continue it. */
  close(): void
  /** Reports a failed part of the host: the run leaves, or ends when no process could continue it. */
  hostFailed(message: string): void
  /**
   * Reports that the journal could not be written: the run is over in this process, and the log that is left has the
   * failure.
   */
  journalFailed(error: unknown): void
  /** Reports an error of a decider or an effect where no message can be sent any more: the run ends. */
  handlerFailed(failure: HandlerFailure): void
}
