import { type ControllerOptions, type Decision, type ProfileName, replay } from '@artoo/ggs'
import { wayOf } from '../replay/way-of.js'
import { endBy, type RecordedEnd, type RecordedTask } from './recorded-task.js'

/** Gains and a rule to try; what is left out is as each task had it. */
export type Candidate = ControllerOptions

/** The kind of a difference: the task's end comes sooner or later, is another one, or another plan is asked for. */
export const changes = ['abandons_sooner', 'delivers_sooner', 'goes_on', 'ends_otherwise', 'plans_otherwise'] as const
export type DecisionChange = (typeof changes)[number]

/**
 * The consequence, as far as the record has it. `lost`: the record delivered a result, here there is none. `worse`, `nearer`: another
 * result, by its distance D. `gained`: a result where the record has none. `cheaper`: the same, sooner. `same`: only the reason is
 * another. `unknown`: what would have come of it was never tried.
 */
export const consequences = ['lost', 'worse', 'gained', 'nearer', 'cheaper', 'same', 'unknown'] as const
export type Consequence = (typeof consequences)[number]

type Way = Pick<Decision, 'directive' | 'reason' | 'deliver' | 'blockedTools' | 'blockedTargets'>

/** The first decision of a task that would have been another. What the record has behind it holds for the candidate no more. */
export interface CandidateParting {
  readonly taskId: string
  /** 1 for the first. */
  readonly round: number
  readonly from: Way
  readonly to: Way
  readonly change: DecisionChange
  readonly consequence: Consequence
  /** Rounds of the record that come after it, and that an end here would have spared. */
  readonly roundsAfter: number
}

/** Null where the candidate takes the way of the record to its end. @throws GgsError for gains or a profile that are none. */
export function partingOf(task: RecordedTask, { hyperparameters, profile }: Candidate): CandidateParting | null {
  const { taskId, observations, decisions, end } = task
  const [first] = decisions
  const instead = replay(observations, {
    hyperparameters: { ...first?.hyperparameters, ...hyperparameters },
    profile: profile ?? (first?.profile as ProfileName),
  })
  const index = decisions.findIndex((decision, at) => !instead[at] || wayOf(decision) !== wayOf(instead[at]))
  const [from, to] = [decisions[index], instead[index]]
  if (!from || !to) return null
  const roundsAfter = decisions.length - index - 1
  const consequence = to.terminal ? compared(end, endBy(to, instead), roundsAfter) : 'unknown'
  return {
    taskId,
    round: index + 1,
    from: way(from),
    to: way(to),
    change: changeOf(from, to),
    consequence,
    roundsAfter,
  }
}

function way({ directive, reason, deliver, blockedTools, blockedTargets }: Decision): Way {
  return { directive, reason, deliver, blockedTools, blockedTargets }
}

function changeOf(from: Decision, to: Decision): DecisionChange {
  if (from.terminal) return to.terminal ? 'ends_otherwise' : 'goes_on'
  if (!to.terminal) return 'plans_otherwise'
  return to.directive === 'abandon' ? 'abandons_sooner' : 'delivers_sooner'
}

function compared(recorded: RecordedEnd, instead: RecordedEnd, roundsAfter: number): Consequence {
  if (recorded.kind === 'outside') return 'unknown'
  if (recorded.kind === 'delivered') {
    if (instead.kind !== 'delivered') return 'lost'
    if (instead.D !== recorded.D) return instead.D > recorded.D ? 'worse' : 'nearer'
  } else if (instead.kind === 'delivered') return 'gained'
  return roundsAfter > 0 ? 'cheaper' : 'same'
}
