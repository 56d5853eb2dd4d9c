import { worthAsking } from '../evidence/constants.js'
import type { EndCode } from '../protocol/log-event.js'
import type { SessionState } from '../protocol/state.js'
import type { Decision } from './decision.js'
import { expectedChange, type Prospect } from './expected-change.js'
import { statusOf } from './status.js'

/** Decides after a batch whether a session ends, is spared the rest, or goes on. `prospects`: those of this iteration who could still be heard and have a say. */
export function decide(session: SessionState, prospects: readonly Prospect[]): Decision {
  const { aborted, problem, profile } = session
  if (aborted) {
    const isOver = aborted.reason === 'deadline' || aborted.reason === 'limit'
    return ended(session, isOver ? 'resource' : aborted.reason === 'user' ? 'abort' : 'irrecoverable', aborted.message)
  }
  const failure = failedBatch(session)
  if (failure !== null) return ended(session, 'irrecoverable', failure)
  const limit = limitReached(session)
  if (limit !== null) return ended(session, 'resource', limit)
  if (profile === 'paper' || prospects.length === 0) return { action: 'go_on' }
  const change = expectedChange(session, prospects)
  if (change >= worthAsking[problem.classification?.stakes ?? 'HIGH']) return { action: 'go_on' }
  const chance = change < 0.01 ? 'less than 1 %' : `${Math.round(change * 100)} %`
  const more = prospects.length === 1 ? 'one more agent' : `${prospects.length} more agents`
  const why = `${more} would change the decision with a chance of ${chance}`
  return { action: 'spare', why }
}

export function ended(session: SessionState, code: EndCode, because: string): Extract<Decision, { action: 'end' }> {
  const { status, why } = statusOf(session)
  // A session that broke off has not succeeded, however sure it was.
  const isCut = code === 'irrecoverable' && status === 'SUCCESS'
  const reason = because.trim() || 'it was stopped'
  return { action: 'end', status: isCut ? 'PARTIAL' : status, code, why: `${reason}; ${why}` }
}

/**
 * Why a batch gave nothing at all, so that the session can't go on; null when somebody was heard, or is still out, or when a single agent
 * failed after others had been heard.
 */
export function failedBatch(session: SessionState): string | null {
  const { quarantined, messages, iteration, batch, batches, awaited } = session
  const sent = batches[batch]?.agents ?? []
  const faults = quarantined.filter((one) => one.iteration === iteration && one.batch === batch)
  const failed = faults.filter(({ faults: found }) => found.some(({ code }) => code !== 'low_confidence'))
  const isHeard = messages.some((message) => message.iteration === iteration && message.batch === batch)
  if (awaited.length > 0 || failed.length === 0 || isHeard) return null
  if (sent.length < 2 && messages.length > 0) return null
  const [first] = failed.at(-1)?.faults ?? []
  const reason = first ? `${first.code}, ${first.message}` : 'unknown'
  return `none of the ${sent.length} agents of a batch gave anything that can be used (the last of them: ${reason})`
}

/** Which limit is reached; null while none is. */
function limitReached({ limits, used, startedAt, updatedAt }: SessionState): string | null {
  const elapsed = startedAt && updatedAt ? Date.parse(updatedAt) - Date.parse(startedAt) : 0
  if (limits.tokens !== null && used.tokens >= limits.tokens) return `its ${limits.tokens} tokens are used up`
  if (used.modelCalls >= limits.modelCalls) return `its ${limits.modelCalls} model calls are used up`
  return elapsed >= limits.timeMs ? `its ${limits.timeMs} ms are over` : null
}
