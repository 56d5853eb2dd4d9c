import { ArtooError, type Clock } from '@artoo/spec'

/** Milliseconds that an ended task, or a closing instance, waits for the memory and the journal. */
const settleMs = 5_000

/** Waits for work that can't be aborted, but not for ever. @throws {ArtooError} `settle_timeout` */
export async function patiently<Result>(
  clock: Clock,
  work: () => Promise<Result>,
  timeoutMs: number = settleMs,
): Promise<Result> {
  let cancel = () => {}
  const tooLong = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new ArtooError('settle_timeout', `no result within ${timeoutMs} ms`))
    cancel = clock.schedule(timeoutMs, giveUp)
  })
  // A host's part may throw at once.
  const working = (async () => work())()
  return Promise.race([working, tooLong]).finally(cancel)
}
