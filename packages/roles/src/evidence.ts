import type { ToolCallRecord } from '@artoo/runtime'

/** Characters of the records that one request shows in full; what is older is only mentioned, at last only counted. */
const roomForEvidence = 48_000
/** Of that room, what mentions may take besides. */
const shareOfMentions = 1 / 6
/** Characters of one input, diff or target. */
const longestPart = 2_000

/** Calls that failed by the executor's own mistake say nothing about their target. */
const ownMistakes: readonly (string | null)[] = ['tool_not_allowed', 'unknown_tool', 'invalid_input', 'too_many_calls']

/** Whether something outside stopped the call: neither a refusal of ours nor a mistake of the executor's. */
export function failedOutside({ status, code }: ToolCallRecord): boolean {
  return status === 'error' && !ownMistakes.includes(code)
}

/** Whether the call may have changed something. */
export function hasActed({ effect, status }: ToolCallRecord): boolean {
  return effect !== null && effect !== 'read' && status !== 'refused'
}

/** The last word on each (tool, target): a call that failed and went well later has not failed. */
export function lastCalls(records: readonly ToolCallRecord[]): readonly ToolCallRecord[] {
  const nameOf = ({ id, tool, target }: ToolCallRecord) => (target === null ? id : JSON.stringify([tool, target]))
  const last = new Map(records.map((record) => [nameOf(record), record]))
  return records.filter((record) => last.get(nameOf(record)) === record)
}

/** Records as a judge is shown them, in their order, the newest in full. */
export function evidence(records: readonly ToolCallRecord[], room = roomForEvidence): readonly object[] {
  const newestFirst = records.toReversed()
  const full = fitting(newestFirst.map(inFull), room)
  const mentions = fitting(newestFirst.slice(full.length).map(mentioned), room * shareOfMentions)
  const shown = [...full, ...mentions].reverse()
  const silent = records.length - shown.length
  return silent > 0 ? [{ notShown: `${silent} older tool calls` }, ...shown] : shown
}

/** As many of the first ones as there is room for. */
function fitting(entries: readonly object[], room: number): readonly object[] {
  let left = room
  const end = entries.findIndex((entry) => {
    // With the indentation of a briefing.
    left -= JSON.stringify(entry, null, 10).length
    return left < 0
  })
  return end === -1 ? entries : entries.slice(0, end)
}

function inFull(record: ToolCallRecord): object {
  const { output, change } = record
  return {
    ...heading(record),
    input: clipped(JSON.stringify(record.input) ?? ''),
    output,
    // Of a new file the input says it all.
    ...(change && { change: change.bytesBefore === 0 ? { ...change, diff: null } : change }),
  }
}

function mentioned(record: ToolCallRecord): object {
  return { ...heading(record), output: `(${record.output.length} characters, not shown here)` }
}

function heading({ id, attempt, tool, target, status, code, confirmed }: ToolCallRecord): object {
  return {
    id,
    attempt,
    tool,
    target: target && clipped(target),
    status,
    ...(code !== null && { code }),
    ...(confirmed && { confirmed }),
  }
}

function clipped(text: string): string {
  if (text.length <= longestPart) return text
  const half = longestPart / 2
  return `${text.slice(0, half)} … ${text.length - longestPart} characters left out … ${text.slice(-half)}`
}
