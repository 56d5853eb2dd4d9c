import type { Consultation, Query } from './consultation.js'
import type { Megram, NewMegram } from './megram.js'
import type { Potentials } from './potentials.js'
import type { QueueCounts, WriteReceipt } from './write-queue.js'

export interface ReadOptions {
  readonly signal?: AbortSignal
}

/**
 * An episodic memory. Every read sees the writes made before it. Every method but `write` rejects with an `ArtooError`
 * of code `memory_closed` after `close()`.
 */
export interface Memory {
  /**
   * Takes a Megram and returns at once.
   *
   * @throws {ArtooError} `invalid_megram`, `at_in_future` or `level_reserved`. What can only fail later (a full queue, a
   * closed memory, a failing store) rejects `settled` and reaches `onProblem`.
   */
  write(megram: NewMegram): WriteReceipt
  /** Attention, decision and action of one pair: one point read, whatever its size. */
  potentials(space: string, entity: string): Promise<Potentials>
  /** Readings and rules for a planner, without a model call. Rules that are hit count as recalled. */
  consult(query: Query, options?: ReadOptions): Promise<Consultation>
  /** The `count` most recent episodes and facts of a pair, newest first: reads no more than those. */
  recent(space: string, entity: string, count: number): Promise<readonly Megram[]>
  /** Resolves once all earlier writes have settled and background marks are down. */
  flush(): Promise<void>
  /** Flushes, and closes the store if the memory opened it. Idempotent. */
  close(): Promise<void>
  readonly queue: QueueCounts
}
