import type {
  CallError,
  CallObservation,
  Cause,
  CriterionObservation,
  Observation,
  OutcomeObservation,
} from '@artoo/ggs'
import { type FailureKind, failsAgain, failureKindOf, type ToolCallRecord } from '@artoo/runtime'
import { hasActed, lastCalls, ofWork } from '../evidence/evidence.js'
import type { OutcomeSummary, ReplanRequest, SubTaskOutcome } from '../messages/outcome.js'
import type { CriterionVerdict } from '../messages/verdict.js'
import { causeOf } from './cause.js'
import { ofWorkIn } from './of-work-in.js'

interface Circumstances {
  readonly accepted: boolean
  /** Milliseconds that people took; they don't count. @defaultValue 0 */
  readonly waitedMs?: number
  /** Outcomes of earlier rounds that are given up. @defaultValue none */
  readonly left?: readonly SubTaskOutcome[]
}

/** The id of the merged result among the outcomes of a round. */
const wholeTask = 'task'

/**
 * A round as the controller sees it. A merged result is one outcome with the task's criteria, for which every tool stands; the criteria of
 * the subtasks that it was made of are met beside it, as those of work that stands from earlier rounds are. What a provider's failure cut
 * short is undone, but no call of it is to blame.
 */
export function observe(
  given: OutcomeSummary | ReplanRequest,
  { accepted, waitedMs = 0, left = [] }: Circumstances,
): Observation {
  const round = ofWorkIn(given)
  const { outcomes, taskVerdicts } = round
  const elapsedMs = Math.max(0, round.elapsedMs - waitedMs)
  const merge: OutcomeObservation = {
    id: wholeTask,
    status: accepted ? 'matched' : 'failed',
    criteria: criteriaOf(taskVerdicts),
    failureClass: null,
    calls: outcomes.flatMap((outcome) => callsOf(outcome, outcomes)),
    replaces: outcomes.find(({ replaces }) => replaces !== null)?.replaces ?? null,
    // A whole of which nothing holds is as good as not made, whatever its parts were worth.
    ...(!accepted && taskVerdicts.every(({ verdict }) => verdict === 'fail') && { undone: true }),
  }
  // Work beside parts that are given up is judged by its own criteria: those of the whole want the parts, too.
  const isMerged = taskVerdicts.length > 0 && left.length === 0
  const observed = isMerged ? [merge] : outcomes.map((outcome) => outcomeOf(outcome, round))
  const leftBefore = left.map(
    (outcome): OutcomeObservation => ({ ...outcomeOf(outcome, round), calls: [], left: true }),
  )
  const changed = outcomes.some(({ toolCalls }) => toolCalls.some(hasActed))
  const met = criteriaMetBy(isMerged ? [...round.kept, ...outcomes] : round.kept)
  return { outcomes: [...observed, ...leftBefore], elapsedMs, accepted: accepted && left.length === 0, changed, met }
}

/** Whether a round has a criterion that nobody judged, or none at all. */
export function hasUnjudged({ taskVerdicts, kept, outcomes }: OutcomeSummary | ReplanRequest): boolean {
  const verdicts = [taskVerdicts, ...[...kept, ...outcomes].map((outcome) => outcome.verdicts)].flat()
  return verdicts.length === 0 || verdicts.some(({ verdict }) => verdict === 'unjudged')
}

/** Criteria of work that stands. */
const criteriaMetBy = (outcomes: readonly SubTaskOutcome[]) =>
  outcomes
    .filter(({ status }) => status === 'matched')
    .reduce((sum, { verdicts }) => sum + criteriaOf(verdicts).length, 0)

function outcomeOf(outcome: SubTaskOutcome, round: OutcomeSummary | ReplanRequest): OutcomeObservation {
  const { subtaskId, status, verdicts, failureClass, infrastructure, replaces, promised, undone } = outcome
  const byCode = status === 'failed' ? knownCause(outcome, round) : null
  const named = status === 'failed' ? (byCode ?? outcome.cause) : null
  const isWarned = status === 'failed' && hasUsed(outcome, round.warned)
  const observed = infrastructure
    ? { criteria: [], calls: [] }
    : { criteria: criteriaOf(verdicts, named), calls: callsOf(outcome, round.outcomes) }
  const promise = status === 'failed' ? { promised: Math.max(1, promised), undone } : {}
  return {
    id: subtaskId,
    status,
    failureClass,
    ...(named && { cause: named }),
    ...(byCode && { isKnown: true }),
    ...(isWarned && { isWarned }),
    replaces,
    ...observed,
    ...promise,
  }
}

