import { valueOfClaim } from '../confidence/algebra.js'
import { correlationIn, votesOf } from '../confidence/correlation.js'
import { degradationOf } from '../decide/degradation.js'
import { hasProgress } from '../decide/rule.js'
import { detect } from '../detect/detect.js'
import type { EndCode, EndStatus } from '../protocol/log-event.js'
import type { ReportInput } from '../report/report-input.js'
import { reportOf } from '../report/report-of.js'
import { overallConfidence } from '../session/overall.js'
import type { Transition } from './transition.js'

export interface SessionEnding {
  /** null: PARTIAL when anything was verified or answered, otherwise FAILURE. */
  readonly status: EndStatus | null
  readonly code: EndCode
  readonly atLimit?: boolean | undefined
  readonly why: string
}

/** The one report of a session. Whatever is still out is not heard any more. */
export function end(transition: Transition, { status, code, atLimit = false, why }: SessionEnding): void {
  if (transition.waiting === 'nothing') return
  transition.waiting = 'nothing'
  transition.assignments = {}
  transition.happen({
    type: 'ended',
    status: status ?? (hasProgress(transition.session) ? 'PARTIAL' : 'FAILURE'),
    code,
    atLimit,
    why,
  })
  const { session } = transition
  if (transition.remembers) transition.send({ type: 'Remember', to: 'memory', payload: { session } })
  transition.send({ type: 'DeliberationResult', to: 'host', payload: reportOf(reportInput(transition)) })
}

function reportInput({ session: state, log, roster }: Transition): ReportInput {
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
function testsNamed({ messages }: Transition['session']): readonly string[] {
  const content = messages.findLast(({ header }) => header.agentId === 45)?.body.content
  const { claims = [] } = (content ?? {}) as { readonly claims?: readonly { readonly bestTest?: string }[] }
  return claims.flatMap(({ bestTest }) => bestTest || [])
}
