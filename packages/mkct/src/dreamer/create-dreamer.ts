import { ArtooError, type Clock, systemClock } from '@artoo/spec'
import { harmless } from '../harmless.js'
import type { Memory } from '../memory.js'
import type { DreamReport } from './dream.js'
import type { Distill } from './promotion.js'

export interface DreamerOptions {
  /** Makes a rule out of a pair's evidence. Without it nothing is promoted. */
  readonly distill?: Distill
  /** Time between the end of a cycle and the next, ms. @defaultValue 300_000 (five minutes) */
  readonly intervalMs?: number
  /** Its `schedule` is the timer. @defaultValue systemClock() */
  readonly clock?: Clock
  /** What it throws goes to `onProblem`. */
  readonly onReport?: (report: DreamReport) => void
  /** Told when a cycle failed; the next is scheduled all the same. What it throws itself is dropped. */
  readonly onProblem?: (error: unknown) => void
}

export interface Dreamer {
  /** Starts the timer. Does nothing when it runs. */
  start(): void
  /** Runs one cycle now, after the one under way if there is one. */
  dream(options?: { readonly signal?: AbortSignal }): Promise<DreamReport>
  /** Stops the timer, aborts the cycle under way and resolves when it has ended. */
  stop(): Promise<void>
}

function isClosed(error: unknown): boolean {
  return ArtooError.isInstance(error) && error.code === 'memory_closed'
}

/**
 * The background consolidation of a memory (paper section 7). Stop it before closing the memory; one that finds its memory
 * closed tells `onProblem` and sets no further timer.
 */
export function createDreamer(memory: Pick<Memory, 'dream'>, options: DreamerOptions = {}): Dreamer {
  const { distill, intervalMs = 300_000, clock = systemClock() } = options
  const onProblem = harmless(options.onProblem ?? (() => {}))
  const onReport = harmless(options.onReport ?? (() => {}), onProblem)
  if (!(intervalMs > 0)) {
    throw new ArtooError('invalid_interval', `intervalMs is ${intervalMs}; give milliseconds above 0.`, {
      field: 'intervalMs',
    })
  }
  let stopping = new AbortController()
  let cancelTimer: (() => void) | null = null
  let running: Promise<unknown> = Promise.resolve()

  function dream({ signal }: { readonly signal?: AbortSignal } = {}): Promise<DreamReport> {
    const signals = signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal
    const cycle = running.then(() => memory.dream({ ...(distill && { distill }), signal: signals }))
    running = cycle.then(onReport, onProblem)
    return cycle
  }

  function schedule(): void {
    cancelTimer = clock.schedule(intervalMs, dreamAndGoOn, { background: true })
  }

  function dreamAndGoOn(): void {
    const { signal } = stopping
    dream()
      .then(
        () => true,
        (error: unknown) => !isClosed(error),
      )
      .then((goOn) => {
        if (signal.aborted) return
        if (goOn) schedule()
        else cancelTimer = null
      })
  }

  return {
    start() {
      if (cancelTimer) return
      stopping = new AbortController()
      schedule()
    },
    dream,
    async stop() {
      cancelTimer?.()
      cancelTimer = null
      stopping.abort()
      await running
      stopping = new AbortController()
    },
  }
}
