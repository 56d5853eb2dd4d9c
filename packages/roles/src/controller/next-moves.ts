import type { Decision, StopReason } from '@artoo/ggs'

/** Why a task ended; a deadline that the user named is another matter than the host's time limit. */
export type Cause = StopReason | 'user_deadline'

const byReason = {
  accepted: [],
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

/** Two or three things to try next (roles v0.7, R2 graceful failure): what this task showed, then what its end suggests. */
export function nextMoves(reason: Cause, decision: Decision | null, refusal: string | null): readonly string[] {
  if (reason === 'infrastructure' || reason === 'host_failed') return byReason[reason]
  const specific: string[] = []
  if (refusal) specific.push('Confirm the irreversible action, or ask for a way without it.')
  const target = decision?.blockedTargets.at(-1)
  if (target && !refusal) specific.push(`Check ${target.target}: ${target.tool} failed on it.`)
  if (decision?.failedCriterion) specific.push(`Relax or clarify the criterion "${decision.failedCriterion}".`)
  return reason === 'accepted' ? [] : [...specific.slice(0, 1), ...byReason[reason]]
}
