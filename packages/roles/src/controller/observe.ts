import type { CallObservation, Observation, OutcomeObservation } from '@artoo/ggs'
import type { ToolCallRecord } from '@artoo/runtime'
import type { OutcomeSummary, ReplanRequest, SubTaskOutcome } from '../messages/outcome.js'

/**
 * A round as the controller sees it. A rejected merge counts as one more failed outcome: every tool stands for it, but
 * of the targets only those that really failed, so that good ones are not blocked with it. What a provider's failure cut
 * short is undone, but no call of it is to blame. `waitedMs` is the time that people took; it doesn't count.
 */
export function observe(round: OutcomeSummary | ReplanRequest, accepted: boolean, waitedMs = 0): Observation {
  const { outcomes, taskVerdicts } = round
  const elapsedMs = Math.max(0, round.elapsedMs - waitedMs)
  const merge: OutcomeObservation = {
    id: 'task',
    status: accepted ? 'matched' : 'failed',
    criteria: taskVerdicts,
    failureClass: null,
    calls: outcomes
      .flatMap(({ toolCalls }) => toolCalls.map(callOf))
      .map((call) => (call.failed ? call : { ...call, target: null })),
  }
  return { outcomes: [...outcomes.map(outcomeOf), ...(taskVerdicts.length > 0 ? [merge] : [])], elapsedMs, accepted }
}

function outcomeOf(outcome: SubTaskOutcome): OutcomeObservation {
  const { subtaskId, status, verdicts, failureClass, infrastructure, toolCalls } = outcome
  const calls = infrastructure ? [] : toolCalls.map(callOf)
  return { id: subtaskId, status, criteria: verdicts, failureClass, calls }
}

function callOf({ tool, target, status }: ToolCallRecord): CallObservation {
  return { tool, target, failed: status !== 'ok' }
}
