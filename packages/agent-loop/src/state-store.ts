import type { Change } from './state/events.js'
import type { StateFile } from './state/state-file.js'

/** What another process asks of the one that runs the loop. */
export type LoopRequest =
  | { readonly type: 'stop'; readonly reason: string | null }
  | { readonly type: 'redirect'; readonly text: string | null; readonly change: Change | null }

/** Where the state of one loop is kept. One process has it at a time. */
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
  /** Leaves a request for whoever has the lease. */
  request(request: LoopRequest): Promise<void>
  /** Calls with each request that is left for the holder of the lease, once, until the signal aborts. */
  requests(onRequest: (request: LoopRequest) => void, signal: AbortSignal): void
}
