import { statusByProgress } from '../decide/decide.js'
import { reportOf } from '../report/report.js'
import type { EndCode, EndStatus } from '../session/log-event.js'
import type { Turn } from './turn.js'

export interface Ending {
  /** null: PARTIAL when anything was verified or answered, otherwise FAILURE. */
  readonly status: EndStatus | null
  readonly code: EndCode
  readonly atLimit?: boolean | undefined
  readonly why: string
}

/** The one report of a session. Whatever is still out is not heard any more. */
export function end(turn: Turn, { status, code, atLimit = false, why }: Ending): void {
  if (turn.waiting === 'nothing') return
  turn.waiting = 'nothing'
  turn.assignments = {}
  turn.happen({ type: 'ended', status: status ?? statusByProgress(turn.session), code, atLimit, why })
  const { session, correlations } = turn
  if (turn.remembers) turn.send({ type: 'Remember', to: 'memory', payload: { session } })
  turn.send({ type: 'DeliberationResult', to: 'host', payload: reportOf(session, { correlations, roster: turn.roster }) })
}

