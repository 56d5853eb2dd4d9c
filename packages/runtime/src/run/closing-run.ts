import type { Clock } from '@artoo/spec'
import type { JournalWriter } from '../journal/journal-writer.js'
import { patiently } from '../time/patiently.js'
import { withResolvers } from '../time/with-resolvers.js'
import type { OpenPort } from './run-input.js'
import { type BoundEffect, settledEffects, settledLast } from './settled-effects.js'
import type { RunOutcome } from './started-run.js'

/** Milliseconds that a result waits for effects that report what is unsettled, such as a memory. */
const briefMs = 50

interface ClosingParts {
  readonly effects: readonly BoundEffect[]
  readonly children: ReadonlySet<Promise<unknown>>
  readonly host: OpenPort
  readonly journal: JournalWriter
  readonly clock: Clock
  readonly resumable: boolean
  /** Stops everything that would go on, once there is an outcome. */
  readonly stop: () => void
  /** Reports that the rest of the journal could not be written. */
  readonly onUnwritten: (error: unknown) => void
  /** The words on the failure of the journal, and on the loss of its lease. */
  readonly problem: () => { readonly journal: string; readonly lost: string | undefined }
}

/** The closing of a run in its process. */
export interface ClosingRun {
  /** Resolves to the outcome that the handle of the run returns. A slow memory goes on behind it. */
  takeDown(outcome: RunOutcome): Promise<RunOutcome>
  /** Resolves when nothing of the run is left in the process. */
  readonly closed: Promise<void>
  readonly isClosed: () => boolean
}

export function closingRun({ effects, children, host, journal, clock, ...parts }: ClosingParts): ClosingRun {
  const { promise: closed, resolve } = withResolvers<void>()
  let isClosed = false

  function close(): void {
    isClosed = true
    for (const port of [host, ...effects.map((bound) => bound.port)]) port.close()
    resolve()
  }

  /** Writes what there is, and the last line if there is one. Resolves to whether all of it stands in the journal. */
  async function keep(last?: 'end' | 'wait' | 'leave'): Promise<boolean> {
    let kept = false
    const finish = async () => {
      kept = await journal.written()
      if (last) await journal.finish(last)
    }
    await patiently(clock, finish).catch((error: unknown) => {
      journal.abandon()
      parts.onUnwritten(error)
    })
    return kept
  }

  return {
    closed,
    isClosed: () => isClosed,
    async takeDown(outcome) {
      parts.stop()
      await settledEffects(effects, children, clock)
      const settled = settledLast(effects, clock)
      const isSettled = await patiently(clock, () => settled, briefMs).then(
        () => true,
        () => false,
      )
      const last = lastLine[outcome.kind]
      // Until a slow memory has settled, a task with a result looks open: after a crash its experiences are written again.
      const kept = await keep(isSettled || outcome.kind !== 'result' ? last : undefined)
      if (isSettled) close()
      else void settled.then(() => keep(last)).then(close)
      const problem = parts.problem()
      if (kept && outcome.kind === 'result') return outcome
      if (problem.lost !== undefined) return { kind: 'interrupted', reason: 'taken_over', message: problem.lost }
      if (kept || !parts.resumable || outcome.kind === 'interrupted') return outcome
      // A process that continues it doesn't find this result, and may come to another.
      return { kind: 'interrupted', reason: 'host_failed', message: problem.journal }
    },
  }
}

/** The kind of a journal's last line, by the outcome of the run. */
const lastLine = { result: 'end', waiting: 'wait', interrupted: 'leave' } as const
