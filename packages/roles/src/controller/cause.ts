import { failureKindOf } from '@artoo/runtime'
import { lastCalls } from '../evidence/evidence.js'
import type { FailureCause } from '../messages/control.js'
import type { OutcomeSummary, ReplanRequest, SubTaskOutcome } from '../messages/outcome.js'
import { isAccessRefused } from '../people/asking.js'
import { isRefused, refusalsIn } from '../people/refusals.js'

/** The cause of a failed outcome as far as code knows it; null where it doesn't. */
export function causeOf(
  outcome: SubTaskOutcome,
  round: OutcomeSummary | ReplanRequest,
  nobodyConfirms: boolean,
): FailureCause | null {
  const { code, infrastructure, toolCalls, clarifications } = outcome
  if (code === 'tool_turns_exhausted') return 'out_of_turns'
  if (isRefused(outcome, round)) {
    if (clarifications.some(isAccessRefused)) return 'refused_by_person'
    const isByRule = refusalsIn(toolCalls).every(({ decidedBy = '' }) => /^(deny|plan|onToolCall)\b/.test(decidedBy))
    if (isByRule) return 'refused_by_rule'
    return nobodyConfirms ? 'refused_by_nobody' : 'refused_by_person'
  }
  const failed = lastCalls(toolCalls).flatMap((record) => failureKindOf(record) ?? [])
  const isPassing = outcome.undone && failed.length > 0 && failed.every((kind) => kind === 'passing')
  return infrastructure || isPassing ? 'passing' : null
}
