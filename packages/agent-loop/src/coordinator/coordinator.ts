import type { Decider, Incoming, InterruptReason } from '@artoo/runtime'
import { errorMessage } from '@artoo/spec'
import type { LoopContracts } from '../messages/contracts.js'
import { measureOf } from '../state/measure.js'
import { shapeOf } from '../state/shape.js'
import type { HaltCode, StateFile } from '../state/state-file.js'
import { agentReported, callOff, graceIsOver, integrated } from './batch.js'
import { changeFault } from './change-fault.js'
import { atDecisionPoint, end, leave, start, verdictGiven, verify } from './iterate.js'
import { prepare } from './prepare.js'
import type { ReviewCheck } from './proposals.js'
import { isAwaited, proposalFailed, proposed } from './propose.js'
import { cancel, changed, clarified, courseProposed, isAboutCourse, redirectAsked, wayIsClear } from './redirect.js'
import { type CoordinatorState, nextTicket, type Transition, taken } from './transition.js'

export interface CoordinatorOptions {
  /** The state as it was last written. */
  readonly state: StateFile
  /** There is a model that may propose. */
  readonly proposes: boolean
  readonly review: ReviewCheck
}

type Heard = Incoming<LoopContracts, 'coordinator'>
type Message<Type extends Heard['type']> = Extract<Heard, { type: Type }>

/**
 * Decides what is done next, and nothing else: observe, update, verify, decide, with a redirect before a stop, a stop before the
 * base case, and that before going on. Its state is the fold of what it commits.
 */
export function createCoordinator(
  options: CoordinatorOptions,
): Decider<LoopContracts, 'coordinator', CoordinatorState> {
  const { state: loop } = options
  const shape = shapeOf(loop)
  return {
    actor: 'coordinator',
    initial: {
      ...{ loop, shape, phase: { name: 'idle' }, waiting: [], isAtRest: false },
      ...{ measure: measureOf(loop, shape.weights), ticket: 0, verified: null, tokens: 0 },
    },
    decide(state, message) {
      if (state.phase.name === 'over') return [state, []]
      const at = new Date(message.at).toISOString()
      try {
        return taken(state, at, (transition) => heard(transition, message, options))
      } catch (error) {
        return taken(state, at, (transition) => end(transition, 'halted', 'internal_error', errorMessage(error)))
      }
    },
  }
}

function begun(
  transition: Transition,
  { change, word }: Message<'LoopBegun'>['payload'],
  options: CoordinatorOptions,
): void {
  if (word) {
    transition.isAtRest = true
    transition.happen({ type: 'attested', ...word })
    leave(transition)
    return
  }
  if (change === null) {
    start(transition)
    return
  }
  transition.isAtRest = true
  const fault = changeFault(transition.loop, change, options.review)
  if (fault !== null) {
    transition.send({ type: 'RedirectSettled', to: 'person', payload: { applied: false, refusal: fault } })
    leave(transition)
  } else if (transition.loop.head === null) changed(transition, { change, head: null, residual: [] }, options)
  else prepare(transition, change)
}

function heard(transition: Transition, message: Heard, options: CoordinatorOptions): void {
  hear(transition, message, options)
  while (transition.next !== null) {
    const { next } = transition
    transition.next = null
    if (transition.isAtRest || isStill(transition)) leave(transition)
    else if (next === 'verify') verify(transition)
    else atDecisionPoint(transition, options.proposes)
  }
}

/** One whose objective was changed waits until that is confirmed. */
const isStill = (transition: Transition): boolean => transition.loop.control.status === 'ready'

