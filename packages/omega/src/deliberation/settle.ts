import { decide, ended } from '../decide/decide.js'
import type { Prospect } from '../decide/expected-change.js'
import { statusOf } from '../decide/status.js'
import { dealt } from '../plan/deal.js'
import { nextPlan } from '../plan/plan.js'
import type { AgentBatch } from '../protocol/batch.js'
import { clarify, isClarifying } from './clarify.js'
import { end } from './end.js'
import type { Received, Transition } from './transition.js'

/** All agents of a batch were heard. */
export function batchEnded(transition: Transition): void {
  const { session } = transition
  const rest = session.batches.slice(session.batch + 1)
  const decision = decide(session, prospectsIn(transition, rest))
  if (decision.action === 'end') end(transition, decision)
  else if (decision.action === 'spare') spare(transition, rest, decision.why)
  else if (rest.length > 0) proceed(transition, session.batches, session.batch + 1)
  else iterationEnded(transition)
}

/** The agents of these batches whose words weigh. */
function prospectsIn(
  { roster, speakers, session, checks }: Transition,
  batches: readonly AgentBatch[],
): readonly Prospect[] {
  const sent = [...session.deployed]
  return batches
    .flatMap(({ agents }) => agents)
    .flatMap((agent) => {
      const { tier, sumsUp } = roster.card(agent)
      const { family } = dealt(agent, sent, speakers, roster)
      sent.push(agent)
      const weighs = tier === 'GENESIS' || tier === 'VERIFICATION' || tier === 'ADVERSARY'
      const canRefute = tier !== 'GENESIS' && checks.length > 0
      return weighs && !sumsUp ? [{ agent, tier, family, canRefute }] : []
    })
}

/** Ends the evidence: only those are still sent who write the answer. */
function spare(transition: Transition, rest: readonly AgentBatch[], why: string): void {
  const { roster, session } = transition
  const writes = (agent: number) => roster.card(agent).parts.includes('synthesis')
  const agents = rest.flatMap((batch) => batch.agents)
  transition.happen({ type: 'spared', agents: agents.filter((agent) => !writes(agent)), why })
  const written = rest.map((batch) => ({ ...batch, agents: batch.agents.filter(writes) }))
  const batches = written.filter((batch) => batch.agents.length > 0)
  if (batches.length > 0)
    proceed(transition, [...session.batches.slice(0, session.batch + 1), ...batches], session.batch + 1)
  else end(transition, ended(session, 'decided', why))
}

function proceed(transition: Transition, batches: readonly AgentBatch[], batch: number): void {
  transition.happen({ type: 'advanced', batches, batch })
  transition.waiting = 'agents'
  transition.next = 'launch'
}

function iterationEnded(transition: Transition): void {
  const { iteration } = transition.session
  if (isClarifying(transition)) {
    clarify(transition)
    return
  }
  transition.happen({ type: 'iteration_ended', iteration })
  const { session } = transition
  const { classification } = session.problem
  const { status, why } = statusOf(session)
  const next = classification && nextPlan(classification, transition, session.deployed)
  const hope = next ? prospectsIn(transition, next.batches) : []
  const isSettled = session.profile === 'paper' ? status === 'SUCCESS' : decide(session, hope).action === 'spare'
  const isLast = iteration - Number(session.problem.clarified !== null) >= session.limits.iterations
  const isOver = isLast || !next || hope.length === 0
  if (isSettled || (isOver && status === 'SUCCESS')) end(transition, { status, code: 'decided', why })
  else if (isLast) {
    end(transition, { status, code: 'exhausted', why: `iteration ${iteration} was the last; ${why}` })
  } else if (!next || hope.length === 0) {
    end(transition, { status, code: 'exhausted', why: `everybody who could help was heard; ${why}` })
  } else {
    const { batches } = next
    transition.happen({ type: 'planned', iteration: iteration + 1, trigger: 'undecided', batches })
    transition.next = 'launch'
  }
}

const interruptions = {
  aborted: 'user',
  deadline: 'deadline',
  limit_reached: 'limit',
  host_failed: 'error',
  role_failed: 'error',
  refused: 'error',
} as const

export function interrupted(transition: Transition, { reason, message }: Received<'Interrupt'>['payload']): void {
  transition.happen({ type: 'aborted', reason: interruptions[reason], message })
  const decision = decide(transition.session, [])
  if (decision.action === 'end') end(transition, decision)
}
