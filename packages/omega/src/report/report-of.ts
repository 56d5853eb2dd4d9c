import { ArtooError } from '@artoo/spec'
import { aggregate } from './aggregate.js'
import { dissentFrom, openContradictions, strongestAgainst, strongestFor } from './arguments.js'
import type { DeliberationReport, ReportedClaim } from './deliberation-report.js'
import { metricsOf } from './metrics.js'
import { type Common, outcomeOf } from './outcomes.js'
import type { ReportInput } from './report-input.js'
import { ascending, atStake, distinct, reportedClaims } from './reported-claims.js'

/**
 * The report of a deliberation (section 6.5). A deliberation that was aborted before its end is reported as a failure.
 *
 * @throws {ArtooError} `not_ended` as long as the session goes on.
 */
export function reportOf(input: ReportInput): DeliberationReport {
  const { state } = input
  const ended = endOf(input)
  const claims = reportedClaims(input)
  const staked = atStake(claims, state.synthesis?.restsOn ?? [])
  const outcome = outcomeOf({ state, ended, claims, staked })
  return { ...outcome, ...commonOf(input, ended, claims, staked) }
}

function endOf({ state: { ended, aborted } }: ReportInput): NonNullable<ReportInput['state']['ended']> {
  if (ended) return ended
  if (aborted) return { status: 'FAILURE', code: 'abort', atLimit: false, why: aborted.message || aborted.reason }
  throw new ArtooError('not_ended', 'The session goes on; a report is made of one that ended.', {
    field: 'state.ended',
  })
}

function commonOf(
  input: ReportInput,
  { code, why, atLimit }: ReturnType<typeof endOf>,
  claims: ReportedClaim[],
  staked: readonly ReportedClaim[],
): Common {
  const { state, findings, tests, overall, degradation } = input
  const { original, clarified, classification } = state.problem
  const { type = null, subtype = null, stakes = null, uncertainty = null } = classification ?? {}
  const named = claims.filter(({ id }) => state.synthesis?.restsOn.includes(id))
  // Also what fell, if the answer rests on it or nothing else was claimed.
  const discussed = named.length > 0 ? named : staked.length > 0 ? staked : claims
  const parts = {
    strongestFor: strongestFor(staked, state),
    strongestAgainst: strongestAgainst(discussed, state),
    dissent: dissentFrom(staked, state),
    openContradictions: openContradictions(state),
    byTier: aggregate(state, claims),
    auditTrail: state.timeline.map(({ timestamp, type, agentId, summary }) => ({
      timestamp,
      type,
      agent: agentId,
      event: summary,
    })),
  }
  return {
    version: 1,
    problem: { original, clarified, type, subtype, stakes, uncertainty },
    confidence: overall,
    voices: named.length > 0 ? Math.min(...named.map(({ votes }) => votes)) : null,
    restsOn: named.map(({ id }) => id),
    code,
    why,
    atLimit,
    degradation,
    metrics: metricsOf(input),
    agents: agentsIn(input, claims).map((id) => {
      const { name, tier } = input.agent(id)
      return { id, name, tier }
    }),
    claims,
    wouldChange: distinct([...(state.synthesis?.wouldChange ?? []), ...tests]),
    findings: findings.map(({ detector, severity, message }) => ({ detector, severity, message })),
    waived: [...state.waived],
    ...parts,
  }
}

/** The agents that were sent or are named anywhere. */
function agentsIn({ state }: ReportInput, claims: readonly ReportedClaim[]): readonly number[] {
  const inClaims = claims.flatMap(({ proposedBy, supporters, attackers, judgements }) => [
    proposedBy,
    ...attackers,
    ...[...supporters, ...judgements].map(({ agent }) => agent),
  ])
  const inTimeline = state.timeline.flatMap(({ agentId }) => agentId ?? [])
  const inMessages = state.messages.map(({ header }) => header.agentId)
  return ascending([...state.deployed, ...inClaims, ...inTimeline, ...inMessages])
}
