import type { Envelope, HandlerFailure } from '@artoo/bus'
import type { PermissionMode } from '@artoo/tools'
import type { InterruptedReason } from '../durable/interrupted.js'
import type { JournalWriter } from '../journal/journal-writer.js'
import type { RunScope } from './run-scope.js'

/** How a run leaves its process: with the payload of its result, waiting for a person, or to be gone on with. */
export type RunOutcome =
  | { readonly kind: 'result'; readonly payload: unknown }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'interrupted'; readonly reason: InterruptedReason; readonly message: string }

export interface StartedRun extends Pick<JournalWriter, 'written' | 'holds'> {
  /** Rejects when the controller itself failed, so that nobody is left to give a result. */
  readonly result: Promise<RunOutcome>
  readonly scope: RunScope
  /** Nothing that is said from now on stands in a journal: the run, or the one that it is a part of, has left the process. */
  hasLeft(): boolean
  /** Hears every event of the run. */
  saw(event: Envelope): void
  /** Whether a call with the idempotency key was allowed in a child, of an earlier process or of this one. */
  wasAllowedInChild(key: string): boolean
  /** Puts an event of a child into this run's log. */
  adopt(event: Envelope): void
  /** A child's result: this run has not ended before it. */
  waitFor(child: Promise<unknown>): void
  /** Gives the permissions of the run another mode. @throws {ArtooError} `invalid_option` for one that is freer, without a person's name. */
  setMode(mode: PermissionMode, by: string | null): void
  /** Takes the run out of this process, to be gone on with. No effect on one that has a result. */
  leave(reason: InterruptedReason, message: string): void
  /** The runtime is closed: the run leaves, or ends when nobody could go on with it. */
  close(): void
  /** A part of the host failed: the run leaves, or ends when nobody could go on with it. */
  hostFailed(message: string): void
  /** The journal could not be written: the run is over in this process, and the log that is left says so. */
  journalFailed(error: unknown): void
  /** A decider or an effect threw where nothing can be sent any more: the run ends. */
  handlerFailed(failure: HandlerFailure): void
}
