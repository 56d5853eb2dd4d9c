import type { CallObservation, Observation, OutcomeObservation } from '@artoo/ggs'
import type { ToolCallRecord } from '../messages/execution.js'
import type { OutcomeSummary, ReplanRequest, SubTaskOutcome } from '../messages/outcome.js'

/**
 * A round as the controller sees it. A rejected merge counts as one more failed outcome: every tool stands for it, but
 * of the targets only those that really failed, so that good ones are not blocked with it.
 */
export function observe(round: OutcomeSummary | ReplanRequest, accepted: boolean): Observation {
  const { outcomes, taskVerdicts, elapsedMs } = round
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

function outcomeOf({ subtaskId, status, verdicts, failureClass, toolCalls }: SubTaskOutcome): OutcomeObservation {
  return { id: subtaskId, status, criteria: verdicts, failureClass, calls: toolCalls.map(callOf) }
}

function callOf({ tool, target, status }: ToolCallRecord): CallObservation {
  return { tool, target, failed: status !== 'ok' }
}
