import type { Decision } from '@artoo/ggs'
import { totalOf, type Usage } from '@artoo/runtime'
import { standing } from '../evidence/standing.js'
import { restraint } from '../evidence/verdicts.js'
import type { FinalResult } from '../messages/control.js'
import type { Action } from '../messages/execution.js'
import type { Need } from '../messages/need.js'
import type { OutcomeSummary, Progress, ReplanRequest } from '../messages/outcome.js'
import type { Basis, CriterionVerdict } from '../messages/verdict.js'
import type { NobodyConfirms } from '../people/nobody-confirms.js'
import { confidenceOf } from './confidence.js'
import { lacksOf, permission, type Reached, unanswered, unheardWords } from './missing.js'
import { type Cause, needs, nextMoves } from './next-moves.js'
import { hasUnjudged } from './observe.js'
import { summaryOf } from './summary.js'

type Measured = Pick<FinalResult, 'loss' | 'gradient' | 'replans'>

/** The facts of every result, however the task ended. */
export interface Account extends Pick<FinalResult, 'rounds' | 'elapsedMs'> {
  /** Calls that changed something or were refused, in their order. */
  readonly actions: readonly Action[]
  readonly usage: Usage
  /** Words that the user added and no model was told of. */
  readonly unheard: readonly string[]
  readonly nobodyConfirms: NobodyConfirms | undefined
  /** The work was one conversation, which nobody judged. */
  readonly isDirect: boolean
}

/** The end of a task. */
interface End {
  readonly directive: FinalResult['directive']
  readonly cause: Cause
  /** A sentence more about the cause; null when that says it all. */
  readonly detail: string | null
  readonly output: string | null
  /** The merged output that was judged; null when it did not come to one. @defaultValue the output */
  readonly merged?: string | null
  readonly reached: Reached | null
  readonly decision: Decision | null
  readonly measured: Measured
  /** Questions without an answer. */
  readonly needs?: readonly Need[]
}

/** The one place where a result is put together: its status follows from the records. */
function resultOf(
  { directive, cause, detail, output, merged = output, reached, decision, measured, needs: open = [] }: End,
  account: Account,
): FinalResult {
  const { actions, usage, rounds, elapsedMs, unheard, nobodyConfirms, isDirect } = account
  const changes = actions.filter(({ what }) => what !== 'refused')
  const refused = actions.filter(({ what }) => what === 'refused')
  const criteria = reached ? criteriaOf(reached) : []
  const ofWork = reached ? lacksOf(reached, { changes, refused, isDirect }) : []
  // A change that waits for an answer or an access is no lack of its own.
  const isTold = open.length > 0 || ofWork.some(({ kind, needs: takes }) => kind === 'refused' && takes !== permission)
  const ofRequest = [...unanswered(open), ...ofWork.filter(({ kind }) => !(isTold && kind === 'unchanged'))]
  const lacks = [...ofRequest, ...unheardWords(unheard)]
  const isDone = directive !== 'abandon' && directive !== 'deliver' && ofRequest.length === 0
  const isWhole = isDone && lacks.length === 0
  const undone = isDone || ofRequest.length > 0 ? [] : [{ what: 'the request', needs: needs[cause] }]
  const missing = [...undone, ...lacks.map(({ what, needs: takes }) => ({ what, needs: takes }))]
  const status = isWhole ? 'complete' : output === null ? 'failed' : 'partial'
  const told = { status, missing, changes, refused, basis: basisOf(criteria), criteria } as const
  return {
    ...told,
    directive,
    confidence: confidenceOf({ directive, reached, output, D: measured.loss.D, rounds }),
    reason: cause === 'user_deadline' ? 'deadline' : cause,
    summary: summaryOf(
      {
        ...told,
        lacks,
        isUnmerged: output !== null && merged !== null && ![merged, notAccepted(merged)].includes(output),
      },
      cause,
      detail,
    ),
    output,
    nextMoves: isWhole
      ? []
      : [...nextMoves(cause, { decision, lacks, refused, changes, open, hasOutput: output !== null, nobodyConfirms })],
    ...measured,
    rounds,
    elapsedMs,
    usage: { byRole: { ...usage }, total: totalOf(usage) },
  }
}

