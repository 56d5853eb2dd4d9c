import { isVerified } from '../confidence/algebra.js'
import type { DetectorFinding, DetectorName } from '../detect/finding.js'
import { sharesUsed } from '../detect/progress.js'
import type { EndCode, EndStatus, RecoveryKind } from '../protocol/log-event.js'
import type { SessionState } from '../protocol/state.js'
import { protocol } from '../protocol/thresholds.js'
import { standing } from '../session/claims.js'
import type { PhiDecision } from './decision.js'

/** A state and what was found in it. */
export interface ExaminedSession {
  readonly state: SessionState
  readonly findings: readonly DetectorFinding[]
  readonly found: (...names: readonly DetectorName[]) => DetectorFinding | undefined
  readonly tried: (kind: RecoveryKind) => boolean
  readonly midway: boolean
}

/** Null when it has nothing to say: the next one is asked. */
export type DecisionRule = (examined: ExaminedSession) => PhiDecision | null

export function ended(status: EndStatus, code: EndCode, why: string, atLimit = false): PhiDecision {
  return { action: 'end', status, code, atLimit, why }
}

/** Ends a session that can't go on: as partial if it has made progress. */
export function byProgress(state: SessionState, code: EndCode, why: string): PhiDecision {
  return ended(hasProgress(state) ? 'PARTIAL' : 'FAILURE', code, why)
}

/** At least one claim that stands was verified, or one question answered. */
export function hasProgress(state: Pick<SessionState, 'claims' | 'questions'>): boolean {
  return standing(state).some(isVerified) || state.questions.answered.length > 0
}

/** Which limit is reached; null while none is. Iterations end only at their end. */
export function limitOf({ state, midway }: ExaminedSession): string | null {
  if (state.aborted?.reason === 'deadline' || state.aborted?.reason === 'limit') return state.aborted.message
  const used = sharesUsed(state).find(({ share }) => share >= 1)
  if (used !== undefined) return `the ${used.name} is used up`
  if (midway || state.iteration < protocol.maxIterations) return null
  return `iteration ${state.iteration} of ${protocol.maxIterations} is over`
}
