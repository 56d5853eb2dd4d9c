import { rankedAnswers } from '../evidence/evidence.js'
import type { Tier } from '../protocol/card.js'
import type { Claim, Factor, SessionState } from '../protocol/state.js'
import { statusOf } from './status.js'

/** Somebody who could still be heard. */
export interface Prospect {
  readonly agent: number
  readonly tier: Tier
  readonly family: string
  /** It judges, and there is a check that it may name. */
  readonly canRefute: boolean
}

/** The usual words of an agent that is for a claim, and of one that is against it. */
const usual = { confidence: 0.85, confirming: 1.35, doubting: 0.7, left: 0.25 } as const

/**
 * The chance that these agents change the decision, 0 to 1. They are taken to speak with one voice: for the leading answer with the
 * probability that it is right, otherwise against it, and then a check of theirs refutes it, if there is one. 1 as long as there is no answer.
 */
export function expectedChange(session: SessionState, prospects: readonly Prospect[]): number {
  const [leader, runnerUp] = rankedAnswers(session)
  const confidence = leader?.confidence ?? null
  if (!leader || confidence === null) return prospects.length === 0 ? 0 : 1
  const before = decisionOf(session)
  const isChanged = (favoured: Claim, opposed: Claim | null) =>
    decisionOf(after(session, prospects, favoured, opposed)) !== before
  const mayRise = isChanged(leader.claim, runnerUp?.claim ?? null)
  const mayFall = isChanged(runnerUp?.claim ?? newcomer(session), leader.claim)
  return (mayRise ? confidence : 0) + (mayFall ? 1 - confidence : 0)
}

/** The decision as a user sees it: the status, and the answer by its id. */
function decisionOf(session: SessionState): string {
  return `${statusOf({ ...session, synthesis: null }).status} ${rankedAnswers(session)[0]?.claim.id}`
}

/** The session after all of them have spoken for one claim, and the judges among them against the other. */
function after(
  session: SessionState,
  prospects: readonly Prospect[],
  favoured: Claim,
  opposed: Claim | null,
): SessionState {
  const explorers = prospects.filter(({ tier }) => tier === 'GENESIS')
  const supporters = explorers.map(({ agent, family }) => ({ agent, family, confidence: usual.confidence, inputs: [] }))
  const factors = (isFor: boolean): readonly Factor[] =>
    prospects.flatMap(({ agent, family, tier }): readonly Factor[] => {
      const value = isFor ? usual.confirming : usual.doubting
      if (tier === 'VERIFICATION') return [{ kind: 'verification', agent, family, evidence: null, value }]
      if (tier !== 'ADVERSARY') return []
      return [{ kind: 'survival', agent, family, evidence: null, value: isFor ? 1 : usual.left }]
    })
  const changed: Claim[] = [
    {
      ...favoured,
      supporters: [...favoured.supporters, ...supporters],
      factors: [...favoured.factors, ...factors(true)],
    },
  ]
  if (opposed) {
    const isRefuted = prospects.some(({ canRefute }) => canRefute)
    const status = isRefuted ? 'rejected' : opposed.status
    changed.push({ ...opposed, status, factors: [...opposed.factors, ...factors(false)] })
  }
  const others = session.claims.filter(({ id }) => changed.every((claim) => claim.id !== id))
  // In the places of their ids: other claims are found by those.
  const claims = [...others, ...changed].toSorted((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)))
  return { ...session, claims }
}

/** An answer that nobody has proposed yet. */
function newcomer({ claims }: SessionState): Claim {
  return {
    ...{ id: `c${claims.length + 1}`, statement: '', isAnswer: true, critical: true, proposedBy: 0, supporters: [] },
    ...{ opponents: [], factors: [], evidence: [], status: 'active', sameAs: null, saidSame: [], basis: null },
  }
}