/** The last validator accepted: no criterion failed, or each that did speaks of something that there is not. */
export function accepted(decision: Decision, round: OutcomeSummary, account: Account): FinalResult {
  const isAbsent = round.taskVerdicts.some(({ verdict }) => verdict === 'absent')
  const cause = hasUnjudged(round) ? 'unjudged' : isAbsent ? 'absent' : 'accepted'
  const end = { directive: 'accept', cause, detail: null, output: round.output, reached: round } as const
  return resultOf({ ...end, decision, measured: measured(decision) }, account)
}

/** The result of a request that needed no tool and was answered at once. */
export function answered(output: string, measured: Measured, account: Account): FinalResult {
  const end = { directive: 'success', cause: 'answered', detail: null, output, reached: null, decision: null } as const
  return resultOf({ ...end, measured }, account)
}

interface Convergence {
  readonly decision: Decision
  readonly round: ReplanRequest
  /** The last round, which need not be the one that is delivered. */
  readonly last: ReplanRequest
  /** Whether an output has the form that was asked for. */
  readonly isDeliverable: (output: string) => boolean
}

/**
 * The result of a task that came close enough (D ≤ δ): every unmet criterion is named, so that it is not taken for
 * complete (Law 0).
 */
export function converged({ decision, round, last, isDeliverable }: Convergence, account: Account): FinalResult {
  const best = round.output ?? bestOutput(round, null) ?? ''
  const whole = [best, ...finishedSince(round, last).map((one) => `Finished later: ${titled(one)}`)].join('\n\n')
  const output = isDeliverable(whole) ? whole : best
  const end = { detail: null, output, reached: round, decision, measured: measured(decision) }
  if (isDeliverable(output)) return resultOf({ ...end, directive: 'success', cause: 'converged' }, account)
  const detail = 'nobody came to write it in the form that was asked for'
  return resultOf({ ...end, directive: 'abandon', cause: 'role_failed', detail }, account)
}

export interface Ending {
  readonly reason: Cause
  readonly detail: string | null
  readonly measured: Measured
  readonly decision: Decision | null
  readonly reached: Reached | null
  /** The merged output, when it came to a merge. */
  readonly merged: string | null
  /** Questions without an answer. */
  readonly needs?: readonly Need[]
}

/** The result of a task that was given up, or of the parts of it that are done: the best so far, the missing parts, and what to try next. */
export function abandoned({ reason: cause, reached, merged, ...ending }: Ending, account: Account): FinalResult {
  const questions = ending.needs?.map(({ question }) => question).join('\n') || null
  const output = (reached && bestOutput(reached, merged)) ?? questions
  const directive = ending.decision?.directive === 'deliver' ? 'deliver' : 'abandon'
  return resultOf({ ...ending, directive, cause, reached, output, merged }, account)
}

export function measured({ loss, gradient, replans }: Decision): Measured {
  const { D, P, Omega, L } = loss
  return { loss: { D, P, Omega, L }, gradient, replans }
}

/** The outcomes of a task that is cut off: those of the current round, with the matched ones before it. */
export function reachedBy(round: ReplanRequest | null, heard: readonly Progress[]): Reached | null {
  if (heard.length === 0) return round
  const before = round ? [...round.kept, ...round.outcomes].filter(({ status }) => status === 'matched') : []
  return { kept: before, outcomes: heard, taskVerdicts: [], asks: round?.asks ?? 'answer' }
}

/** The outcomes after a round that matched and still stand. */
function finishedSince({ kept, outcomes }: ReplanRequest, last: ReplanRequest): readonly Progress[] {
  const known = new Set([...kept, ...outcomes].flatMap((one) => (one.status === 'matched' ? one.subtaskId : [])))
  const stands = standing([...last.kept, ...last.outcomes], last.taskVerdicts)
  return stands.filter(({ subtaskId, output }) => !known.has(subtaskId) && output !== '')
}

