import { openCalls, type ToolCallRecord, type ToolTurn } from '@artoo/runtime'
import type { Incoming } from '../messages/contracts.js'
import { foundBy } from './found.js'
import type { Failure, State } from './state.js'

export function tooLate(turn: ToolTurn): Failure {
  const open = new Set(openCalls(turn).map(({ name }) => name))
  const unknown = open.size > 0 ? `; what became of the calls of ${[...open].join(', ')} is not known` : ''
  return { code: 'deadline', reason: `the deadline of the subtask passed${unknown}` }
}

/** Whether all turns are used up; false where there were no turns from the start. */
export const isOutOfTurns = (state: State) => state.mostTurns > 0 && turnsLeft(state) === 0

export const turnsLeft = ({ turns, mostTurns }: State) => mostTurns - turns

export function outOfTurns({ mostTurns, records }: State, why: string, words = ''): Failure {
  const reason = `no result after ${mostTurns} tool turns${why === '' ? '' : `: ${why}`}`
  return { code: 'tool_turns_exhausted', reason, output: foundBy(records, words) }
}

/** Calls after the last turn, when no tool is offered, are not a report. */
export function failureOf(
  state: State,
  { code, message: reason, infrastructure }: Extract<Incoming<'R3'>, { type: 'ModelFailure' }>['payload'],
): Failure {
  return code === 'invalid_output' && isOutOfTurns(state) ? outOfTurns(state, reason) : { code, reason, infrastructure }
}

export function refusalIn(records: readonly ToolCallRecord[]): string | null {
  return records.find(({ code }) => code === 'law1_refused' || code === 'invalid_answer')?.output ?? null
}

/** The failure of an attempt; a refusal that it found no way around is why it failed. */
export function withRefusal(failure: Failure, refusal: string | null, records: readonly ToolCallRecord[]): Failure {
  const isOutOfTurns = failure.code === 'tool_turns_exhausted'
  const isOwn = failure.code === 'infeasible' || (isOutOfTurns && refusalIn(records.slice(-1)) !== null)
  return refusal !== null && isOwn
    ? { ...failure, code: 'law1_refused', reason: `${refusal} ${failure.reason}` }
    : failure
}
