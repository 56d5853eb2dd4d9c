import type { ToolCallRecord } from '@artoo/runtime'

/** Characters of outputs and inputs that one request shows; what is older than that is only mentioned. */
const roomForEvidence = 48_000
/** Characters of one input or diff. */
const longestPart = 2_000

/** Calls that failed by the executor's own mistake say nothing about their target. */
const ownMistakes: readonly (string | null)[] = ['tool_not_allowed', 'unknown_tool', 'invalid_input', 'too_many_calls']

/** Whether something outside stopped the call: neither a refusal of ours nor a mistake of the executor's. */
export function failedOutside({ status, code }: ToolCallRecord): boolean {
  return status === 'error' && !ownMistakes.includes(code)
}

/** The last word on each (tool, target): a call that failed and went well later has not failed. */
export function lastCalls(records: readonly ToolCallRecord[]): readonly ToolCallRecord[] {
  const nameOf = ({ id, tool, target }: ToolCallRecord) => (target === null ? id : JSON.stringify([tool, target]))
  return [...new Map(records.map((record) => [nameOf(record), record])).values()]
}

/** Records as a judge is shown them, the newest in full. */
export function evidence(records: readonly ToolCallRecord[], room = roomForEvidence): readonly object[] {
  let left = room
  return records
    .toReversed()
    .map((record) => {
      const { id, attempt, tool, target, status, code, change, confirmed } = record
      const told = {
        input: clipped(JSON.stringify(record.input) ?? ''),
        output: record.output,
        ...(change && { change: { ...change, diff: change.diff && clipped(change.diff) } }),
      }
      const heading = {
        id,
        attempt,
        tool,
        target,
        status,
        ...(code !== null && { code }),
        ...(confirmed && { confirmed }),
      }
      left -= JSON.stringify(told).length
      return left < 0
        ? { ...heading, output: `(${record.output.length} characters, not shown here)` }
        : { ...heading, ...told }
    })
    .reverse()
}

function clipped(text: string): string {
  if (text.length <= longestPart) return text
  const half = longestPart / 2
  return `${text.slice(0, half)} … ${text.length - longestPart} characters left out … ${text.slice(-half)}`
}
