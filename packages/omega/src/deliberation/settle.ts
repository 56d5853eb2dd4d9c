import { decide } from '../decide/decide.js'
import type { PhiDecision } from '../decide/decision.js'
import { conditions, unmet } from '../decide/success.js'
import { nextPlan } from '../phi/next-plan.js'
import type { RecoveryKind, Trigger } from '../protocol/log-event.js'
import { protocol } from '../protocol/thresholds.js'
import { clarify } from './clarify.js'
import { deploy } from './deploy.js'
import { end } from './end.js'
import { focusOf } from './focus.js'
import { judged } from './rulings.js'
import type { Received, Transition } from './transition.js'

/** All agents of a batch were heard. */
export function batchEnded(transition: Transition): void {
  if (transition.waiting === 'resolver') {
    judged(transition)
    return
  }
  const isLast = transition.batch + 1 >= (transition.plan?.batches.length ?? 0)
  const urgent = decide(transition.session, { midway: true, order: transition.order })
  const waits = urgent?.action === 'recover' && urgent.kind === 'restore_confidence' && isExploring(transition)
  if (urgent && !waits) {
    follow(transition, urgent)
    return
  }
  if (!isLast) {
    transition.batch++
    transition.next = 'launch'
    return
  }
  iterationEnded(transition)
}

/**
 * True while the confidence of the first few agents, or about an unclear problem, is too early to count as collapsed.
 */
const isExploring = ({ plan, batch }: Transition) =>
  plan !== null && (plan.clarifies || plan.batches.slice(batch + 1).some(({ phase }) => phase === 'EXPLORATION'))

function iterationEnded(transition: Transition): void {
  const { session, plan } = transition
  transition.happen({ type: 'iteration_ended', iteration: session.iteration })
  if (plan?.clarifies) {
    clarify(transition)
    return
  }
  const decision = decide(transition.session, { order: transition.order })
  follow(transition, decision)
}

function follow(transition: Transition, decision: PhiDecision): void {
  switch (decision.action) {
    case 'end':
      end(transition, decision)
      return
    case 'recover':
      recover(transition, decision.kind, decision.why)
      return
    case 'deploy_more':
    case 'continue':
      another(transition, decision.trigger, null, decision.why)
      return
    default:
      decision satisfies never
  }
}

function recover(transition: Transition, kind: RecoveryKind, why: string): void {
  transition.happen({ type: 'recovery', kind, detail: why })
  if (kind !== 'resolve_contradictions') {
    another(transition, 'recovery', kind, why)
    return
  }
  transition.happen({ type: 'escalated', from: 'peer', to: 'tier', agent: null, reason: why })
  transition.waiting = 'resolver'
  deploy(transition, transition.session.removed.includes(50) ? [] : [50], transition.batch)
}

/** Another iteration, for a reason: at the end of one, or in its midst. */
function another(transition: Transition, trigger: Trigger, kind: RecoveryKind | null, why: string): void {
  const { iteration, iterations } = transition.session
  // A recovery may cut an iteration short: it is over all the same, and may have been the last.
  if (iterations.length < iteration) transition.happen({ type: 'iteration_ended', iteration })
  const { session } = transition
  if (session.iteration >= protocol.maxIterations) {
    end(transition, { status: null, code: 'resource', why: `iteration ${session.iteration} was the last: ${why}` })
    return
  }
  if (trigger !== 'recovery' && lacksOnlyAnotherKind(transition)) {
    const remedy = 'give a second family of models, a check, or an agent that computes'
    end(transition, {
      status: null,
      code: 'exhausted',
      why: `${unmet(session)}; all agents are of one kind: ${remedy}`,
    })
    return
  }
  const { classification } = session.problem
  const planFor = (reason: Trigger) => classification && nextPlan({ ...session, classification, trigger: reason, kind })
  // When no agent is left who could raise the confidence of a claim, a gap may still be filled.
  const next = planFor(trigger) ?? (trigger === 'recovery' ? null : planFor('gap'))
  if (!next) {
    const missing = unmet(session) || why
    end(transition, { status: null, code: 'exhausted', why: `${missing}; nobody is left whom it would help to send` })
    return
  }
  transition.happen({
    ...{ type: 'planned', iteration: session.iteration + 1, trigger, focus: focusOf(session, trigger, kind) },
    ...{ batches: next.batches, dropped: next.dropped, waived: next.waived },
  })
  transition.plan = next
  transition.batch = 0
  transition.waiting = 'agents'
  transition.next = 'launch'
}

/** More voices of one family, without a check, are no independent ones, however many are sent. */
function lacksOnlyAnotherKind({ session, families, checks }: Transition): boolean {
  const failing = conditions(session).filter(({ holds }) => !holds)
  if (failing.length === 0 || failing.some(({ name }) => name !== 'independent_voices')) return false
  const sent = Object.entries(families).filter(([agent]) => Number(agent) <= 46)
  return checks.length === 0 && new Set(sent.map(([, family]) => family)).size === 1
}

export function interrupted(transition: Transition, { reason, message }: Received<'Interrupt'>['payload']): void {
  const kinds = {
    aborted: 'user',
    deadline: 'deadline',
    limit_reached: 'limit',
    host_failed: 'error',
    role_failed: 'error',
    refused: 'error',
  } as const
  transition.happen({ type: 'aborted', reason: kinds[reason], message })
  const decision = decide(transition.session, { order: transition.order })
  end(transition, decision.action === 'end' ? decision : { status: 'FAILURE', code: 'abort', why: message })
}
