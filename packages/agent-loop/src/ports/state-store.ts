import type { CourseChange } from '../state/events.js'
import type { StateFile } from '../state/state-file.js'

/** A request to the process that runs the loop. */
export type LoopRequest =
  | { readonly type: 'stop'; readonly reason: string | null }
  | { readonly type: 'redirect'; readonly text: string | null; readonly change: CourseChange | null }

/** The answer of the process that runs the loop. */
export interface LoopReply {
  /** Null when the request was carried out; of a stop, when it was heard. */
  readonly refusal: string | null
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined
  /** Milliseconds to wait for the answer. @defaultValue 3_600_000: a change in words is talked over with a person */
  readonly timeoutMs?: number | undefined
}

/** A store for the state of one loop. One process holds it at a time. */
export interface StateStore {
  /**
   * The last state written whole; null before the first. Whoever reads only needs no lease.
   *
   * @throws {ArtooError} `state_invalid`, whose `field` is the place in the file; `state_version`.
   */
  read(): Promise<StateFile | null>
  /**
   * Takes the lease, and keeps it until `release`. `lost` aborts when another process has taken it.
   *
   * @throws {ArtooError} `state_leased` while another live process has it.
   */
  acquire(runId: string): Promise<{ readonly lost: AbortSignal }>
  /**
   * Writes a state over the one before it (`revision` less one), whole or not at all, and durably.
   *
   * @throws {ArtooError} `state_leased` without the lease, `state_stale` when another revision stands there.
   */
  write(state: StateFile): Promise<void>
  release(): Promise<void>
  /** Keeps a text that is too long for the state; the answer names it. */
  keep(name: string, text: string): Promise<string>
  /**
   * Asks the holder of the lease and resolves to its answer. A request is addressed to that one run and expires with it.
   *
   * @throws {ArtooError} `loop_not_running` when no live process has the lease; `loop_ended` when the run ended, or its process died,
   * before it answered; `request_timeout`; `aborted`. After the last two a request that was not yet heard is taken back.
   */
  request(request: LoopRequest, options?: RequestOptions): Promise<LoopReply>
  /** Calls with each request that is addressed to this holder of the lease, once, until the signal aborts. */
  requests(onRequest: (request: LoopRequest) => Promise<LoopReply>, signal: AbortSignal): void
}
