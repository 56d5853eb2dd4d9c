import type { Envelope } from '@artoo/bus'
import { ArtooError, type Clock } from '@artoo/spec'
import { withBlobs } from './blobs.js'
import { type Journal, type JournalLine, journalVersion } from './journal.js'
import { redacted } from './redacted.js'

export interface JournalWriterOptions {
  readonly journal: Journal | undefined
  /** The run whose journal this one's events go to: they are written when they are written there. */
  readonly parent: Pick<JournalWriter, 'written'> | undefined
  readonly taskId: string
  readonly clock: Clock
  readonly redact: ((text: string) => string) | undefined
  /** Called with each event once it is written, in order; after a failure with what can't be written any more. */
  readonly onWritten: (event: Envelope) => void
  /** Called once: the rest of this run is not journalled. */
  readonly onFailure: (error: unknown) => void
}

/** Writes one run's journal in the background, in order, as much at a time as there is. */
export interface JournalWriter {
  append(event: Envelope): void
  /** Resolves when all that was appended so far is written: to true, or to false when it can't be. */
  written(): Promise<boolean>
  /** Ends the journal. Later events are not journalled. */
  finish(): Promise<void>
  /** Gives up a write that doesn't end. */
  abandon(): void
}

export function createJournalWriter(options: JournalWriterOptions): JournalWriter {
  const { parent, taskId, clock, redact, onWritten, onFailure } = options
  const journal = parent ? undefined : options.journal
  const known = new Set<string>()
  const pending: Envelope[] = []
  let underWay: Envelope[] = []
  let writing: Promise<void> | undefined
  let begun = false
  let open = (parent ?? journal) !== undefined
  let failed = false

  function linesOf(events: readonly Envelope[]): JournalLine[] {
    const lines: JournalLine[] = begun ? [] : [{ kind: 'start', version: journalVersion, taskId, at: clock.now() }]
    for (const event of events) {
      const blobs: JournalLine[] = []
      const stored = withBlobs(redact ? redacted(event, redact) : event, (hash, text) => {
        if (known.has(hash)) return
        known.add(hash)
        blobs.push({ kind: 'blob', hash, text })
      })
      lines.push(...blobs, { kind: 'event', event: stored as Envelope })
    }
    return lines
  }

  async function keep(events: readonly Envelope[]): Promise<void> {
    await journal?.append(taskId, linesOf(events))
    if (parent && !(await parent.written())) throw new ArtooError('journal_failed', "its parent's has failed")
  }

  function fail(error: unknown): void {
    open = false
    failed = true
    onFailure(error)
  }

  function show(events: readonly Envelope[]): void {
    for (const event of events) onWritten(event)
  }

  async function write(): Promise<void> {
    while (pending.length > 0) {
      const events = pending.splice(0)
      underWay = events
      try {
        if (open) await keep(events)
        begun = true
      } catch (error) {
        if (open) fail(error)
      }
      show(underWay.splice(0))
    }
    writing = undefined
  }

  return {
    append(event) {
      if (open || writing) pending.push(event)
      else onWritten(event)
      if (open) writing ??= Promise.resolve().then(write)
    },
    async written() {
      // What a child has just said comes to be written a moment later.
      do await writing
      while (writing)
      return !failed
    },
    async finish() {
      await writing
      if (!open) return
      open = false
      await journal?.append(taskId, [{ kind: 'end', at: clock.now() }])
    },
    abandon() {
      open = false
      writing = undefined
      show([...underWay.splice(0), ...pending.splice(0)])
    },
  }
}
