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

type Limit = 'maxReplans' | 'worseningLimit' | 'timeBudgetMs'

/** A setting of the host, the next larger value, and the directive that it would have brought. */
export interface OtherSetting {
  readonly name: Limit
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
    return { because: inequalities, nearest: nearest ?? nearEnough(decision, inequalities) }
  } catch (error) {
    if (error instanceof GgsError) return { because: [], nearest: null }
    throw error
  }
}

/** The D at which the end of a task would have been a success. */
function nearEnough({ directive }: Decision, inequalities: readonly Inequality[]): Alternative | null {
  const distance = inequalities.find(({ threshold }) => threshold === 'δ')
  if (distance === undefined || (directive !== 'deliver' && directive !== 'abandon')) return null
  const { value: from, limit, margin } = distance
  return { directive: 'success', changes: [{ quantity: 'D', from, relation: '≤', limit }], distance: margin }
}

/** The limit that ended a task, one step larger: the rounds are decided again with it. Null where no single one ended it. */
export function otherSettingOf(decision: Decision, events: readonly RunEvent[]): OtherSetting | null {
  const { terminal, directive, profile, hyperparameters } = decision
  if (!terminal || directive === 'accept' || !isProfile(profile)) return null
  const observations = observationsOf(events)
  for (const [name, to] of largerLimits(hyperparameters)) {
    const again = replayed(observations, { profile, hyperparameters: { ...hyperparameters, [name]: to } })
    const other: Decision['directive'] = again.find(({ round }) => round === decision.round)?.directive ?? directive
    if (other !== directive) return { name, from: hyperparameters[name], to, directive: other }
  }
  return null
}

function replayed(...[observations, options]: Parameters<typeof replay>): readonly Decision[] {
  try {
    return replay(observations, options)
  } catch (error) {
    // The events of a part of a task don't show every round.
    if (error instanceof GgsError) return []
    throw error
  }
}

const largerLimits = ({ maxReplans, worseningLimit, timeBudgetMs }: Hyperparameters): readonly [Limit, number][] => [
  ['maxReplans', maxReplans + 1],
  ['worseningLimit', worseningLimit + 1],
  ['timeBudgetMs', timeBudgetMs * 2],
]

const isProfile = (name: string): name is ProfileName => profileNames.some((known) => known === name)
