import type { DreamOptions, DreamReport } from '../dreamer/dream.js'
import type { ForgetReport, Selector } from '../forget/forget.js'
import type { RepairReport } from '../integrity/repair.js'
import type { Verification } from '../integrity/verify.js'
import type { Damage } from '../journal/damage.js'
import type { Megram, MegramFeedback, NewFact, NewMegram } from '../megram/megram.js'
import type { ImportReport } from '../portability/export-import.js'
import type { Potentials } from '../potentials/potentials.js'
import type { Consultation, Query } from '../read/consultation.js'
import type { Explanation } from '../read/explain.js'
import type { Filter, Summary } from '../read/inspect.js'
import type { QueueCounts, WriteReceipt } from '../write/write-queue.js'

export interface SignalOptions {
  readonly signal?: AbortSignal
}

/**
 * An episodic memory. Every read sees the writes made before it. A call made after `close()` fails with an `ArtooError`
 * of code `closed`, except `close()` itself, `flush()`, which has nothing left to wait for, and `opened()`, which still
 * tells what was found; one on a damaged store fails with `damaged_store`. What the store itself throws is passed on as it
 * is, but that LevelDB's I/O errors are `store_io_error`; when that happens on opening, the next call opens anew.
 */
export interface Memory {
  /** The folder of its files. @defaultValue it has none */
  readonly directory?: string | undefined
  /**
   * Takes a Megram and returns at once.
   *
   * @throws {ArtooError} `invalid_megram`, `at_in_future` or `level_reserved`. What can only fail later (a full queue, a
   * closed memory, a failing store, an `about` that is gone) rejects `settled` and reaches `onProblem`.
   */
  write(megram: NewMegram): WriteReceipt
  /** Keeps a fact at hand (level K): it decays and is forgotten like an episode. */
  remember(fact: NewFact): WriteReceipt
  /**
   * Speaks for or against a rule by appending a Megram to its pair; the rule itself is never rewritten.
   *
   * @throws {ArtooError} `unknown_megram` when there is no such rule. When it is erased before this goes down, `settled`
   * rejects with the same.
   */
  feedback(ruleId: string, feedback: MegramFeedback): Promise<WriteReceipt>
  /** Marks a rule or fact as recalled now. False when there is none of that id; an episode can't be recalled. */
  recall(id: string): Promise<boolean>

  /** Attention, decision and action of one pair: one point read, whatever its size. */
  potentials(space: string, entity: string): Promise<Potentials>
  /**
   * Readings and rules for a planner, without a model call. Rules that are hit count as recalled.
   *
   * @throws {ArtooError} `invalid_query`
   */
  consult(query: Query, options?: SignalOptions): Promise<Consultation>
  /** The `count` most recent episodes and facts of a pair, newest first: reads no more than those. */
  recent(space: string, entity: string, count: number): Promise<readonly Megram[]>
  /** The rules (level C) of a space, or of one pair. Doesn't count as a recall. */
  rules(space: string, entity?: string): Promise<readonly Megram[]>
  /** Why a pair is seen as it is, what would change that, and when it will change by itself. Reads the whole pair. */
  explain(space: string, entity: string): Promise<Explanation>
  get(id: string): Promise<Megram | null>
  /**
   * Walks the Megrams that match. A long walk sees some of the changes made meanwhile.
   *
   * @throws {ArtooError} `invalid_option` for a field that is none.
   */
  megrams(filter?: Filter, options?: SignalOptions): AsyncIterableIterator<Megram>
  summary(): Promise<Summary>

  /**
   * One cycle of consolidation; `createDreamer` runs it on a timer. Of two at once, the later leaves out the pairs for which
   * the earlier is waiting for `distill`.
   *
   * @throws {ArtooError} `clock_jump` when the clock is more than a year ahead of the latest event; `store_changed`,
   * `damaged_store`, `closed`, or `dream_failed` for an error of the store: the cycle ends there, and the error's
   * `cause` is a `DreamFailure` with the report of what was done, unless it never began.
   */
  dream(options?: DreamOptions): Promise<DreamReport>
  /**
   * Erases what matches, the rules distilled from it and what was said about those, then compacts the store. What comes
   * again under their idempotency keys is taken for a duplicate. An abort between batches leaves the rest, which calling it
   * again finds, and what is erased uncompacted until the next opening or forgetting.
   *
   * @throws {ArtooError} `empty_selector` when nothing is selected by, or by a field without a value; `invalid_option` for
   * a field that is none.
   */
  forget(selector: Selector, options?: SignalOptions): Promise<ForgetReport>
  /** JSON lines: a header, then one Megram a line. */
  export(options?: SignalOptions): AsyncIterableIterator<string>
  /**
   * Appends exported Megrams with their ids, times and recall marks; those that are here already are skipped.
   *
   * @throws {ArtooError} `invalid_import`, `schema_unsupported`, `invalid_megram`, `at_in_future`, `level_reserved` or
   * `import_conflict`, naming the line. What came well before it stays; importing again skips that.
   */
  import(lines: AsyncIterable<string> | Iterable<string>, options?: SignalOptions): Promise<ImportReport>

  /** The damage found on opening. Rejects when the damage is refused. */
  opened(): Promise<readonly Damage[]>
  /** Checks everything, and rebuilds aggregates that are off. Writers wait meanwhile. */
  verify(options?: SignalOptions): Promise<Verification>
  /**
   * Keeps what the journal still proves and derives everything else anew; what a wrong clock dated in the future happened now.
   * One that was aborted leaves everything as it was.
   */
  repair(options?: SignalOptions): Promise<RepairReport>

  readonly queue: QueueCounts
  /** Resolves once all earlier writes have settled and background marks are down; rejects while the store can't tell. */
  flush(): Promise<void>
  /**
   * Finishes the calls under way, flushes, and closes the store if the memory opened it. What may take long (dream,
   * forget, verify, repair, import, export, a walk) is stopped between steps: the dream reports that it was aborted, the
   * others reject with `closed`. Idempotent.
   */
  close(): Promise<void>
}
