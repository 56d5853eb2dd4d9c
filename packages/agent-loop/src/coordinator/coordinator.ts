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
import { type CoordinatorState, nextTicket, type Turn, taken } from './turn.js'

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
        return taken(state, at, (turn) => heard(turn, message, options))
      } catch (error) {
        return taken(state, at, (turn) => end(turn, 'halted', 'internal_error', errorMessage(error)))
      }
    },
  }
}

function begun(turn: Turn, { change, word }: Message<'LoopBegun'>['payload'], options: CoordinatorOptions): void {
  if (word) {
    turn.isAtRest = true
    turn.happen({ type: 'attested', ...word })
    leave(turn)
    return
  }
  if (change === null) {
    start(turn)
    return
  }
  turn.isAtRest = true
  const fault = changeFault(turn.loop, change, options.review)
  if (fault !== null) {
    turn.send({ type: 'RedirectSettled', to: 'person', payload: { applied: false, refusal: fault } })
    leave(turn)
  } else if (turn.loop.head === null) changed(turn, { change, head: null, residual: [] }, options)
  else prepare(turn, change)
}

function heard(turn: Turn, message: Heard, options: CoordinatorOptions): void {
  hear(turn, message, options)
  while (turn.next !== null) {
    const { next } = turn
    turn.next = null
    if (turn.isAtRest || isStill(turn)) leave(turn)
    else if (next === 'verify') verify(turn)
    else atDecisionPoint(turn, options.proposes)
  }
}

/** One whose objective was changed waits until that is confirmed. */
const isStill = (turn: Turn): boolean => turn.loop.control.status === 'ready'

function hear(turn: Turn, message: Heard, options: CoordinatorOptions): void {
  switch (message.type) {
    case 'LoopBegun':
      begun(turn, message.payload, options)
      return
    case 'Prepared':
      prepared(turn, message.payload, options)
      return
    case 'AgentReport':
      agentReported(turn, message.payload)
      return
    case 'Integrated':
      integrated(turn, message.payload)
      return
    case 'Reverted':
      reverted(turn, message.payload, options)
      return
    case 'Verdict':
      verdictGiven(turn, message.payload)
      return
    case 'ModelReply':
      if (isAwaited(turn, message.payload.key)) proposed(turn, message.payload, options.review)
      else if (isAboutCourse(turn, message.payload.key)) courseProposed(turn, message.payload, options)
      return
    case 'ModelFailure':
      if (isAwaited(turn, message.payload.key)) proposalFailed(turn, message.payload.message)
      else if (isAboutCourse(turn, message.payload.key)) cancel(turn, message.payload.message, options)
      return
    case 'ClarificationAnswer':
      clarified(turn, message.payload, options)
      return
    case 'StopAsked':
      stopAsked(turn, message.payload.reason)
      return
    case 'TimerFired':
      if (message.payload.key === 'grace') graceEnded(turn)
      else interrupted(turn, { reason: 'deadline', message: 'the deadline that was agreed on has passed' })
      return
    case 'Spent':
      count(turn, message.payload.tokens)
      return
    case 'RedirectAsked':
      redirectAsked(turn, message.payload, options)
      return
    case 'RedirectCancelled':
      cancel(turn, null, options)
      return
    case 'Interrupt':
      interrupted(turn, message.payload)
      return
    case 'TaskStarted':
    case 'Waited':
      return
    default:
      message satisfies never
  }
}

function prepared(turn: Turn, { ticket, head }: Message<'Prepared'>['payload'], options: CoordinatorOptions): void {
  if (turn.phase.name !== 'preparing' || ticket !== turn.ticket) return
  if (head !== turn.loop.head) turn.happen({ type: 'stood', head })
  if (turn.phase.change) {
    wayIsClear(turn, turn.phase.change, options)
    return
  }
  turn.next = turn.loop.control.redirect_requested ? 'decide' : 'verify'
}

function reverted(
  turn: Turn,
  { ticket, head, residual }: Message<'Reverted'>['payload'],
  options: CoordinatorOptions,
): void {
  if (turn.phase.name !== 'reverting' || ticket !== turn.ticket) return
  const { target } = turn.phase
  if (target.kind === 'change') {
    changed(turn, { change: target.change, head, residual }, options)
    return
  }
  turn.happen({ type: 'iteration_began' })
  turn.happen({ type: 'backtracked', group: target.group, reason: target.reason, head, residual })
  turn.next = 'decide'
}

/** Takes effect at the next decision point; what is under way has its time until then. */
function stopAsked(turn: Turn, reason: string | null): void {
  turn.happen({ type: 'stop_requested', reason })
  if (turn.phase.name === 'idle') {
    end(turn, 'stopped', 'manual_stop', reason)
    return
  }
  const delayMs = turn.loop.objective.constraints.grace_ms
  turn.send({ type: 'TimerRequest', to: 'timer', payload: { key: 'grace', delayMs } })
}

function graceEnded(turn: Turn): void {
  switch (turn.phase.name) {
    case 'running':
      graceIsOver(turn)
      return
    case 'verifying':
    case 'proposing':
      nextTicket(turn)
      turn.next = 'decide'
      return
    case 'redirecting':
      end(turn, 'stopped', 'manual_stop', turn.loop.control.stop_reason)
      return
    case 'idle':
    case 'preparing':
    case 'reverting':
    case 'over':
      return
    default:
      turn.phase satisfies never
  }
}

/** @param tokens Of this run, so far. */
function count(turn: Turn, tokens: number): void {
  if (tokens <= turn.tokens) return
  turn.happen({ type: 'tokens_used', tokens: tokens - turn.tokens })
  turn.tokens = tokens
}

const endings = {
  aborted: ['stopped', 'manual_stop'],
  deadline: ['halted', 'budget_limit'],
  limit_reached: ['halted', 'budget_limit'],
  host_failed: ['halted', 'internal_error'],
  role_failed: ['halted', 'internal_error'],
} as const satisfies Record<InterruptReason, readonly ['stopped' | 'halted', HaltCode]>

function interrupted(turn: Turn, { reason, message }: Message<'Interrupt'>['payload']): void {
  if (turn.isAtRest) {
    leave(turn)
    return
  }
  const [status, code] = endings[reason]
  callOff(turn, Object.keys(turn.loop.in_flight), message, reason === 'aborted')
  end(turn, status, code, message)
}
