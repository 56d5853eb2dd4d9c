import { ArtooError, anySignal, assertOptions, type Clock, systemClock } from '@artoo/spec'
import { harmless } from '../async/harmless.js'
import { untilAborted } from '../async/until-aborted.js'
import type { DreamOptions, DreamReport } from './dream.js'
import type { Distill } from './promotion.js'

export interface DreamerOptions {
  /** Makes a rule out of a pair's evidence. Without it nothing is promoted. */
  readonly distill?: Distill
  /** Time between the end of a cycle and the next, ms. @defaultValue 300_000 (five minutes) */
  readonly intervalMs?: number
  /** Its `schedule` is the timer. @defaultValue systemClock() */
  readonly clock?: Clock
  /** Called with the report of each cycle. Errors that it throws go to `onProblem`. */
  readonly onReport?: (report: DreamReport) => void
  /** Told when a cycle failed; the next is scheduled all the same. What it throws itself is dropped. */
  readonly onProblem?: (error: unknown) => void
}

export interface Dreamer {
  /** Starts the timer. Does nothing when it runs. */
  start(): void
  /**
   * Runs one cycle now, after those under way if there are any; the timer goes on as it was, or stays off. Its signal ends
   * that wait, too.
   */
  dream(options?: { readonly signal?: AbortSignal }): Promise<DreamReport>
  /**
   * Stops the timer, aborts the cycles asked for so far and resolves when they have ended. `start()` and `dream()` need not
   * wait for that: they begin anew.
   */
  stop(): Promise<void>
}

/** The part of a memory that a dreamer uses. */
interface DreamingMemory {
  dream(options?: DreamOptions): Promise<DreamReport>
}

/**
 * The background consolidation of a memory (paper section 7). Stop it before closing the memory; one that finds its memory
 * closed tells `onProblem` and sets no further timer.
 */
export function createDreamer(memory: DreamingMemory, options: DreamerOptions = {}): Dreamer {
  assertOptions(options, ['distill', 'intervalMs', 'clock', 'onReport', 'onProblem'], { of: 'createDreamer' })
  const { distill, intervalMs = 300_000, clock = systemClock() } = options
  const onProblem = harmless(options.onProblem ?? (() => {}))
  const onReport = harmless(options.onReport ?? (() => {}), onProblem)
  if (!(intervalMs > 0)) {
    const message = `intervalMs is ${intervalMs}; give milliseconds above 0.`
    throw new ArtooError('invalid_option', message, { field: 'intervalMs' })
  }
  /** Aborts every cycle requested since the last stop. */
  let stopping = new AbortController()
  /** Null when the timer is off; during a cycle that it began, what cancels it has no effect. */
  let cancelTimer: (() => void) | null = null
  let ended: Promise<unknown> = Promise.resolve()

  function dream({ signal }: { readonly signal?: AbortSignal } = {}): Promise<DreamReport> {
    const signals = signal ? anySignal([signal, stopping.signal]) : stopping.signal
    const turn = untilAborted(ended, signals)
    const cycle = turn.then(() => memory.dream({ ...(distill && { distill }), signal: signals }))
    ended = Promise.all([ended, cycle.then(onReport, onProblem)])
    return cycle
  }

  function schedule(): void {
    cancelTimer = clock.schedule(intervalMs, () => void dreamAndGoOn(stopping.signal), { background: true })
  }

  async function dreamAndGoOn(stopped: AbortSignal): Promise<void> {
    const error: unknown = await dream().then(
      () => null,
      (error: unknown) => error,
    )
    if (stopped.aborted) return
    if (ArtooError.isInstance(error) && error.code === 'closed') cancelTimer = null
    else schedule()
  }

  return {
    start() {
      if (!cancelTimer) schedule()
    },
    dream,
    async stop() {
      const stopped = stopping
      stopping = new AbortController()
      cancelTimer?.()
      cancelTimer = null
      stopped.abort()
      await ended
    },
  }
}
