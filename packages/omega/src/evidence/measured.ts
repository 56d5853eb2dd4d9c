import type { Claim, Contradiction, Factor } from '../protocol/state.js'
import { sharedError, weights } from './constants.js'
import { openContradictions, standing } from './counted.js'
import { pooled } from './pooled.js'

/**
 * The log-odds of a claim by itself: what its voices, judges and checks are worth. A voice without a confidence is worth nothing, an attack
 * that left nearly all of it takes nothing, and no agreement lowers it.
 */
export function logOdds({ supporters, factors }: Pick<Claim, 'supporters' | 'factors'>): number {
  const voices = supporters.map(({ family, confidence }) => ({ family, weight: weights.voice * (confidence ?? 0) }))
  const judged = (sign: 1 | -1) =>
    factors.map((factor) => ({
      family: factor.family,
      weight: weights.judgement * Math.max(0, sign * leaning(factor)),
    }))
  const shown = isShown({ factors }) ? weights.check : 0
  return pooled([...voices, ...judged(1)], weights) - pooled(judged(-1), weights) + shown
}

/** By a check that code ran. */
const isShown = ({ factors }: Pick<Claim, 'factors'>) =>
  factors.some(({ kind, value }) => kind === 'check' && value >= 1)

/** The leaning of a judge, from -1, it doesn't hold, to 1, it holds. Checks are counted by themselves. */
function leaning({ kind, value }: Pick<Factor, 'kind' | 'value'>): number {
  if (kind === 'verification') return (value - 1) / 0.5
  return kind === 'survival' ? Math.min(0, value / survived - 1) : 0
}

/** The share that an attack leaves when it has failed. */
const survived = 0.8

interface Session {
  readonly claims: readonly Claim[]
  readonly contradictions: readonly Contradiction[]
}

/**
 * The confidence of a claim, 0 to 1: its share of the odds beside its rivals and beside the odds that none of them holds, less the chance that all are wrong together. 0 when it was
 * refuted by code; null while nobody who holds or judged it has said how sure.
 */
export function confidenceOf(claim: Claim, session: Session): number | null {
  if (claim.status === 'rejected') return 0
  if (!isWeighed(claim) || claim.sameAs !== null) return null
  const own = Math.exp(logOdds(claim))
  const rivals = rivalsOf(claim, session).reduce((sum, rival) => sum + Math.exp(logOdds(rival)), 0)
  const share = own / (own + rivals + Math.exp(weights.none))
  return share * (1 - (isShown(claim) ? sharedError.code : sharedError.models))
}

/** Somebody has said something of weight for or against it. */
const isWeighed = ({ supporters, factors }: Claim) =>
  supporters.some(({ confidence }) => confidence !== null) ||
  factors.some((factor) => factor.kind === 'check' || leaning(factor) !== 0)

/** Somebody of weight is for it: an answer that all have left is no rival. */
const isHeld = ({ supporters, factors }: Claim) =>
  supporters.some(({ confidence }) => (confidence ?? 0) > 0) ||
  isShown({ factors }) ||
  factors.some((factor) => leaning(factor) > 0)

/** The claims of which at most one holds beside this one: of an answer all other answers, of a statement those that are said to contradict it. */
function rivalsOf(claim: Claim, session: Session): readonly Claim[] {
  const opposed = new Set(
    openContradictions(session)
      .filter(({ severity }) => severity !== 'MINOR')
      .flatMap(({ a, b }) => (a === claim.id ? [b] : b === claim.id ? [a] : [])),
  )
  return standing(session).filter(
    (rival) =>
      rival.id !== claim.id &&
      rival.isAnswer === claim.isAnswer &&
      isHeld(rival) &&
      (claim.isAnswer || opposed.has(rival.id)),
  )
}

/** The number of independent voices that those who hold a claim, and others who confirm it, are worth. */
export function voicesOf({ supporters, factors }: Pick<Claim, 'supporters' | 'factors'>): number {
  const voices = supporters.filter(({ confidence }) => confidence !== null)
  const others = factors.filter(({ agent }) => supporters.every((supporter) => supporter.agent !== agent))
  const judges = others.filter((factor) => (factor.kind === 'check' ? factor.value >= 1 : leaning(factor) > 0))
  return pooled(
    [...voices, ...judges].map(({ family }) => ({ family, weight: 1 })),
    weights,
  )
}
