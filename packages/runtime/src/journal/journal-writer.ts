import type { Envelope } from '@artoo/bus'
import { ArtooError, type Clock, monotonicTime, nextMacrotask } from '@artoo/spec'
import { checkedLines } from './checked-lines.js'
import type { Journal, StartLine, UncheckedLine } from './journal.js'
import { assertOwner } from './lease.js'
import { linesOf } from './lines-of.js'
import { ownershipIn } from './ownership.js'
import type { Redact } from './redact.js'

export interface JournalWriterOptions {
  readonly journal: Journal | undefined
  /** The run to whose journal this run's events are written: they are written when they are written there. */
  readonly parent: Pick<JournalWriter, 'written' | 'holds'> | undefined
  readonly taskId: string
  readonly clock: Clock
  readonly redact: Redact | undefined
  /** Returns the first line; null when the journal has begun. */
  readonly start: (() => StartLine) | null
  /** Hashes of the texts that the journal has. */
  readonly known?: Iterable<string>
  /** Name of the process that writes, and the epoch in which it owns the run. */
  readonly owner: string
  readonly epoch: number
  /** Number of lines that the journal has. @defaultValue 0 */
  readonly lines?: number | undefined
  /** Check of the last line of this epoch. @defaultValue that before the first line */
  readonly check?: string | undefined
  readonly leaseMs: number
  /**
   * True when another process can continue the run: it does not know of events that can't be written, so these are not
   * shown.
   */
  readonly resumable: boolean
  /**
   * Called with each event once it is written, in order; after a failure with the events that can't be written, unless
   * the run is resumable.
   */
  readonly onWritten: (event: Envelope) => void
  /** Called once: the rest of this run is not journalled. */
  readonly onFailure: (error: unknown) => void
}

/**
 * Writes one run's journal in the background, in order, and keeps its lease. Events of one turn of the event loop are
 * written together at its end, or as soon as they are waited for.
 */
export interface JournalWriter {
  append(event: Envelope): void
  /** Resolves when all appended events are written: to true, or to false when they can't be. */
  written(): Promise<boolean>
  /**
   * Resolves to whether this process still owns the run; call it right before an irreversible action. When another
   * process has taken the run over, this writer has failed with `lease_lost`.
   */
  holds(): Promise<boolean>
  /** Stops writing and showing events: the run continues from here in any process. */
  freeze(): void
  /**
   * Closes the journal: for good, until a person has answered, or, with `leave`, until any process continues the run,
   * without waiting for the end of the lease. Later events are not journalled.
   */
  finish(kind: 'end' | 'wait' | 'leave'): Promise<void>
  /** Abandons a write that doesn't end. */
  abandon(): void
}

