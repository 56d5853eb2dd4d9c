import type { CallObservation, CriterionObservation, Observation, OutcomeObservation } from '@artoo/ggs'
import { failsAgain, failureKindOf, type ToolCallRecord } from '@artoo/runtime'
import { hasActed, lastCalls, ofWork } from '../evidence/evidence.js'
import type { OutcomeSummary, ReplanRequest, SubTaskOutcome } from '../messages/outcome.js'
import type { CriterionVerdict } from '../messages/verdict.js'

/** The id of the merged result among the outcomes of a round. */
const wholeTask = 'task'

/**
 * A round as the controller sees it. A merged result is one outcome with the task's criteria, for which every tool stands; the criteria of
 * the subtasks that it was made of are met beside it, as those of work that stands from earlier rounds are. What a provider's failure cut
 * short is undone, but no call of it is to blame. `waitedMs` is the time that people took; it doesn't count.
 */
export function observe(round: OutcomeSummary | ReplanRequest, accepted: boolean, waitedMs = 0): Observation {
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
  const isMerged = taskVerdicts.length > 0
  const observed = isMerged ? [merge] : outcomes.map((outcome) => outcomeOf(outcome, outcomes))
  const changed = outcomes.some(({ toolCalls }) => toolCalls.some(hasActed))
  const met = criteriaMetBy(isMerged ? [...round.kept, ...outcomes] : round.kept)
  return { outcomes: observed, elapsedMs, accepted, changed, met }
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

function outcomeOf(outcome: SubTaskOutcome, round: readonly SubTaskOutcome[]): OutcomeObservation {
  const { subtaskId, status, verdicts, failureClass, infrastructure, replaces, promised, undone } = outcome
  const observed = infrastructure
    ? { criteria: [], calls: [] }
    : { criteria: criteriaOf(verdicts), calls: callsOf(outcome, round) }
  const promise = status === 'failed' ? { promised: Math.max(1, promised), undone } : {}
  return { id: subtaskId, status, failureClass, replaces, ...observed, ...promise }
}

/** Proven absence is a result. What nobody judged neither passes nor fails. */
function criteriaOf(verdicts: readonly CriterionVerdict[]): CriterionObservation[] {
  return verdicts.flatMap(({ criterion, mode, verdict, failureClass, failedAttempts, attempts }) => {
    const judged = { criterion, mode, failureClass, failedAttempts, attempts }
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
  const isLifted = (record: ToolCallRecord) =>
    changedElsewhere || toolCalls.slice(toolCalls.indexOf(record) + 1).some((later) => isOtherChange(later, record))
  return lastCalls(toolCalls).map((record) => {
    const { tool, target } = record
    const kind = failureKindOf(record)
    const failed = kind !== null && kind !== 'own_mistake'
    return { tool, target, failed, ...(failed && (!failsAgain(record) || isLifted(record)) && { lifted: true }) }
  })
}

/** The repetition of a call is no change that could make it end otherwise. */
function isOtherChange(later: ToolCallRecord, { tool, input }: ToolCallRecord): boolean {
  return hasActed(later) && !(later.tool === tool && JSON.stringify(later.input) === JSON.stringify(input))
}
