import type { Plan } from '../align/plan.js'
import type { RequestOptions } from '../ports/state-store.js'
import type { Landing, LandingUndone } from '../ports/workspaces.js'
import type { CourseChange } from '../state/events.js'
import type { StateFile } from '../state/state-file.js'
import type { LoopHandle } from './loop-handle.js'

export interface LandOptions {
  readonly signal?: AbortSignal | undefined
  /** Lands what stands of a loop that is not completed, too. @defaultValue false */
  readonly unfinished?: boolean | undefined
}

export interface AttestOptions {
  /** @defaultValue 'host' */
  readonly by?: string | undefined
  /** @defaultValue true */
  readonly holds?: boolean | undefined
}

export interface AgentLoop {
  /**
   * Agrees on a job, and gives the state that may start. In words it is talked over with whoever answers `clarify`, until there
   * is a plan that they say yes to. Then the base case is run: when `control.last_verdict.passed` is true it holds already, before any
   * work, and may not check what is wanted.
   *
   * @throws {ArtooError} `invalid_plan`, `invalid_graph`, `not_agreed`, `invalid_option`, `loop_running`, `state_leased`.
   */
  align(job: Plan | string, options?: { readonly by?: string | undefined }): Promise<StateFile>
  /**
   * Agrees to an objective that was changed.
   *
   * @throws {ArtooError} `not_aligned` before any `align`, `loop_running`, `nothing_to_confirm` when the loop waits for `attest` instead.
   */
  confirm(options?: { readonly by?: string | undefined }): Promise<StateFile>
  /**
   * Gives a person's word on an assertion that a check of the job has. It counts for the work as it stands: a later change makes it void.
   * The next start goes on with it.
   *
   * @example await loop.attest('The page looks good', { by: 'ann' })
   * @throws {ArtooError} `unknown_assertion` when no check has it, `nothing_to_attest` before the first start, `loop_running`, `state_leased`.
   */
  attest(assertion: string, options?: AttestOptions): Promise<StateFile>
  /**
   * Takes the loop up. The handle gives how it stands when this process leaves it, and rejects with `not_aligned`, `loop_running`,
   * `loop_completed`, `state_leased`.
   */
  start(options?: { readonly signal?: AbortSignal | undefined }): LoopHandle
  /**
   * Lets what is under way end, for `grace_ms` at the most, and stops. Here it resolves at the end; of a loop that another process runs, when
   * that has heard it. `options` are for the latter.
   *
   * @throws {ArtooError} `loop_not_running` when no live process runs it; `loop_ended`, `request_timeout`, `aborted`.
   */
  stop(reason?: string, options?: RequestOptions): Promise<void>
  /**
   * Calls off what is under way at once, changes the course and goes on. In words it needs a model and somebody who answers
   * `clarify`. Of a loop that doesn't run, a change is only written. Of one that another process runs, that is asked, by `options`.
   *
   * @throws {ArtooError} `change_refused`, whose message says why; `loop_not_running` of words that no live process could read;
   * `loop_ended`, `request_timeout`, `aborted`.
   */
  redirect(change: CourseChange | string, options?: RequestOptions): Promise<void>
  /**
   * The present state: every event that the handle has shown counts. For a loop that runs elsewhere, the state last
   * written.
   */
  state(): Promise<StateFile | null>
  /**
   * Has the loop go on as it was, while it waits for a change: one that is being talked over, or one that a process did not live to
   * make. A change that was confirmed is made.
   *
   * @throws {ArtooError} `loop_not_running`
   */
  cancelRedirect(): Promise<void>
  /**
   * Brings what was done into the user's folder: all of it or nothing, also when the process is killed meanwhile. The next call that
   * reaches the folder ends what was cut short. `confirm` is asked about files that programs obey.
   *
   * @throws {ArtooError} `loop_unfinished` of one that is not completed, unless `unfinished` says that what stands is wanted;
   * `move_failed` when a file can't be written.
   */
  land(options?: LandOptions): Promise<Landing>
  /**
   * Takes the last landing back. Files that were changed since are left as they are, and named. `land` brings the work again.
   *
   * @throws {ArtooError} `nothing_landed`
   */
  undoLanding(options?: Pick<LandOptions, 'signal'>): Promise<LandingUndone>
  /** Stops what runs, and takes down what is open. */
  close(): Promise<void>
}
