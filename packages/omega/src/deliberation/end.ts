import { valueOfClaim } from '../confidence/algebra.js'
import { correlationIn, votesOf } from '../confidence/correlation.js'
import { degradationOf } from '../decide/degradation.js'
import { hasProgress } from '../decide/rule.js'
import { detect } from '../detect/detect.js'
import type { EndCode, EndStatus } from '../protocol/log-event.js'
import type { ReportInput } from '../report/report-input.js'
import { reportOf } from '../report/report-of.js'
import { overallConfidence } from '../session/overall.js'
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
  turn.happen({
    type: 'ended',
    status: status ?? (hasProgress(turn.session) ? 'PARTIAL' : 'FAILURE'),
    code,
    atLimit,
    why,
  })
  const { session } = turn
  if (turn.remembers) turn.send({ type: 'Remember', to: 'memory', payload: { session } })
  turn.send({ type: 'DeliberationResult', to: 'host', payload: reportOf(reportInput(turn)) })
}

function reportInput({ session: state, log, roster }: Turn): ReportInput {
  const correlation = correlationIn(state)
  return {
    ...{ state, log },
    values: (claim) => valueOfClaim(claim, correlation),
    votes: (claim) => votesOf(claim, correlation),
    // An answer that was not written has no confidence, however sure the claims are.
    overall: state.synthesis === null ? null : overallConfidence(state),
    degradation: degradationOf(state, state.ended?.status ?? 'FAILURE'),
    findings: detect(state).map(({ detector, severity, message }) => ({ detector, severity, message })),
    agent: (id) => roster.card(id),
    tests: testsNamed(state),
  }
}

/** The observations that the Falsifier (45) asks for. */
function testsNamed({ messages }: Turn['session']): readonly string[] {
  const content = messages.findLast(({ header }) => header.agentId === 45)?.body.content
  const { claims = [] } = (content ?? {}) as { readonly claims?: readonly { readonly bestTest?: string }[] }
  return claims.flatMap(({ bestTest }) => bestTest || [])
}
