import { type Decision, stopReasonMeanings } from '@artoo/ggs'
import type { FinalResult } from '../messages/control.js'
import type { OutcomeSummary, ReplanRequest } from '../messages/outcome.js'
import { type Cause, nextMoves } from './next-moves.js'

/** What one subtask gave. */
export interface Part {
  readonly intent: string
  readonly output: string
}

type Measured = Pick<FinalResult, 'loss' | 'gradient' | 'replans'>

/** The meta-validator accepted: every criterion passed. */
export function accepted(decision: Decision, round: OutcomeSummary, actions: FinalResult['actions']): FinalResult {
  return {
    directive: 'accept',
    reason: 'accepted',
    summary: stopReasonMeanings.accepted,
    output: round.output,
    partial: null,
    unmet: [],
    criteria: criteriaOf(round),
    actions,
    nextMoves: [],
    ...measured(decision),
  }
}

/** Close enough (D ≤ δ): delivered with every unmet criterion named, so that nobody takes it for complete (Law 0). */
export function converged(
  decision: Decision,
  round: ReplanRequest,
  refusal: string | null,
  actions: FinalResult['actions'],
): FinalResult {
  const unmet = unmetBy(round)
  const summary = `${stopReasonMeanings.converged} Not met: ${unmet.join('; ')}`
  return {
    directive: 'success',
    reason: 'converged',
    summary: [refusal, summary].filter(Boolean).join(' '),
    output: round.output ?? joined([...round.kept, ...round.outcomes].filter((outcome) => outcome.output !== '')),
    partial: null,
    unmet,
    criteria: criteriaOf(round),
    actions,
    nextMoves: [...nextMoves('converged', decision, refusal)],
    ...measured(decision),
  }
}

export interface Ending {
  readonly reason: Cause
  readonly detail: string
  /** The matched outputs to hand over. */
  readonly parts: readonly Part[]
  readonly measured: Measured
  readonly decision: Decision | null
  readonly round: ReplanRequest | null
  /** The last Law 1 refusal that a subtask failed of, in whichever round: the summary begins with it (paper 9). */
  readonly refusal: string | null
  readonly actions: FinalResult['actions']
}

/** Not a blank page: what was reached, what is missing, what to try next. */
export function abandoned(ending: Ending): FinalResult {
  const { reason: cause, detail, parts, measured, decision, round, refusal, actions } = ending
  const reason = cause === 'user_deadline' ? 'deadline' : cause
  const summary = [refusal, stopReasonMeanings[reason], detail].filter(Boolean).join(' ')
  return {
    directive: 'abandon',
    reason,
    summary,
    output: null,
    partial: joined(parts),
    unmet: round ? unmetBy(round) : [],
    criteria: round ? criteriaOf(round) : [],
    actions,
    nextMoves: [...nextMoves(cause, decision, refusal)],
    ...measured,
  }
}

export function measured({ loss, gradient, replans }: Decision): Measured {
  const { D, P, Omega, L } = loss
  return { loss: { D, P, Omega, L }, gradient, replans }
}

/** Those of the task first. */
function criteriaOf({ kept, outcomes, taskVerdicts }: OutcomeSummary | ReplanRequest): FinalResult['criteria'] {
  return [...taskVerdicts, ...[...kept, ...outcomes].flatMap(({ verdicts }) => verdicts)]
}

function unmetBy({ outcomes, taskVerdicts }: ReplanRequest): string[] {
  const failedOutcomes = outcomes.filter((outcome) => outcome.status === 'failed')
  const ofSubtasks = failedOutcomes.flatMap(({ intent, verdicts, failureReason }) => {
    const failed = verdicts.filter((verdict) => verdict.verdict === 'fail')
    return failed.length > 0 ? failed.map((verdict) => verdict.criterion) : [`${intent} (${failureReason})`]
  })
  const ofTask = taskVerdicts.filter((verdict) => verdict.verdict === 'fail').map((verdict) => verdict.criterion)
  return [...new Set([...ofSubtasks, ...ofTask])]
}

function joined(parts: readonly Part[]): string | null {
  if (parts.length === 0) return null
  if (parts.length === 1) return parts[0]?.output ?? null
  return parts.map(({ intent, output }) => `${intent}\n${output}`).join('\n\n')
}