function hear(transition: Transition, message: Heard, options: CoordinatorOptions): void {
  switch (message.type) {
    case 'LoopBegun':
      begun(transition, message.payload, options)
      return
    case 'Prepared':
      prepared(transition, message.payload, options)
      return
    case 'AgentReport':
      agentReported(transition, message.payload)
      return
    case 'Integrated':
      integrated(transition, message.payload)
      return
    case 'Reverted':
      reverted(transition, message.payload, options)
      return
    case 'Verdict':
      verdictGiven(transition, message.payload)
      return
    case 'ModelReply':
      if (isAwaited(transition, message.payload.key)) proposed(transition, message.payload, options.review)
      else if (isAboutCourse(transition, message.payload.key)) courseProposed(transition, message.payload, options)
      return
    case 'ModelFailure':
      if (isAwaited(transition, message.payload.key)) proposalFailed(transition, message.payload.message)
      else if (isAboutCourse(transition, message.payload.key)) cancel(transition, message.payload.message, options)
      return
    case 'ClarificationAnswer':
      clarified(transition, message.payload, options)
      return
    case 'StopAsked':
      stopAsked(transition, message.payload.reason)
      return
    case 'TimerFired':
      if (message.payload.key === 'grace') graceEnded(transition)
      else interrupted(transition, { reason: 'deadline', message: 'the deadline that was agreed on has passed' })
      return
    case 'Spent':
      count(transition, message.payload.tokens)
      return
    case 'RedirectAsked':
      redirectAsked(transition, message.payload, options)
      return
    case 'RedirectCancelled':
      cancel(transition, null, options)
      return
    case 'Interrupt':
      interrupted(transition, message.payload)
      return
    case 'TaskStarted':
    case 'Waited':
      return
    default:
      message satisfies never
  }
}

function prepared(
  transition: Transition,
  { ticket, head }: Message<'Prepared'>['payload'],
  options: CoordinatorOptions,
): void {
  if (transition.phase.name !== 'preparing' || ticket !== transition.ticket) return
  if (head !== transition.loop.head) transition.happen({ type: 'stood', head })
  if (transition.phase.change) {
    wayIsClear(transition, transition.phase.change, options)
    return
  }
  transition.next = transition.loop.control.redirect_requested ? 'decide' : 'verify'
}

function reverted(
  transition: Transition,
  { ticket, head, residual }: Message<'Reverted'>['payload'],
  options: CoordinatorOptions,
): void {
  if (transition.phase.name !== 'reverting' || ticket !== transition.ticket) return
  const { target } = transition.phase
  if (target.kind === 'change') {
    changed(transition, { change: target.change, head, residual }, options)
    return
  }
  transition.happen({ type: 'iteration_began' })
  transition.happen({ type: 'backtracked', group: target.group, reason: target.reason, head, residual })
  transition.next = 'decide'
}

/** Takes effect at the next decision point; what is under way has its time until then. */
function stopAsked(transition: Transition, reason: string | null): void {
  transition.happen({ type: 'stop_requested', reason })
  if (transition.phase.name === 'idle') {
    end(transition, 'stopped', 'manual_stop', reason)
    return
  }
  const delayMs = transition.loop.objective.constraints.grace_ms
  transition.send({ type: 'TimerRequest', to: 'timer', payload: { key: 'grace', delayMs } })
}

function graceEnded(transition: Transition): void {
  switch (transition.phase.name) {
    case 'running':
      graceIsOver(transition)
      return
    case 'verifying':
    case 'proposing':
      nextTicket(transition)
      transition.next = 'decide'
      return
    case 'redirecting':
      end(transition, 'stopped', 'manual_stop', transition.loop.control.stop_reason)
      return
    case 'idle':
    case 'preparing':
    case 'reverting':
    case 'over':
      return
    default:
      transition.phase satisfies never
  }
}

/** @param tokens Of this run, so far. */
function count(transition: Transition, tokens: number): void {
  if (tokens <= transition.tokens) return
  transition.happen({ type: 'tokens_used', tokens: tokens - transition.tokens })
  transition.tokens = tokens
}

const endings = {
  aborted: ['stopped', 'manual_stop'],
  deadline: ['halted', 'budget_limit'],
  limit_reached: ['halted', 'budget_limit'],
  host_failed: ['halted', 'internal_error'],
  role_failed: ['halted', 'internal_error'],
  refused: ['halted', 'internal_error'],
} as const satisfies Record<InterruptReason, readonly ['stopped' | 'halted', HaltCode]>

function interrupted(transition: Transition, { reason, message }: Message<'Interrupt'>['payload']): void {
  if (transition.isAtRest) {
    leave(transition)
    return
  }
  const [status, code] = endings[reason]
  callOff(transition, Object.keys(transition.loop.in_flight), message, reason === 'aborted')
  end(transition, status, code, message)
}
