import type { Decision, StopReason } from '@artoo/ggs'
import type { FinalResult } from '../messages/control.js'
import { oneLine } from '../one-line.js'

/** Why a task ended; a deadline that the user named is another matter than the host's time limit. */
export type Cause = StopReason | 'user_deadline'

const byReason = {
  accepted: [],
  absent: [],
  answered: [],
  converged: [
    'Read the unmet criteria and decide whether the answer is good enough.',
    'Ask again for the missing part alone.',
  ],
  budget: ['Give the task a larger time budget or more replans.', 'Split the request into smaller ones.'],
  diverging: [
    'State the request differently: each new plan moved further from it.',
    'Split the request into smaller ones.',
  ],
  replans_exhausted: ['Allow more replans.', 'Split the request into smaller ones.'],
  stalled: [
    'Provide another tool or another source: every known way has been tried.',
    'State the request differently.',
  ],
  aborted: [
    'Run the request again when ready; what was done so far is in the partial result.',
    'Ask only for what is still missing.',
  ],
  deadline: ['Give the task a larger time budget.', 'Split the request into smaller ones.'],
  user_deadline: ['Name a later time, or none, and run the request again.', 'Ask only for what is still missing.'],
  limit_reached: ['Raise the limit on model calls, tokens or cost.', 'Split the request into smaller ones.'],
  planning_failed: [
    'State the request more concretely: what should the result look like?',
    'Use a stronger model for planning.',
  ],
  infeasible: [
    'Give the agent the tools or the access that the summary says are missing.',
    'Ask for a part that can be done with what is there.',
  ],
  infrastructure: [
    "Check the model's provider: its status page, the key and quota, the address, the network.",
    'Run the request again when it answers, or with a model of another provider.',
  ],
  host_failed: [
    'Mend the part of the host program that the summary names, and run the request again.',
    'What was done so far is in the partial result.',
  ],
  role_failed: [
    'Look at the last model call in the journal: the model may be too weak for the role.',
    'Run the request again.',
  ],
} as const satisfies Record<Cause, readonly string[]>

interface Findings {
  readonly decision: Decision | null
  readonly refusal: string | null
  readonly actions: FinalResult['actions']
}

/** Two or three things to try next (roles v0.7, R2 graceful failure): what this task showed, then what its end suggests. */
export function nextMoves(reason: Cause, findings: Findings): readonly string[] {
  return [...specificMoves(reason, findings).slice(0, 1), ...byReason[reason]]
}

function specificMoves(reason: Cause, { decision, refusal, actions }: Findings): readonly string[] {
  if (reason === 'accepted' || reason === 'absent') return []
  const moves: string[] = []
  const isWork = reason !== 'infrastructure' && reason !== 'host_failed'
  if (isWork && refusal) moves.push('Confirm the irreversible action, or ask for a way without it.')
  const changed = actions.filter(({ what }) => what !== 'refused')
  if (changed.length > 0 && reason !== 'converged')
    moves.push(`Look at what was done and stays so: ${listed(changed)}.`)
  const target = decision?.blockedTargets.at(-1)
  if (isWork && target) moves.push(`Check ${oneLine(target.target, 200)}: ${target.tool} failed on it.`)
  if (isWork && decision?.failedCriterion) {
    moves.push(`Relax or clarify the criterion "${oneLine(decision.failedCriterion, 200)}".`)
  }
  return moves
}

/** The last few: what was done to whom. */
function listed(actions: FinalResult['actions']): string {
  const names = [...new Set(actions.map(({ tool, target }) => `${tool} ${oneLine(target ?? '', 80)}`.trim()))]
  const more = names.length - 3
  return names.slice(0, 3).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
