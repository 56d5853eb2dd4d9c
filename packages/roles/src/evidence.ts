import type { ToolCallRecord } from '@artoo/runtime'
import { truncateOutput } from '@artoo/tools'
import { fitting, written } from './room.js'

/** Of the room, what mentions of older calls may take besides. */
const shareOfMentions = 1 / 6
/** Bytes of one input, diff or target. */
const longestPart = 2_048

/** Calls that failed by the executor's own mistake say nothing about their target. */
const ownMistakes: readonly (string | null)[] = ['tool_not_allowed', 'unknown_tool', 'invalid_input', 'too_many_calls']

/** Whether something outside stopped the call: neither a refusal of ours nor a mistake of the executor's. */
export function failedOutside({ status, code }: ToolCallRecord): boolean {
  return status === 'error' && !ownMistakes.includes(code)
}

/** The last word on each (tool, target): a call that failed and went well later has not failed. */
export function lastCalls(records: readonly ToolCallRecord[]): readonly ToolCallRecord[] {
  return lastBy(records, ({ id, tool, target }) => (target === null ? id : JSON.stringify([tool, target])))
}

/**
 * The calls that still tell something: not what was called again alike, nor a change of what was changed again. Two pages of
 * one file are two calls.
 */
export function tellingCalls(records: readonly ToolCallRecord[]): readonly ToolCallRecord[] {
  const changes = lastBy(records, ({ id, tool, target, change }) =>
    change === null || target === null ? id : JSON.stringify([tool, target]),
  )
  return lastBy(changes, ({ id, tool, target, input }) =>
    target === null ? id : JSON.stringify([tool, target, input ?? null]),
  )
}

function lastBy(
  records: readonly ToolCallRecord[],
  nameOf: (record: ToolCallRecord) => string,
): readonly ToolCallRecord[] {
  const last = new Map(records.map((record) => [nameOf(record), record]))
  return records.filter((record) => last.get(nameOf(record)) === record)
}

/** Records as a judge is shown them, in their order, the newest in full; what is older is only mentioned, at last only counted. */
export function evidence(records: readonly ToolCallRecord[], room: number): readonly object[] {
  const newestFirst = records.toReversed()
  const full = fitting(newestFirst, room, inFull)
  const mentions = fitting(newestFirst.slice(full.length), room * shareOfMentions, mentioned)
  const shown = [...full, ...mentions].reverse()
  const silent = records.length - shown.length
  return silent > 0 ? [{ notShown: `${silent} older tool calls` }, ...shown] : shown
}

/** The room that the records would take; of more than `most` only that it is more. */
export function roomWanted(records: readonly ToolCallRecord[], most: number): number {
  let wanted = 0
  for (const record of records.toReversed()) {
    if (wanted > most) break
    wanted += written(inFull(record))
  }
  return wanted
}

function inFull(record: ToolCallRecord): object {
  const { output, change } = record
  return {
    ...heading(record),
    input: truncateOutput(JSON.stringify(record.input) ?? '', longestPart),
    output,
    ...(change && { change: { ...change, diff: change.diff && truncateOutput(change.diff, longestPart) } }),
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
    target: target && truncateOutput(target, longestPart),
    status,
    ...(code !== null && { code }),
    ...(confirmed && { confirmed }),
  }
}
