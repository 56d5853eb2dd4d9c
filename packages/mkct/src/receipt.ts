import { unheard } from '@artoo/spec'
import type { Written } from './commit-writes.js'

export interface WriteReceipt {
  readonly id: string
  /** False when the queue was full or the memory closed: nothing will be written, and `settled` rejects. */
  readonly accepted: boolean
  /**
   * Settles when the batch is down, and never rejects when it is: while nobody can tell, it waits (`write_in_doubt` once the
   * memory is closed). A rejection nobody listens to is not reported as unhandled.
   */
  readonly settled: Promise<Written>
}

/** Makes its promise only when asked for it: most writers never look, and a promise costs as much as a key. */
export function receiptOf(
  id: string,
  accepted: boolean,
  outcome: () => Promise<Written | Error | undefined>,
): WriteReceipt {
  let settled: Promise<Written> | null = null
  return {
    id,
    accepted,
    get settled() {
      settled ??= unpack(outcome())
      unheard(settled)
      return settled
    },
  }
}

async function unpack(outcome: Promise<Written | Error | undefined>): Promise<Written> {
  const settled = await outcome
  if (settled === undefined || settled instanceof Error) throw settled
  return settled
}
