import { type Decision, stopReasonMeanings } from '@artoo/ggs'
import type { FinalResult } from '../messages/control.js'
import type { OutcomeSummary, Progress, ReplanRequest } from '../messages/outcome.js'
import { standing } from '../standing.js'
import { type Cause, nextMoves } from './next-moves.js'

/** What one subtask gave. */
export interface Part {
  readonly intent: string
  readonly output: string
}

type Measured = Pick<FinalResult, 'loss' | 'gradient' | 'replans'>

/** What every result tells, however the task ended. */
export type Account = Pick<FinalResult, 'actions' | 'usage' | 'rounds' | 'elapsedMs'>

/** What was reached when a task ends: the last round, or as much of it as there was. */
export interface Reached extends Pick<ReplanRequest, 'taskVerdicts'> {
  readonly kept: readonly Progress[]
  readonly outcomes: readonly Progress[]
}

/** The meta-validator accepted: every criterion passed, or speaks of something that there is not. */
export function accepted(decision: Decision, round: OutcomeSummary, account: Account): FinalResult {
  const reason = round.taskVerdicts.some(({ verdict }) => verdict === 'absent') ? 'absent' : 'accepted'
  return {
    directive: 'accept',
    reason,
    summary: stopReasonMeanings[reason],
    output: round.output,
    partial: null,
    unmet: [],
    criteria: criteriaOf(round),
    nextMoves: [],
    ...measured(decision),
    ...account,
  }
}

/** What needed no tool, answered at once. */
export function answered(output: string, measured: Measured, account: Account): FinalResult {
  return {
    directive: 'success',
    reason: 'answered',
    summary: stopReasonMeanings.answered,
    output,
    partial: null,
    unmet: [],
    criteria: [],
    nextMoves: [],
    ...measured,
    ...account,
  }
}

interface Convergence {
  readonly decision: Decision
  readonly round: ReplanRequest
  /** The last round, which need not be the one that is delivered. */
  readonly last: ReplanRequest
  readonly refusal: string | null
  /** Whether an output has the form that was asked for. */
  readonly isDeliverable: (output: string) => boolean
}

/** Close enough (D ≤ δ): delivered with every unmet criterion named, so that nobody takes it for complete (Law 0). */
export function converged(
  { decision, round, last, refusal, isDeliverable }: Convergence,
  account: Account,
): FinalResult {
  const unmet = unmetBy(round)
  const later = round === last ? [] : finishedSince(round, last)
  const told = later.length > 0 ? ' (What was finished in a later round is in "partial".)' : ''
  const summary = `${stopReasonMeanings.converged} Not met: ${unmet.join('; ')}${told}`
  const given = [...round.kept, ...round.outcomes].filter((outcome) => outcome.output !== '')
  const output = round.output ?? joined(given) ?? ''
  if (!isDeliverable(output)) {
    const detail = 'The work was close enough to deliver, but nobody came to write it in the form that was asked for.'
    const ending = { reason: 'role_failed', detail, parts: given, decision, reached: round, refusal } as const
    return abandoned({ ...ending, measured: measured(decision) }, account)
  }
  return {
    directive: 'success',
    reason: 'converged',
    summary: [refusal, summary].filter(Boolean).join(' '),
    output,
    partial: joined(later),
    unmet,
    criteria: criteriaOf(round),
    nextMoves: [...nextMoves('converged', { decision, refusal, actions: account.actions })],
    ...measured(decision),
    ...account,
  }
}

export interface Ending {
  readonly reason: Cause
  readonly detail: string
  /** The matched outputs to hand over. */
  readonly parts: readonly Part[]
  readonly measured: Measured
  readonly decision: Decision | null
  readonly reached: Reached | null
  /** The last Law 1 refusal that a subtask failed of, in whichever round: the summary begins with it (paper 9). */
  readonly refusal: string | null
}

/** Not a blank page: what was reached, what is missing, what to try next. */
export function abandoned(ending: Ending, account: Account): FinalResult {
  const { reason: cause, detail, parts, measured, decision, reached, refusal } = ending
  const reason = cause === 'user_deadline' ? 'deadline' : cause
  const summary = [refusal, stopReasonMeanings[reason], detail].filter(Boolean).join(' ')
  return {
    directive: 'abandon',
    reason,
    summary,
    output: null,
    partial: [joined(parts), ...reportsIn(reached)].filter(Boolean).join('\n\n') || null,
    unmet: reached ? unmetBy(reached) : [],
    criteria: reached ? criteriaOf(reached) : [],
    nextMoves: [...nextMoves(cause, { decision, refusal, actions: account.actions })],
    ...measured,
    ...account,
  }
}

export function measured({ loss, gradient, replans }: Decision): Measured {
  const { D, P, Omega, L } = loss
  return { loss: { D, P, Omega, L }, gradient, replans }
}

/** What a task that is cut off has reached: what came in of the round under way, with what stood before it. */
export function reachedBy(round: ReplanRequest | null, heard: readonly Progress[]): Reached | null {
  if (heard.length === 0) return round
  const before = round ? [...round.kept, ...round.outcomes].filter(({ status }) => status === 'matched') : []
  return { kept: before, outcomes: heard, taskVerdicts: [] }
}

/** What stands of the work that was done after a round. */
function finishedSince({ kept, outcomes }: ReplanRequest, last: ReplanRequest): readonly Part[] {
  const known = new Set([...kept, ...outcomes].flatMap((one) => (one.status === 'matched' ? one.subtaskId : [])))
  const stands = standing([...last.kept, ...last.outcomes], last.taskVerdicts)
  return stands.filter(({ subtaskId, output }) => !known.has(subtaskId) && output !== '')
}

/** Those of the task first. */
function criteriaOf({ kept, outcomes, taskVerdicts }: Reached): FinalResult['criteria'] {
  const ofSubtasks = [...kept, ...outcomes].flatMap(({ intent, verdicts }) =>
    verdicts.map((verdict) => ({ ...verdict, subtask: intent })),
  )
  return [...taskVerdicts.map((verdict) => ({ ...verdict, subtask: null })), ...ofSubtasks]
}

function unmetBy({ outcomes, taskVerdicts }: Reached): string[] {
  const failedOutcomes = outcomes.filter((outcome) => outcome.status === 'failed')
  const ofSubtasks = failedOutcomes.flatMap(({ intent, verdicts, failureReason }) => {
    const failed = verdicts.filter((verdict) => verdict.verdict === 'fail')
    return failed.length > 0 ? failed.map((verdict) => verdict.criterion) : [`${intent} (${failureReason})`]
  })
  const ofTask = taskVerdicts.filter((verdict) => verdict.verdict === 'fail').map((verdict) => verdict.criterion)
  return [...new Set([...ofSubtasks, ...ofTask])]
}

/** What executors told of work that they could not do: nobody accepted it, but it may be all that there is to know. */
function reportsIn(reached: Reached | null): readonly string[] {
  const outcomes = reached?.outcomes ?? []
  const undone = outcomes.filter(({ status, verdicts }) => status === 'failed' && verdicts.length === 0)
  return undone.flatMap(({ intent, output }) => (output.trim() ? [`Not done, but reported: ${intent}\n${output}`] : []))
}

function joined(parts: readonly Part[]): string | null {
  if (parts.length === 0) return null
  if (parts.length === 1) return parts[0]?.output ?? null
  return parts.map(({ intent, output }) => `${intent}\n${output}`).join('\n\n')
}
