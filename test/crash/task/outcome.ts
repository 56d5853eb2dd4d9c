import type { FinalResult, RunEvent } from '@artoo/sdk'
import type { Payment } from './invitation.js'

/**
 * What of a result must not depend on crashes: all but times, ids, what was spent, and whether a person had to say that a deed was
 * done before the crash.
 */
export function essenceOf(result: FinalResult) {
  const { status, directive, reason, output, missing, replans, rounds, changes, refused, criteria } = result
  const actions = [...changes, ...refused]
  return {
    ...{ status, directive, reason, output, missing, replans, rounds },
    actions: actions.map(({ tool, target, what }) => ({ tool, target, what: what === 'by_hand' ? 'confirmed' : what })),
    criteria: criteria.map(({ criterion, verdict, attempts, subtask }) => ({ criterion, verdict, attempts, subtask })),
  }
}

/** Calls that were made again although their answer stood in the journal. */
export function paidTwice(events: readonly RunEvent[], paid: readonly Payment[]): readonly string[] {
  const journalled = new Set(
    events.flatMap((event) => {
      const raw = event.type === 'ModelCall' ? event.payload.usage.raw : undefined
      return raw && typeof raw === 'object' && 'nonce' in raw ? [raw.nonce] : []
    }),
  )
  const answered = new Set<string>()
  return paid.flatMap(({ hash, nonce }) => {
    const again = answered.has(hash) ? [nonce] : []
    if (journalled.has(nonce)) answered.add(hash)
    return again
  })
}
