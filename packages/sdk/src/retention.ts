import type { JobQueue, Journal, JournalledRun } from '@artoo/runtime'
import { ArtooError, type Clock, errorMessage, type FileHistory } from '@artoo/spec'

/** The ended tasks that are kept. A task that is too old, or one too many, is removed with the states of the files that it changed. */
export interface Retention {
  /** Days after its end for which a task is kept. @defaultValue any age */
  readonly days?: number | undefined
  /** The number of ended tasks that are kept: the last ones to end. @defaultValue any number */
  readonly keep?: number | undefined
}

/** The work of the retention in this process. */
export interface RetentionStats {
  /** Tasks that were removed. */
  readonly removed: number
  /** The time of the last look at the ended tasks, in milliseconds since the Unix epoch. Null before the first. */
  readonly lookedAt: number | null
  /** Why the last look was cut short. Null when it was not. */
  readonly error: string | null
}

interface RetentionParts {
  readonly journal: Journal | undefined
  readonly queue: JobQueue | undefined
  readonly histories: readonly FileHistory[]
  readonly clock: Clock
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Removes ended tasks at once and then every hour, in the background.
 *
 * @throws {ArtooError} `invalid_option`, field `retention`, without a journal or with neither `days` nor `keep`.
 */
export function startRetention({ days, keep }: Retention, { journal, queue, histories, clock }: RetentionParts) {
  if (!journal) throw invalid('needs a journal: give createArtoo one')
  if (days === undefined && keep === undefined) throw invalid('needs days, keep or both')
  const kept = journal
  let stats: RetentionStats = { removed: 0, lookedAt: null, error: null }
  let closed = false
  let looking = Promise.resolve()
  let cancel = () => {}

  async function remove({ taskId }: JournalledRun): Promise<void> {
    const job = await queue?.job(taskId)
    // Its worker ended the run and has not said so yet: without the journal it would run again.
    if (job && job.endedAt === null) return
    // The journal last: what a crash leaves is found by the next look.
    for (const history of histories) await history.remove(taskId)
    await queue?.remove(taskId)
    await kept.remove(taskId)
    stats = { ...stats, removed: stats.removed + 1 }
  }

  async function look(): Promise<void> {
    const endOf = (run: JournalledRun) => run.endedAt ?? run.startedAt
    const ended: JournalledRun[] = []
    for await (const run of kept.list({ state: 'ended' })) {
      if (closed) return
      ended.push(run)
    }
    ended.sort((one, other) => endOf(other) - endOf(one))
    const since = days === undefined ? Number.NEGATIVE_INFINITY : clock.now() - days * dayMs
    const doomed = ended.filter((run, index) => index >= (keep ?? ended.length) || endOf(run) < since)
    for (const run of doomed) {
      if (closed) return
      await remove(run)
    }
  }

  function lookNow(): void {
    looking = look()
      .then(
        () => null,
        (error: unknown) => errorMessage(error),
      )
      .then((error) => {
        stats = { ...stats, lookedAt: clock.now(), error }
        if (!closed) cancel = clock.schedule(hourMs, lookNow, { background: true })
      })
  }

  lookNow()
  return {
    stats: () => stats,
    /** Ends it once the removal under way is done. */
    async close(): Promise<void> {
      closed = true
      cancel()
      await looking
    },
  }
}

const invalid = (problem: string) => new ArtooError('invalid_option', `retention ${problem}`, { field: 'retention' })
