import type { Claim, SessionState } from '../protocol/state.js'
import type { AgreementRecord } from './records.js'

/** Claims that two families must have in common before a measured value says more than the default. */
const fewestClaims = 20

type Counts = Pick<AgreementRecord, 'bothRight' | 'bothWrong' | 'firstWrong' | 'secondWrong'>

export interface MeasuredAgreement {
  /** Sorted by name. */
  readonly families: readonly [string, string]
  readonly rho: number
}

/** Keyed so that no name of a family can be taken for two. */
const agreementId = (first: string, second: string): string => JSON.stringify([first, second])

/**
 * The agreement of the families of models on claims that a check by code decided: only there is it known who was right.
 * A family is for or against a claim as most of its agents were; a divided family is left out.
 */
export function agreementsOf(state: SessionState): readonly AgreementRecord[] {
  const found = new Map<string, AgreementRecord>()
  for (const claim of state.claims) {
    // Judgements of a claim that was merged into another one count there.
    const holds = claim.sameAs === null ? decided(claim) : null
    if (holds === null) continue
    const right = rightByFamily(claim, holds, state)
    const families = [...right.keys()].sort()
    for (const [index, first] of families.entries()) {
      for (const second of families.slice(index + 1)) {
        const id = agreementId(first, second)
        const field = fieldOf(right.get(first) === true, right.get(second) === true)
        found.set(id, addedUp({ ...none, id, first, second, [field]: 1 }, found.get(id)))
      }
    }
  }
  return [...found.values()]
}

export function addedUp(one: AgreementRecord, other: AgreementRecord | null | undefined): AgreementRecord {
  if (!other) return one
  const sum = (field: keyof Counts) => one[field] + other[field]
  return {
    ...one,
    bothRight: sum('bothRight'),
    bothWrong: sum('bothWrong'),
    firstWrong: sum('firstWrong'),
    secondWrong: sum('secondWrong'),
  }
}

/**
 * The phi coefficient of the errors of two families, from 0: erring against each other is not counted as more than
 * independent. null while too little is known: too few claims, or one of the two that never (or always) erred.
 */
export function correlationOf({ bothRight, bothWrong, firstWrong, secondWrong }: Counts): number | null {
  if (bothRight + bothWrong + firstWrong + secondWrong < fewestClaims) return null
  const wrong = [bothWrong + firstWrong, bothWrong + secondWrong]
  const right = [bothRight + secondWrong, bothRight + firstWrong]
  const spread = Math.sqrt([...wrong, ...right].reduce((product, count) => product * count, 1))
  if (spread === 0) return null
  return Math.min(1, Math.max(0, (bothWrong * bothRight - firstWrong * secondWrong) / spread))
}

const none = { version: 1, bothRight: 0, bothWrong: 0, firstWrong: 0, secondWrong: 0 } as const

const fieldOf = (first: boolean, second: boolean): keyof Counts =>
  first ? (second ? 'bothRight' : 'secondWrong') : second ? 'firstWrong' : 'bothWrong'

/** Whether a check says that it holds; null when none ran. One refutation is enough. */
function decided({ factors }: Claim): boolean | null {
  const checks = factors.filter(({ kind }) => kind === 'check')
  return checks.length === 0 ? null : checks.every(({ value }) => value >= 1)
}

/** An opponent's family is known only from its messages. */
function rightByFamily({ supporters, opponents }: Claim, holds: boolean, { messages }: SessionState) {
  const balance = new Map<string, number>()
  const add = (family: string, amount: number) => balance.set(family, (balance.get(family) ?? 0) + amount)
  for (const { family } of supporters) add(family, holds ? 1 : -1)
  for (const agent of opponents) {
    const family = messages.findLast(({ header }) => header.agentId === agent)?.meta.family
    if (family !== undefined) add(family, holds ? -1 : 1)
  }
  return new Map([...balance].filter(([, amount]) => amount !== 0).map(([family, amount]) => [family, amount > 0]))
}
