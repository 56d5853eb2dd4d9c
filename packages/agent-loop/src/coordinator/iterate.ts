import type { PayloadOf } from '@artoo/bus'
import type { LoopContracts, LoopResult } from '../messages/contracts.js'
import { wordsOn } from '../state/attested.js'
import { atomIn } from '../state/edits.js'
import { type GraphStanding, standingOf } from '../state/standing.js'
import type { HaltCode, StateFile } from '../state/state-file.js'
import { undoneIn, wholeCheck } from '../state/whole.js'
import { launch } from './batch.js'
import { decide } from './decide.js'
import { gateFault } from './gate.js'
import { nextStep } from './next-step.js'
import { prepare } from './prepare.js'
import { propose } from './propose.js'
import { nextTicket, type Transition } from './transition.js'

/** Takes the loop up, if the gate lets it. */
export function start(transition: Transition): void {
  const fault = gateFault(transition.loop)
  if (fault) {
    end(transition, 'halted', fault.code, fault.detail, fault.missing)
    return
  }
  transition.happen({ type: 'started' })
  heedDeadline(transition)
  prepare(transition, null)
}

/** By the wall clock, also while a person is waited for. Asked for again, it takes the place of the one before. */
export function heedDeadline(transition: Transition): void {
  const { deadline } = transition.loop.objective.constraints
  if (deadline === undefined) return
  transition.send({ type: 'TimerRequest', to: 'timer', payload: { key: 'deadline', until: Date.parse(deadline) } })
}

export function verify(transition: Transition): void {
  const check = wholeCheck(transition.loop)
  if (check === null) {
    end(transition, 'halted', 'internal_error', 'there is no base case')
    return
  }
  transition.phase = { name: 'verifying' }
  const due = transition.shape.isSplit ? standing(transition).due : []
  const checks = due.map((atom) => ({ atom, check: atomIn(transition.loop, atom).success_criteria }))
  const payload = { check, words: [...wordsOn(transition.loop)], due: checks }
  transition.send({ type: 'Verify', to: 'verifier', payload: { ticket: nextTicket(transition), ...payload } })
}

export function verdictGiven(
  transition: Transition,
  { ticket, proofs, ...verdict }: PayloadOf<LoopContracts, 'Verdict'>,
): void {
  if (transition.phase.name !== 'verifying' || ticket !== transition.ticket) return
  transition.happen({ type: 'verified', verdict })
  for (const { atom, fault } of proofs)
    transition.happen(fault === null ? { type: 'proved', atom } : { type: 'disproved', atom, reason: fault })
  transition.verified = transition.loop.head
  transition.next = 'decide'
}

const standing = ({ loop, shape }: Transition): GraphStanding => standingOf(loop, shape.order)

/** Observes what is wanted and what holds, and does the next thing. */
export function atDecisionPoint(transition: Transition, proposes: boolean): void {
  const decision = decide(transition.loop, () => standing(transition).unproved.length === 0)
  switch (decision) {
    case 'redirect':
      transition.phase = { name: 'redirecting', text: null, asked: 1, proposed: null }
      return
    case 'stop':
      end(transition, 'stopped', 'manual_stop', transition.loop.control.stop_reason)
      return
    case 'complete':
      end(transition, 'completed', 'base_case_satisfied', completion(transition.loop))
      return
    case 'continue':
      step(transition, proposes)
      return
    default:
      decision satisfies never
  }
}

/** The evidence, and what was planned and is not done. */
function completion(loop: StateFile): string {
  const undone = undoneIn(loop)
  const rest = undone.length === 0 ? '' : `. Not done: ${undone.join(', ')}`
  return `${loop.control.last_verdict?.evidence ?? ''}${rest}`
}

function step(transition: Transition, proposes: boolean): void {
  const { events, move } = nextStep(transition.loop, transition.shape, { proposes, at: transition.at })
  transition.happen(...events)
  const { iteration } = transition.loop.control
  const { max_iterations } = transition.loop.objective.constraints
  if (move.kind !== 'end' && move.kind !== 'verify' && iteration >= max_iterations) {
    end(transition, 'halted', 'iteration_limit', `${iteration} iterations of ${max_iterations}`)
    return
  }
  switch (move.kind) {
    case 'verify':
      verify(transition)
      return
    case 'launch':
      launch(transition, move.launches)
      return
    case 'split':
    case 'choose':
    case 'repair':
      propose(transition, move)
      return
    case 'backtrack':
      transition.phase = { name: 'reverting', target: move }
      transition.send({
        type: 'Revert',
        to: 'workspaces',
        payload: { ticket: nextTicket(transition), commits: [...move.commits] },
      })
      return
    case 'end':
      end(transition, 'halted', move.code, move.detail)
      return
    default:
      move satisfies never
  }
}

export function end(
  transition: Transition,
  status: 'ready' | 'stopped' | 'completed' | 'halted',
  code: HaltCode,
  detail: string | null,
  missing: readonly string[] = [],
): void {
  transition.happen({ type: 'ended', status, code, detail })
  leave(transition, missing)
}

/** The process leaves the loop as it stands. */
export function leave(transition: Transition, missing: readonly string[] = []): void {
  transition.phase = { name: 'over' }
  nextTicket(transition)
  transition.next = null
  transition.send({ type: 'LoopResult', to: 'host', payload: resultOf(transition.loop, missing) })
}

/** The status of a loop that no process runs. */
export function resultOf(state: StateFile, missing: readonly string[] = []): LoopResult {
  const { status, halt_code: code, halt_detail: detail } = state.control
  return { status, code, detail, missing: [...missing], undone: [...undoneIn(state)], state }
}