export function createJournalWriter(options: JournalWriterOptions): JournalWriter {
  const { parent, taskId, clock, redact, start, owner, epoch, leaseMs, resumable, onWritten, onFailure } = options
  const journal = parent ? undefined : options.journal
  const known = new Set(options.known)
  const pending: Envelope[] = []
  let underWay: Envelope[] = []
  let writing: Promise<void> | undefined
  let scheduled = false
  let begun = start === null
  /** Number of lines, as long as no other process writes. */
  let count = options.lines ?? 0
  let lastCheck = options.check
  let open = (parent ?? journal) !== undefined
  let failed = false
  let frozen = false
  /** The time by the monotonic clock: a change of the wall clock may neither end a lease nor prevent its renewal. */
  let leasedUntil = begun ? monotonicTime(clock) + leaseMs : Number.NEGATIVE_INFINITY
  let cancelRenewal = () => {}

  /** The lease line, which is written with other lines once a third of its time has passed. */
  function leaseLines(): UncheckedLine[] {
    if (begun && leasedUntil - monotonicTime(clock) > (leaseMs * 2) / 3) return []
    const at = clock.now()
    return [{ kind: 'lease', epoch, owner, at, until: at + leaseMs }]
  }

  /** Reads the journal only when its number of lines differs from this writer's. */
  async function assertOurs(written: Journal): Promise<void> {
    if ((await written.count?.(taskId)) === count) return
    const now = await ownershipIn(written, taskId)
    if (now.lines > 0) assertOwner(taskId, { owner, epoch }, now)
    if (resumable && now.lines < count) {
      throw new ArtooError('journal_failed', `it has ${now.lines} of the ${count} lines that it was given`)
    }
    count = now.lines
  }

  /** A fenced journal looks by itself. */
  async function lookBefore(written: Journal): Promise<void> {
    if (begun && !written.fenced) await assertOurs(written)
  }

  async function writeLines(written: Journal, lines: readonly UncheckedLine[]): Promise<void> {
    await lookBefore(written)
    const now = monotonicTime(clock)
    const lease = leaseLines()
    const all = [...(begun || !start ? [] : [start()]), ...lease, ...lines]
    if (all.length === 0) return open ? renewLater() : undefined
    const checked = checkedLines(all, lastCheck)
    const expected = count + all.length
    const found = await written.append(taskId, checked.lines, checked.texts)
    count = expected
    lastCheck = checked.lines.at(-1)?.check ?? lastCheck
    if (lease.length > 0) leasedUntil = now + leaseMs
    begun = true
    if (lease.length > 0 && open) renewLater()
    // A claim may have come between the look and the append, which is then void: nothing is done because of it.
    if (found !== expected) await assertOurs(written)
  }

  /** Renews the lease of a run that has nothing to write for a while. */
  function renewLater(): void {
    cancelRenewal()
    cancelRenewal = clock.schedule(leaseMs / 3, () => {
      if (open) beginWriting()
    })
  }

  async function keep(events: readonly Envelope[]): Promise<void> {
    if (journal) await writeLines(journal, linesOf(events, epoch, known, redact))
    if (parent && !(await parent.written())) throw new ArtooError('journal_failed', "its parent's has failed")
  }

  function close(): void {
    open = false
    cancelRenewal()
  }

  function fail(error: unknown): void {
    if (!open) return
    close()
    failed = true
    onFailure(error)
  }

  function show(events: readonly Envelope[]): void {
    if (failed && resumable) return
    for (const event of events) onWritten(event)
  }

  async function write(): Promise<void> {
    do {
      const events = pending.splice(0)
      underWay = events
      try {
        if (open) await keep(events)
      } catch (error) {
        fail(error)
      }
      show(underWay.splice(0))
    } while (pending.length > 0)
    writing = undefined
  }

  function beginWriting(): void {
    writing ??= Promise.resolve().then(write)
  }

  function writePending(): void {
    if (pending.length > 0) beginWriting()
  }

  async function writeSoon(): Promise<void> {
    scheduled = true
    await nextMacrotask()
    scheduled = false
    writePending()
  }

  async function written(): Promise<boolean> {
    do {
      // The caller may publish more in this turn, and an event of a child is appended a moment later.
      await Promise.resolve()
      writePending()
      await writing
    } while (pending.length > 0 || writing)
    return !failed
  }

  if (begun && journal) renewLater()
  return {
    append(event) {
      if (frozen) return
      if (!open && !writing && pending.length === 0) return show([event])
      pending.push(event)
      if (!scheduled) void writeSoon()
    },
    written,
    async holds() {
      if (parent) return parent.holds()
      if (!(await written())) return false
      try {
        if (open && journal && begun) await assertOurs(journal)
      } catch (error) {
        fail(error)
      }
      return !failed
    },
    freeze() {
      frozen = true
    },
    async finish(kind) {
      await written()
      if (!open) return
      close()
      const at = clock.now()
      const last: UncheckedLine = kind === 'leave' ? { kind: 'lease', epoch, owner, at, until: 0 } : { kind, epoch, at }
      if (journal) await writeLines(journal, [last])
    },
    abandon() {
      close()
      failed = true
      writing = undefined
      show([...underWay.splice(0), ...pending.splice(0)])
    },
  }
}
