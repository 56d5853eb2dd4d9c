import { failsAgain, failureKindOf, type ToolCallRecord } from '@artoo/runtime'

/** Whether something outside stopped the call: not a refusal, not a mistake of the executor, not a check that said no. */
export function stoppedOutside(record: ToolCallRecord): boolean {
  return failsAgain(record) || failureKindOf(record) === 'passing'
}
