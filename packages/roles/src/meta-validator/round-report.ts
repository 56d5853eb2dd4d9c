import type { ToolCallRecord } from '@artoo/runtime'
import type { OutcomeSummary, ReplanRequest, SubTaskOutcome } from '../messages/outcome.js'
import type { DispatchManifest } from '../messages/plan.js'
import type { CriterionVerdict } from '../messages/verdict.js'

/** A round that is over. */
export interface FinishedRound<Output> {
  readonly manifest: DispatchManifest
  /** The outcomes of earlier rounds that matched. */
  readonly kept: readonly SubTaskOutcome[]
  /** In the plan's order. */
  readonly outcomes: readonly SubTaskOutcome[]
  readonly taskVerdicts: CriterionVerdict[]
  /** Looks of its judge. @defaultValue none */
  readonly looks?: readonly ToolCallRecord[]
  /** The merged output; null when there was no merge. */
  readonly output: Output
  readonly at: number
}

export function outcomeSummary(round: FinishedRound<string>): OutcomeSummary {
  return { ...heading(round), outcomes: [...round.outcomes], output: round.output }
}

export function replanRequest(round: FinishedRound<string | null>): ReplanRequest {
  const failures = round.outcomes.filter((outcome) => outcome.status === 'failed')
  const infrastructure = failures.length > 0 && failures.every((outcome) => outcome.infrastructure)
  const outcomes = round.manifest.subtasks.map(
    ({ subtaskId, intent, replaces, criteria }) =>
      round.outcomes.find((outcome) => outcome.subtaskId === subtaskId) ??
      notRun({ subtaskId, intent, replaces, infrastructure, promised: criteria.length }),
  )
  const failed = outcomes.flatMap(({ status, intent, failureReason }) =>
    status === 'matched' ? [] : [`${intent.replace(/\.$/, '')}: ${failureReason}`],
  )
  const unmet = round.taskVerdicts.flatMap(({ verdict, criterion, evidence }) =>
    verdict === 'fail' ? [`${criterion}: ${evidence}`] : [],
  )
  return {
    ...heading(round),
    outcomes,
    output: round.output,
    gapSummary: [...failed, ...unmet].join('; '),
  }
}

function heading({ manifest, kept, taskVerdicts, looks = [], at }: FinishedRound<string | null>) {
  const { round, spec, warned, asks } = manifest
  const judged = { taskVerdicts, ...(looks.length > 0 && { looks: [...looks] }) }
  return { round, intent: spec.intent, asks, kept: [...kept], ...judged, warned, elapsedMs: at - spec.receivedAt }
}

/**
 * A subtask whose sequence never came. It counts as undone, or a task could succeed by skipping its work; its cause is
 * that of the failures before it.
 */
function notRun(
  given: Pick<SubTaskOutcome, 'subtaskId' | 'intent' | 'replaces' | 'infrastructure' | 'promised'>,
): SubTaskOutcome {
  return {
    ...given,
    status: 'failed',
    output: '',
    failureReason: 'an earlier part was not done',
    code: null,
    failureClass: null,
    cause: null,
    verdicts: [],
    undone: true,
    attempts: 0,
    needs: [],
    clarifications: [],
    toolCalls: [],
  }
}
