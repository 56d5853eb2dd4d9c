import type { ToolCallRecord } from '@artoo/runtime'
import type { ExecutionResult } from '../messages/execution.js'
import type { FailureClass } from '../messages/verdict.js'

/** Failures that the executor itself came to, as against those that were done to it. */
const ownCodes: readonly (string | null)[] = ['infeasible', 'tool_turns_exhausted']

/** Calls that failed by the executor's own mistake. */
const ownMistakes: readonly (string | null)[] = ['tool_not_allowed', 'unknown_tool', 'invalid_input']

/**
 * A failed execution: environmental when something outside stopped it, logical when the subtask or the approach did, null
 * when the model's provider failed or its answer could not be read: that says nothing of either.
 */
export function classOfFailure({ code, infrastructure, toolCalls }: ExecutionResult): FailureClass | null {
  if (infrastructure || code === 'invalid_output') return null
  return !ownCodes.includes(code) || toolCalls.some(stoppedFromOutside) ? 'environmental' : 'logical'
}

function stoppedFromOutside({ status, code }: ToolCallRecord): boolean {
  return status !== 'ok' && !ownMistakes.includes(code)
}