/** The verdicts on the task's criteria, then those on the subtasks' criteria. */
function criteriaOf({ kept, outcomes, taskVerdicts }: Reached): FinalResult['criteria'] {
  const ofSubtasks = [...kept, ...outcomes].flatMap(({ intent, verdicts }) =>
    verdicts.map((verdict) => ({ ...verdict, subtask: intent })),
  )
  return [...taskVerdicts.map((verdict) => ({ ...verdict, subtask: null })), ...ofSubtasks]
}

const weakestFirst = ['nobody', 'judge', 'code'] as const satisfies readonly Basis[]

/** The weakest source of the verdicts. */
function basisOf(criteria: FinalResult['criteria']): Basis {
  if (criteria.length === 0) return 'nobody'
  return weakestFirst.find((one) => criteria.some(({ basis }) => basis === one)) ?? 'nobody'
}

/** The best so far: a merge of which something holds, otherwise what stands, with what was reported besides, marked as such. */
function bestOutput({ kept, outcomes, taskVerdicts }: Reached, merged: string | null): string | null {
  if (merged !== null && taskVerdicts.some(isOfResult)) return merged
  const given = [...kept, ...outcomes].filter(({ output }) => output.trim() !== '')
  const stands = given.filter(({ status }) => status === 'matched')
  const [only, ...others] = given.filter(isPartlyMet)
  // Half of the only part there is needs no mark: what it lacks is named beside it.
  if (stands.length === 0 && only && others.length === 0) return only.output
  // The output of a single part is the whole that was judged.
  if (merged !== null && given.length === 1 && stands.length === 0 && given[0]?.output === merged)
    return notAccepted(merged)
  const told = given.filter((outcome) => isHeldInPart(outcome) || isReport(outcome) || isUnknown(outcome))
  const [found, ...more] = given.filter(isOpen)
  if (found && given.length === 1) return found.output
  const soFar = (found ? [found, ...more] : []).map((outcome) => `So far: ${titled(outcome)}`)
  const [whole] = stands
  if (whole && stands.length + told.length + soFar.length === 1) return whole.output
  const marked = told.map((outcome) => `${outcome.undone ? 'Not finished' : 'Not accepted'}: ${titled(outcome)}`)
  return [...stands.map(titled), ...soFar, ...marked].join('\n\n') || null
}

const notAccepted = (output: string) => `Not accepted: ${output}`

const titled = ({ intent, output }: Progress) => `${intent}\n${output}`

/** A criterion that is not known to fail; one that was not judged, because a check failed, is not known to hold either. */
const isHeld = ({ verdict, because }: CriterionVerdict) => verdict !== 'fail' && because !== 'check_failed'

/** A criterion that is not known to fail, and is of the result: to have left the rest alone is no result. */
const isOfResult = (verdict: CriterionVerdict) => isHeld(verdict) && verdict.criterion !== restraint.text

/** A failed outcome of which some criterion holds. */
const isHeldInPart = ({ status, verdicts }: Progress) => status === 'failed' && verdicts.some(isHeld)

const isPartlyMet = (outcome: Progress) => isHeldInPart(outcome) && outcome.verdicts.some(isOfResult)

/** A failed outcome of which nothing is known to hold, and not all to fail: a check failed before the rest was judged. */
const isUnknown = ({ status, verdicts }: Progress) =>
  status === 'failed' && verdicts.some(({ because }) => because === 'check_failed')

/** The report of an executor on work that it could not do: not judged, but perhaps all that is known. */
const isReport = ({ status, verdicts, needs }: Progress) =>
  status === 'failed' && verdicts.length === 0 && needs.length === 0

/** Work that stopped for a question. */
const isOpen = ({ needs }: Progress) => needs.length > 0
