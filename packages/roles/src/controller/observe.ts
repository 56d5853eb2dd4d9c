import type { CallObservation, Observation, OutcomeObservation } from '@artoo/ggs'
import type { ToolCallRecord } from '@artoo/runtime'
import { failedOutside, lastCalls } from '../evidence.js'
import type { OutcomeSummary, ReplanRequest, SubTaskOutcome } from '../messages/outcome.js'

/**
 * A round as the controller sees it; what earlier rounds did well doesn't make its failures smaller. A rejected merge counts as one more failed
 * outcome, for which every tool stands. What a provider's failure cut short is undone, but no call of it is to blame. `waitedMs` is the time that people took; it doesn't count.
 */
export function observe(round: OutcomeSummary | ReplanRequest, accepted: boolean, waitedMs = 0): Observation {
  const { outcomes, taskVerdicts } = round
  const elapsedMs = Math.max(0, round.elapsedMs - waitedMs)
  const merge: OutcomeObservation = {
    id: 'task',
    status: accepted ? 'matched' : 'failed',
    criteria: taskVerdicts,
    failureClass: null,
    calls: outcomes.flatMap(({ toolCalls }) => lastCalls(toolCalls).map(callOf)),
  }
  return { outcomes: [...outcomes.map(outcomeOf), ...(taskVerdicts.length > 0 ? [merge] : [])], elapsedMs, accepted }
}

function outcomeOf(outcome: SubTaskOutcome): OutcomeObservation {
  const { subtaskId, status, verdicts, failureClass, infrastructure, toolCalls } = outcome
  const calls = infrastructure ? [] : lastCalls(toolCalls).map(callOf)
  return { id: subtaskId, status, criteria: verdicts, failureClass, calls }
}

/** Only a call that failed can block its target: not one that went well, nor a refusal of ours. */
function callOf(record: ToolCallRecord): CallObservation {
  const failed = failedOutside(record)
  return { tool: record.tool, target: failed ? record.target : null, failed }
}
