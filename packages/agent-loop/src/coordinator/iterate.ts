import type { PayloadOf } from '@artoo/bus'
import type { LoopContracts } from '../messages/contracts.js'
import { wordsOn } from '../state/attested.js'
import { atomIn } from '../state/edits.js'
import { type Standing, standingOf } from '../state/standing.js'
import type { HaltCode, StateFile } from '../state/state-file.js'
import { undoneIn, wholeCheck } from '../state/whole.js'
import { launch } from './batch.js'
import { decide } from './decide.js'
import { gateFault } from './gate.js'
import { nextStep } from './next-step.js'
import { prepare } from './prepare.js'
import { propose } from './propose.js'
import { nextTicket, type Turn } from './turn.js'

/** Takes the loop up, if the gate lets it. */
export function start(turn: Turn): void {
  const fault = gateFault(turn.loop)
  if (fault) {
    end(turn, 'halted', fault.code, fault.detail, fault.missing)
    return
  }
  turn.happen({ type: 'started' })
  heedDeadline(turn)
  prepare(turn, null)
}

/** By the wall clock, also while a person is waited for. Asked for again, it takes the place of the one before. */
export function heedDeadline(turn: Turn): void {
  const { deadline } = turn.loop.objective.constraints
  if (deadline === undefined) return
  turn.send({ type: 'TimerRequest', to: 'timer', payload: { key: 'deadline', until: Date.parse(deadline) } })
}

export function verify(turn: Turn): void {
  const check = wholeCheck(turn.loop)
  if (check === null) {
    end(turn, 'halted', 'internal_error', 'there is no base case')
    return
  }
  turn.phase = { name: 'verifying' }
  const due = turn.shape.isSplit ? standing(turn).due : []
  const checks = due.map((atom) => ({ atom, check: atomIn(turn.loop, atom).success_criteria }))
  const payload = { check, words: [...wordsOn(turn.loop)], due: checks }
  turn.send({ type: 'Verify', to: 'verifier', payload: { ticket: nextTicket(turn), ...payload } })
}

export function verdictGiven(turn: Turn, { ticket, proofs, ...verdict }: PayloadOf<LoopContracts, 'Verdict'>): void {
  if (turn.phase.name !== 'verifying' || ticket !== turn.ticket) return
  turn.happen({ type: 'verified', verdict })
  for (const { atom, fault } of proofs)
    turn.happen(fault === null ? { type: 'proved', atom } : { type: 'disproved', atom, reason: fault })
  turn.verified = turn.loop.head
  turn.next = 'decide'
}

const standing = ({ loop, shape }: Turn): Standing => standingOf(loop, shape.order)

/** Observes what is wanted and what holds, and does the next thing. */
export function atDecisionPoint(turn: Turn, proposes: boolean): void {
  const decision = decide(turn.loop, () => standing(turn).unproved.length === 0)
  switch (decision) {
    case 'redirect':
      turn.phase = { name: 'redirecting', text: null, rounds: 0, proposed: null }
      return
    case 'stop':
      end(turn, 'stopped', 'manual_stop', turn.loop.control.stop_reason)
      return
    case 'complete':
      end(turn, 'completed', 'base_case_satisfied', completion(turn.loop))
      return
    case 'continue':
      step(turn, proposes)
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

function step(turn: Turn, proposes: boolean): void {
  const { events, move } = nextStep(turn.loop, turn.shape, { proposes, at: turn.at })
  turn.happen(...events)
  const { iteration } = turn.loop.control
  const { max_iterations } = turn.loop.objective.constraints
  if (move.kind !== 'end' && move.kind !== 'verify' && iteration >= max_iterations) {
    end(turn, 'halted', 'iteration_limit', `${iteration} iterations of ${max_iterations}`)
    return
  }
  switch (move.kind) {
    case 'verify':
      verify(turn)
      return
    case 'launch':
      launch(turn, move.launches)
      return
    case 'split':
    case 'choose':
    case 'repair':
      propose(turn, move)
      return
    case 'backtrack':
      turn.phase = { name: 'reverting', target: move }
      turn.send({ type: 'Revert', to: 'workspaces', payload: { ticket: nextTicket(turn), commits: [...move.commits] } })
      return
    case 'end':
      end(turn, 'halted', move.code, move.detail)
      return
    default:
      move satisfies never
  }
}

export function end(
  turn: Turn,
  status: 'ready' | 'stopped' | 'completed' | 'halted',
  code: HaltCode,
  detail: string | null,
  missing: readonly string[] = [],
): void {
  turn.happen({ type: 'ended', status, code, detail })
  leave(turn, missing)
}

/** The process leaves the loop as it stands. */
export function leave(turn: Turn, missing: readonly string[] = []): void {
  const { status, halt_code: code, halt_detail: detail } = turn.loop.control
  turn.phase = { name: 'over' }
  nextTicket(turn)
  turn.next = null
  const undone = [...undoneIn(turn.loop)]
  const payload = { status, code, detail, missing: [...missing], undone, state: turn.loop }
  turn.send({ type: 'LoopResult', to: 'host', payload })
}
