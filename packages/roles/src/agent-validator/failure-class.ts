import { failsAgain, failureKindOf, type ToolCallRecord } from '@artoo/runtime'
import type { ExecutionResult } from '../messages/execution.js'
import type { FailureClass } from '../messages/verdict.js'

/** Failures that the executor itself came to, as against those that were done to it. */
const ownCodes: readonly (string | null)[] = ['infeasible', 'tool_turns_exhausted']

/** What says nothing of the work: an answer that could not be read, a conversation that had no more room, a question that nobody answered. */
const saysNothing: readonly (string | null)[] = ['invalid_output', 'conversation_too_long', 'needs_answer']

/**
 * A failed execution: environmental when something outside stopped it, logical when the subtask or the approach did, null
 * when the model's provider failed, its answer could not be read or the conversation grew too long: that says nothing of either.
 */
export function classOfFailure({ attempt, code, infrastructure, toolCalls }: ExecutionResult): FailureClass | null {
  if (infrastructure || saysNothing.includes(code)) return null
  const lately = toolCalls.filter((call) => call.attempt === attempt)
  return !ownCodes.includes(code) || lately.some(stoppedFromOutside) ? 'environmental' : 'logical'
}

/** A check that said no is a result. A target is blocked because something outside failed on it before. */
function stoppedFromOutside(call: ToolCallRecord): boolean {
  return failsAgain(call) || failureKindOf(call) === 'passing' || call.code === 'blocked_target'
}
