import { decide } from '../decide/decide.js'
import type { Decision } from '../decide/decision.js'
import { conditions, unmet } from '../decide/success.js'
import { nextPlan } from '../phi/next-plan.js'
import type { RecoveryKind, Trigger } from '../protocol/log-event.js'
import { protocol } from '../protocol/thresholds.js'
import { clarify } from './clarify.js'
import { deploy } from './deploy.js'
import { end } from './end.js'
import { focusOf } from './focus.js'
import { judged } from './rulings.js'
import type { Message, Turn } from './turn.js'

/** All agents of a batch were heard. */
export function batchEnded(turn: Turn): void {
  if (turn.waiting === 'resolver') {
    judged(turn)
    return
  }
  const isLast = turn.batch + 1 >= (turn.plan?.batches.length ?? 0)
  const urgent = decide(turn.session, { midway: true, order: turn.order })
  const waits = urgent?.action === 'recover' && urgent.kind === 'restore_confidence' && isExploring(turn)
  if (urgent && !waits) {
    follow(turn, urgent)
    return
  }
  if (!isLast) {
    turn.batch++
    turn.next = 'launch'
    return
  }
  iterationEnded(turn)
}

/**
 * True while the confidence of the first few agents, or about an unclear problem, is too early to count as collapsed.
 */
const isExploring = ({ plan, batch }: Turn) =>
  plan !== null && (plan.clarifies || plan.batches.slice(batch + 1).some(({ phase }) => phase === 'EXPLORATION'))

function iterationEnded(turn: Turn): void {
  const { session, plan } = turn
  turn.happen({ type: 'iteration_ended', iteration: session.iteration })
  if (plan?.clarifies) {
    clarify(turn)
    return
  }
  const decision = decide(turn.session, { order: turn.order })
  follow(turn, decision)
}

function follow(turn: Turn, decision: Decision): void {
  switch (decision.action) {
    case 'end':
      end(turn, decision)
      return
    case 'recover':
      recover(turn, decision.kind, decision.why)
      return
    case 'deploy_more':
    case 'continue':
      another(turn, decision.trigger, null, decision.why)
      return
    default:
      decision satisfies never
  }
}

function recover(turn: Turn, kind: RecoveryKind, why: string): void {
  turn.happen({ type: 'recovery', kind, detail: why })
  if (kind !== 'resolve_contradictions') {
    another(turn, 'recovery', kind, why)
    return
  }
  turn.happen({ type: 'escalated', from: 'peer', to: 'tier', agent: null, reason: why })
  turn.waiting = 'resolver'
  deploy(turn, turn.session.removed.includes(50) ? [] : [50], turn.batch)
}

/** Another iteration, for a reason: at the end of one, or in its midst. */
function another(turn: Turn, trigger: Trigger, kind: RecoveryKind | null, why: string): void {
  const { iteration, iterations } = turn.session
  // A recovery may cut an iteration short: it is over all the same, and may have been the last.
  if (iterations.length < iteration) turn.happen({ type: 'iteration_ended', iteration })
  const { session } = turn
  if (session.iteration >= protocol.maxIterations) {
    end(turn, { status: null, code: 'resource', why: `iteration ${session.iteration} was the last: ${why}` })
    return
  }
  if (trigger !== 'recovery' && lacksOnlyAnotherKind(turn)) {
    const remedy = 'give a second family of models, a check, or an agent that computes'
    end(turn, { status: null, code: 'exhausted', why: `${unmet(session)}; all agents are of one kind: ${remedy}` })
    return
  }
  const { classification } = session.problem
  const planFor = (reason: Trigger) => classification && nextPlan({ ...session, classification, trigger: reason, kind })
  // When no agent is left who could raise the confidence of a claim, a gap may still be filled.
  const next = planFor(trigger) ?? (trigger === 'recovery' ? null : planFor('gap'))
  if (!next) {
    const missing = unmet(session) || why
    end(turn, { status: null, code: 'exhausted', why: `${missing}; nobody is left whom it would help to send` })
    return
  }
  turn.happen({
    ...{ type: 'planned', iteration: session.iteration + 1, trigger, focus: focusOf(session, trigger, kind) },
    ...{ batches: next.batches, dropped: next.dropped, waived: next.waived },
  })
  turn.plan = next
  turn.batch = 0
  turn.waiting = 'agents'
  turn.next = 'launch'
}

/** More voices of one family, without a check, are no independent ones, however many are sent. */
function lacksOnlyAnotherKind({ session, families, checks }: Turn): boolean {
  const failing = conditions(session).filter(({ holds }) => !holds)
  if (failing.length === 0 || failing.some(({ name }) => name !== 'independent_voices')) return false
  const sent = Object.entries(families).filter(([agent]) => Number(agent) <= 46)
  return checks.length === 0 && new Set(sent.map(([, family]) => family)).size === 1
}

export function interrupted(turn: Turn, { reason, message }: Message<'Interrupt'>['payload']): void {
  const kinds = {
    aborted: 'user',
    deadline: 'deadline',
    limit_reached: 'limit',
    host_failed: 'error',
    role_failed: 'error',
    refused: 'error',
  } as const
  turn.happen({ type: 'aborted', reason: kinds[reason], message })
  const decision = decide(turn.session, { order: turn.order })
  end(turn, decision.action === 'end' ? decision : { status: 'FAILURE', code: 'abort', why: message })
}
