import type { FinalResult, RunEvent } from '@artoo/sdk'
import type { Payment } from './invitation.js'

/** Of a result, what must not depend on crashes: all but times, ids and what was spent. */
export function essenceOf({ directive, reason, output, unmet, replans, rounds, actions, criteria }: FinalResult) {
  return {
    ...{ directive, reason, output, unmet, replans, rounds },
    actions: actions.map(({ tool, target, what }) => ({ tool, target, what })),
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
