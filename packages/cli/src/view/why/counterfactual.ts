import {
  type Alternative,
  type Decision,
  explain,
  GgsError,
  type Hyperparameters,
  type Inequality,
  type ProfileName,
  profileNames,
  replay,
} from '@artoo/ggs'
import { observationsOf } from '@artoo/insight'
import type { RunEvent } from '@artoo/sdk'

/** A setting of the host, the next larger value, and the directive that it would have brought. */
export interface OtherSetting {
  readonly name: keyof Hyperparameters
  readonly from: number
  readonly to: number
  readonly directive: Decision['directive']
}

/** The comparisons that led to a decision, and the nearest other one. A decision of a profile that is not known has neither. */
export function counterfactualOf(decision: Decision): {
  readonly because: readonly Inequality[]
  readonly nearest: Alternative | null
} {
  try {
    const { inequalities, nearest } = explain(decision)
    return { because: inequalities, nearest }
  } catch (error) {
    if (error instanceof GgsError) return { because: [], nearest: null }
    throw error
  }
}

/** The limit that ended a task, one step larger: the rounds are decided again with it. Null where no limit ended it. */
export function otherSettingOf(decision: Decision, events: readonly RunEvent[]): OtherSetting | null {
  const { reason, profile, hyperparameters, round } = decision
  const larger = largerLimit(reason, hyperparameters)
  if (larger === null || !isProfile(profile)) return null
  const { name, to } = larger
  try {
    const again = replay(observationsOf(events), { profile, hyperparameters: { ...hyperparameters, [name]: to } })
    const directive = again.find((other) => other.round === round)?.directive
    const isOther = directive !== undefined && directive !== decision.directive
    return isOther ? { name, from: hyperparameters[name], to, directive } : null
  } catch (error) {
    // Events of a part of a task don't show every round.
    if (error instanceof GgsError) return null
    throw error
  }
}

function largerLimit(
  reason: Decision['reason'],
  { maxReplans, worseningLimit, timeBudgetMs }: Hyperparameters,
): { readonly name: keyof Hyperparameters; readonly to: number } | null {
  if (reason === 'replans_exhausted') return { name: 'maxReplans', to: maxReplans + 1 }
  if (reason === 'diverging') return { name: 'worseningLimit', to: worseningLimit + 1 }
  return reason === 'budget' ? { name: 'timeBudgetMs', to: timeBudgetMs * 2 } : null
}

const isProfile = (name: string): name is ProfileName => profileNames.some((known) => known === name)
