import { failsAgain, failureKindOf, type ToolCallRecord } from '@artoo/runtime'
import type { ExecutionResult } from '../messages/execution.js'
import type { FailureClass } from '../messages/verdict.js'

/** Codes of failures that say nothing about the work: an unreadable answer, a conversation without room, a question without an answer. */
const saysNothing: readonly (string | null)[] = ['invalid_output', 'conversation_too_long', 'needs_answer']

/**
 * A failed execution: environmental when something outside stopped it, logical when the subtask or the approach did, null
 * when the model's provider failed, its answer could not be read, the conversation grew too long or the turns were used up with nothing
 * in the way: that says nothing of either.
 */
export function classOfFailure({ attempt, code, infrastructure, toolCalls }: ExecutionResult): FailureClass | null {
  if (infrastructure || saysNothing.includes(code)) return null
  const isStopped = toolCalls.some((call) => call.attempt === attempt && stoppedFromOutside(call))
  if (code === 'tool_turns_exhausted') return isStopped ? 'environmental' : null
  return code !== 'infeasible' || isStopped ? 'environmental' : 'logical'
}

/** A check that said no is a result. A target is blocked because something outside failed on it before. */
function stoppedFromOutside(call: ToolCallRecord): boolean {
  return failsAgain(call) || failureKindOf(call) === 'passing' || call.code === 'blocked_target'
}