/** Whether a call used one of some pairs of tool and target. */
const hasUsed = ({ toolCalls }: SubTaskOutcome, pairs: OutcomeSummary['warned']) =>
  toolCalls.some(({ tool, target }) => pairs.some((pair) => pair.tool === tool && pair.target === target))

/** The cause as far as code knows it: refusals, outages, questions, and work that an earlier part kept from being done. */
function knownCause(outcome: SubTaskOutcome, round: OutcomeSummary | ReplanRequest): Cause | null {
  const { attempts, needs } = outcome
  if (needs.length > 0) return needs.some(({ kind }) => kind === 'access') ? 'no_access' : 'needs_answer'
  if (attempts === 0) return 'not_yet'
  const cause = causeOf(outcome, round, false)
  if (cause === null || cause === 'out_of_turns') return null
  return cause === 'passing' ? 'outage' : 'no_access'
}

/** Proven absence is a result. What nobody judged neither passes nor fails. `known`: the cause of a fail for which its judge named none. */
function criteriaOf(verdicts: readonly CriterionVerdict[], known: Cause | null = null): CriterionObservation[] {
  return verdicts.flatMap(({ criterion, mode, verdict, failureClass, cause, failedAttempts, attempts }) => {
    const named = verdict === 'fail' ? (cause ?? known) : null
    const judged = { criterion, mode, failureClass, ...(named && { cause: named }), failedAttempts, attempts }
    return verdict === 'unjudged' || verdict === 'replaced'
      ? []
      : [{ ...judged, verdict: verdict === 'fail' ? 'fail' : 'pass' }]
  })
}

/**
 * The calls of an outcome. A refusal and a mistake of the executor are no failures of a call; a check that said no and an outage are
 * lifted from the first. The order of calls is known within an outcome alone: a change made by another one counts as made after
 * the failure.
 */
function callsOf(outcome: SubTaskOutcome, round: readonly SubTaskOutcome[]): CallObservation[] {
  const toolCalls = ofWork(outcome.toolCalls)
  const changedElsewhere = round.some((other) => other !== outcome && other.toolCalls.some(hasActed))
  const isChangedAfter = (record: ToolCallRecord) =>
    toolCalls.slice(toolCalls.indexOf(record) + 1).some((later) => isOtherChange(later, record))
  return lastCalls(toolCalls).map((record) => {
    const { tool, target } = record
    const kind = failureKindOf(record)
    const failed = kind !== null && kind !== 'own_mistake'
    const error = failed && errorOf(record, kind)
    const changed = failed && isChangedAfter(record)
    const lifted = failed && (changed || changedElsewhere || !failsAgain(record))
    const told = { ...(error && { error }), ...(lifted && { lifted }), ...(changed && { changed }) }
    return { tool, target, failed, ...told }
  })
}

/** Words for a service that did not answer. */
const unreachable =
  /ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|timed out|fetch failed|could not resolve host|connection refused|unreachable/i

/** The kind of an error: by its code, or else by the status or the words that programs and services use for it. */
function errorOf({ output }: ToolCallRecord, kind: FailureKind): CallError {
  if (kind === 'missing' || kind === 'passing') return kind
  const text = output.slice(0, 2_000)
  // A number alone may count tests or lines.
  const [, status = ''] = /\b(?:HTTP(?:\/[\d.]+)?|status(?: code)?|error)\W{0,3}(\d{3})\b/i.exec(text) ?? []
  const isSaid = (numbers: readonly string[], words: RegExp) => numbers.includes(status) || words.test(text)
  if (isSaid(['401', '402', '403'], /permission denied|EACCES|unauthori[sz]ed|forbidden|authentication failed/i))
    return 'denied'
  if (isSaid(['408', '429', '502', '503', '504'], unreachable)) return 'passing'
  if (isSaid(['404'], /ENOENT|no such file|not found|does not exist/i)) return 'missing'
  return kind === 'said_no' ? 'said_no' : 'other'
}

/** The repetition of a call is no change that could make it end otherwise. */
function isOtherChange(later: ToolCallRecord, { tool, input }: ToolCallRecord): boolean {
  return hasActed(later) && !(later.tool === tool && JSON.stringify(later.input) === JSON.stringify(input))
}
