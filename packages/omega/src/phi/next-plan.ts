import type { IterationPlan } from '../protocol/batch.js'
import { type FollowUp, unresolved } from './follow-up.js'
import { followUpRules } from './follow-up-rules.js'
import { inLevels } from './levels.js'
import { plan, planOf } from './plan.js'
import { clarity, forbidding, isIn, mandatory } from './priorities.js'

/**
 * The plan of a later iteration (section 1.3.4); null when its trigger calls for nobody who is left.
 *
 * It halts: whatever the triggers, only finitely many plans can be made in a session. `first` and `clarified` are
 * answered once each. A recovery is answered at most twice for each of its five kinds. Every other plan sends at least
 * one agent up to 47 (46 aside) that was heard fewer than `followUp.runs` times. Unless one of those few recoveries
 * comes between, it ends in a message, which is counted, or in a failure, and who fails three times in a row is
 * removed. So the runs that are left shrink.
 */
export function nextPlan(given: FollowUp): IterationPlan | null {
  const { trigger, classification, deployed, removed } = given
  if (trigger === 'first') return deployed.length === 0 ? plan(classification, { exclude: removed }) : null
  if (trigger === 'clarified') return clarified(given)

  const called = followUpRules[trigger](given)
  if (called.length === 0) return null
  const agents = [...called, ...ending(given, called)].filter((id) => !removed.includes(id))
  // A conflict is settled first, so that the others know the result when they run again.
  const leads = trigger === 'conflict' && agents.includes(50)
  const batches = leads
    ? [{ phase: 'SYNTHESIS' as const, agents: [50] }, ...inLevels(agents.filter((id) => id !== 50))]
    : inLevels(agents)
  return planOf(batches, { classification, deployed })
}

/** One round: what is still unclear then is worked on in the reading that there is. */
function clarified({ classification, deployed, removed, messages }: FollowUp): IterationPlan | null {
  const asked: readonly number[] = [...clarity.first, ...clarity.review, ...mandatory]
  const judged = messages.filter(({ header }) => header.agentId === 52).length
  if (judged > 1 || deployed.some((id) => !asked.includes(id))) return null
  return plan({ ...classification, wellDefined: true }, { exclude: removed })
}

/** The agents that end an iteration. */
function ending(given: FollowUp, called: readonly number[]): readonly number[] {
  // While contradictions halt everything else, they are settled and the answer is written anew, no more.
  if (given.trigger === 'recovery' && given.kind === 'resolve_contradictions') return [51, ...mandatory]
  const heard = unheard(given)
  const attacked = [...called, ...heard].some((id) => isIn('ADVERSARY', id))
  const unsettled = given.trigger === 'conflict' || unresolved(given).length > 0
  return [...heard, ...(attacked ? [46] : []), 49, ...(unsettled ? [50] : []), 51, ...mandatory]
}

/**
 * Attackers without whose word there is no success, and who haven't given it or have forbidden it: they look at what
 * is new, or else a gap that was filled would count as open for ever.
 */
function unheard({ messages }: FollowUp): readonly number[] {
  return forbidding
    .filter(({ agent, verdict }) => {
      const last = messages.findLast(({ header }) => header.agentId === agent)
      return last === undefined || last.summary.native === verdict
    })
    .map(({ agent }) => agent)
}
