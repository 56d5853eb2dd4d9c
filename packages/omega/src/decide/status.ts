import { cuts } from '../evidence/constants.js'
import { countedClaim, standing } from '../evidence/counted.js'
import { bestAnswer } from '../evidence/evidence.js'
import { isIndependentlyVerified, isVerified } from '../evidence/independence.js'
import type { EndStatus } from '../protocol/log-event.js'
import type { SessionState } from '../protocol/state.js'
import { conditions } from './conditions.js'

export interface Status {
  readonly status: EndStatus
  /** Why it is no better, or what it rests on. */
  readonly why: string
}

type Judged = Pick<
  SessionState,
  'profile' | 'claims' | 'contradictions' | 'synthesis' | 'problem' | 'messages' | 'awaited' | 'aborted'
>

/** The status of a session, were it to end now. */
export function statusOf(session: Judged): Status {
  const found = session.profile === 'paper' ? byConditions(session) : byConfidence(session)
  // A session that was stopped has not succeeded, however sure it was.
  const isCut = session.aborted?.reason === 'user' || session.aborted?.reason === 'error'
  return isCut && found.status === 'SUCCESS' ? { status: 'PARTIAL', why: 'it was stopped before its end' } : found
}

/** By the calibrated confidence of the best answer and the stakes. */
function byConfidence(session: Judged): Status {
  const best = bestAnswer(session)
  if (best === null) return { status: 'FAILURE', why: 'no answer was proposed' }
  const { confidence } = best
  if (confidence === null) return { status: 'FAILURE', why: 'nobody said how sure the answer is' }
  const stakes = session.problem.classification?.stakes ?? 'HIGH'
  const cut = cuts[stakes]
  const sure = `the answer is ${percent(confidence)} sure, and at ${stakes} stakes`
  if (confidence < cut.PARTIAL) return { status: 'FAILURE', why: `${sure} ${percent(cut.PARTIAL)} are the least` }
  if (confidence < cut.SUCCESS) return { status: 'PARTIAL', why: `${sure} a success takes ${percent(cut.SUCCESS)}` }
  const alone = best.restsOn.filter((id) => {
    const claim = countedClaim(session, id)
    return claim === undefined || !isIndependentlyVerified(claim)
  })
  if (stakes === 'HIGH' && alone.length > 0) {
    const remedy = 'give a second family of models, a check, or an agent that computes'
    const why = `${sure} somebody of another family, or code, has to have verified ${alone.join(', ')}: ${remedy}`
    return { status: 'PARTIAL', why }
  }
  return { status: 'SUCCESS', why: `${sure} ${percent(cut.SUCCESS)} are enough` }
}

/** Rounded down, so that what falls short of a threshold doesn't look as if it reached it. */
const percent = (value: number) => `${Math.floor(value * 100 + 1e-9)} %`

/** By the conditions of section 6.1; short of them, partial as soon as something was verified. */
function byConditions(session: Judged): Status {
  const failing = conditions(session).filter(({ holds }) => !holds)
  if (failing.length === 0) return { status: 'SUCCESS', why: 'all conditions hold' }
  const why = [...new Set(failing.map((condition) => condition.why))].join('; ')
  return { status: standing(session).some(isVerified) ? 'PARTIAL' : 'FAILURE', why }
}
