import type { Factor } from '../protocol/state.js'
import { protocol } from '../protocol/thresholds.js'
import type { ReportedClaim, ReportedJudgement } from './deliberation-report.js'
import type { ReportInput } from './report-input.js'

export function reportedClaims({ state, values, votes }: ReportInput): ReportedClaim[] {
  return state.claims.map((claim) => {
    const { id, statement, critical, status, proposedBy, supporters, opponents, basis } = claim
    const judgements = claim.factors.map(judgementOf)
    const attacks = judgements.filter(({ kind }) => kind === 'survival')
    return {
      id,
      statement,
      critical,
      status,
      confidence: values(claim),
      votes: votes(claim),
      proposedBy,
      supporters: supporters.map(({ agent, confidence, family }) => ({ agent, confidence, family })),
      attackers: ascending([...opponents, ...attacks.map(({ agent }) => agent)]),
      judgements,
      basis,
    }
  })
}

function judgementOf({ agent, kind, value, independent, evidence }: Factor): ReportedJudgement {
  return { agent, kind, value, outcome: outcomeOf(kind, value), independent, evidence }
}

/** An attack that leaves less than an output needs to be used has refuted; one that leaves nearly all was survived. */
function outcomeOf(kind: Factor['kind'], value: number): ReportedJudgement['outcome'] {
  switch (kind) {
    case 'survival':
      return value >= protocol.sure ? 'survived' : value < protocol.usable ? 'refuted' : 'weakened'
    case 'check':
      return value >= 1 ? 'verified' : 'refuted'
    case 'verification':
      return value > 1 ? 'verified' : value < 1 ? 'doubted' : 'undecided'
    default:
      return kind satisfies never
  }
}

export const stands = ({ status }: Pick<ReportedClaim, 'status'>): boolean =>
  status === 'active' || status === 'confirmed'

/** The claims on which the answer rests and that still stand; without an answer every claim that stands. */
export function atStake(claims: readonly ReportedClaim[], restsOn: readonly string[]): readonly ReportedClaim[] {
  const named = claims.filter((claim) => restsOn.includes(claim.id) && stands(claim))
  return named.length > 0 ? named : claims.filter(stands)
}

/** The agents whose judgement of any of these claims had one of these outcomes. */
export function judgesOf(
  claims: readonly ReportedClaim[],
  ...outcomes: readonly ReportedJudgement['outcome'][]
): number[] {
  const judgements = claims.flatMap((claim) => claim.judgements)
  return ascending(judgements.flatMap(({ agent, outcome }) => (outcomes.includes(outcome) ? agent : [])))
}

export function ascending(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((one, other) => one - other)
}

export const distinct = (texts: readonly string[]): string[] => [...new Set(texts)]
