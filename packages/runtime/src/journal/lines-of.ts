import type { Envelope } from '@artoo/bus'
import { withBlobs } from './blobs.js'
import type { UncheckedLine } from './journal.js'
import type { Redact } from './redact.js'
import { redacted } from './redacted.js'

/** Events as a journal keeps them: each long text once, in a line of its own. `known` are the hashes that it has; it gets the new ones. */
export function linesOf(
  events: readonly Envelope[],
  epoch: number,
  known: Set<string>,
  redact: Redact | undefined,
): readonly UncheckedLine[] {
  return events.flatMap((event) => {
    const blobs: UncheckedLine[] = []
    const stored = withBlobs(redact ? redacted(event, redact) : event, (hash, text) => {
      if (known.has(hash)) return
      known.add(hash)
      blobs.push({ kind: 'blob', epoch, hash, text })
    })
    return [...blobs, { kind: 'event', epoch, event: stored as Envelope } as const]
  })
}
