import { type Clock, deadlineFor } from '@artoo/spec'

/** How long an ended task, or a closing instance, waits for the memory and the journal. */
const settleMs = 5_000

/** Waits for work that nothing can abort, but not for ever. @throws {ArtooError} `settle_timeout` */
export function patiently<Result>(clock: Clock, work: () => Promise<Result>): Promise<Result> {
  const deadline = deadlineFor(new AbortController().signal, { clock, timeoutMs: settleMs, code: 'settle_timeout' })
  return deadline.race(work).finally(deadline.release)
}
