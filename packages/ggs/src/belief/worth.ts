import { onGrid } from '../input/precision.js'
import { type Cause, causeNames, causes } from '../terms/causes.js'
import type { Action, BeliefProfile, ByCause } from './profile.js'

/** The number of times that each directive was tried in vain on a part. */
export type Tries = Readonly<Partial<Record<Action, number>>>

interface Given {
  readonly tries: Tries
  readonly profile: BeliefProfile
}

/**
 * The chance that a directive mends a part whose cause is known. For the directive that is meant for the cause it is
 * that of a Beta prior (`hit`, `miss`) after the tries in vain.
 */
export function chanceOf(action: Action, cause: Cause, { tries, profile }: Given): number {
  const { hit, miss, luck, unknown } = profile
  // A person who gave no answer gives none to the same question, and nothing else is meant for its cause.
  const isUnanswered = causes[cause].mendedBy === 'ask' && (tries.ask ?? 0) > 0
  if (isUnanswered) return action === 'ask' ? 0 : luck
  if (cause === 'unknown') return unknown[action]
  return causes[cause].mendedBy === action ? hit / (hit + miss + (tries[action] ?? 0)) : luck
}

/** The chance that a directive mends a part, under a belief. */
export function expected(action: Action, belief: ByCause, given: Given): number {
  const sum = causeNames.reduce((total, cause) => total + belief[cause] * chanceOf(action, cause, given), 0)
  // Rounded chances may sum to a little more than 1.
  return onGrid(Math.min(1, sum))
}

/** The directives for a part that goes on, the least drastic first: of equal ones the first is given. */
export const continuing = [
  'refine',
  'again',
  'wait',
  'change_path',
  'change_approach',
  'break_symmetry',
  'ask',
] as const satisfies readonly Action[]

/** The least chance with which a directive is worth its price. */
export const leastChance = (action: Action, { worth, cost }: BeliefProfile): number => onGrid(worth * cost[action])

/** The directive that is expected to mend most for its price, and its chance; `deliver` when none is worth a round. */
export function bestAction(belief: ByCause, given: Given): { readonly action: Action; readonly chance: number } {
  const { cost } = given.profile
  const offers = continuing.map((action) => ({ action, chance: expected(action, belief, given) }))
  const [first, ...others] = offers as [(typeof offers)[number], ...typeof offers]
  const best = others.reduce(
    (most, one) => (one.chance / cost[one.action] > most.chance / cost[most.action] ? one : most),
    first,
  )
  return best.chance < leastChance(best.action, given.profile) ? { action: 'deliver', chance: best.chance } : best
}
