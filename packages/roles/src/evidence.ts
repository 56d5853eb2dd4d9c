import type { ToolCallRecord } from '@artoo/runtime'
import { onlyReads } from '@artoo/spec'
import { truncateOutput } from '@artoo/tools'
import { clipped, fitting, type NotShown, written } from './room.js'

/** Of the room, what mentions of older calls may take besides. */
const shareOfMentions = 1 / 6
/** Bytes of one input or target. */
const longestPart = 2_048

/** Whether the call may have changed something. */
export function hasActed({ effect, status }: ToolCallRecord): boolean {
  return effect !== null && !onlyReads(effect) && status !== 'refused'
}

/** The last word on each (tool, target): a call that failed and went well later has not failed. */
export function lastCalls(records: readonly ToolCallRecord[]): readonly ToolCallRecord[] {
  return lastBy(records, ({ id, tool, target }) => (target === null ? id : JSON.stringify([tool, target])))
}

/**
 * The calls that still tell something: not what was called again alike, nor what was done again to the same target. Two pages of
 * one file are two calls, and what can't be undone tells always.
 */
export function tellingCalls(records: readonly ToolCallRecord[]): readonly ToolCallRecord[] {
  const lasting = ({ effect, status, target }: ToolCallRecord) =>
    target === null || (effect === 'irreversible' && status !== 'refused')
  const standing = lastBy(records, ({ id, tool, target, effect, status }) =>
    target !== null && effect === 'repeatable' && status === 'ok' ? JSON.stringify([tool, target]) : id,
  )
  return lastBy(standing, (record) => {
    const { id, tool, target, input } = record
    return lasting(record) ? id : JSON.stringify([tool, target, input ?? null])
  })
}

function lastBy(
  records: readonly ToolCallRecord[],
  nameOf: (record: ToolCallRecord) => string,
): readonly ToolCallRecord[] {
  const last = new Map(records.map((record) => [nameOf(record), record]))
  return records.filter((record) => last.get(nameOf(record)) === record)
}

/** By id, the names under which a judge is shown records: short, and the same as long as records are only added. */
export type RecordNames = ReadonlyMap<string, string>

export const recordNames = (records: readonly ToolCallRecord[]): RecordNames =>
  new Map(records.map(({ id }, index) => [id, `r${index + 1}`]))

export interface ShownRecord {
  readonly id: string
  readonly output: string
  readonly change?: ToolCallRecord['change']
}

/**
 * Records as a judge is shown them, in their order: the first of `ranked` in full, then some only mentioned, the rest counted.
 * Ranked are the newest first, unless told otherwise; the names are those by their place among these records.
 */
export function evidence(
  records: readonly ToolCallRecord[],
  room: number,
  names: RecordNames = recordNames(records),
  ranked: readonly ToolCallRecord[] = records.toReversed(),
): readonly (ShownRecord | NotShown)[] {
  const full = fitting(ranked, room, (record) => inFull(record, { names, room }))
  const mentions = fitting(ranked.slice(full.length), room * shareOfMentions, (record) => mentioned(record, names))
  const shownOf = new Map([...full, ...mentions].map((shown, index) => [ranked[index], shown]))
  const shown = records.flatMap((record) => shownOf.get(record) ?? [])
  const silent = records.length - shown.length
  return silent > 0 ? [{ notShown: `${silent} older tool calls` }, ...shown] : shown
}

/** The room that the records would take; of more than `most` only that it is more. */
export function roomWanted(records: readonly ToolCallRecord[], most: number, names = recordNames(records)): number {
  let wanted = 0
  for (const record of records.toReversed()) {
    if (wanted > most) break
    wanted += written(inFull(record, { names }))
  }
  return wanted
}

/** Output and diff are cut only where there is no room for them: what they tell may stand anywhere in them. */
function inFull(
  record: ToolCallRecord,
  { names, room = Infinity }: { readonly names: RecordNames; readonly room?: number },
): ShownRecord {
  const { change } = record
  const given = JSON.stringify(record.input) ?? ''
  const input = truncateOutput(given, longestPart)
  const frame = { ...heading(record, names), input, output: '' }
  const shown = { ...frame, output: clipped(record.output, room - written(frame) + written('')) }
  if (!change) return shown
  // Of a new file the input says it all, unless that is cut.
  const isSaid = change.bytesBefore === 0 && input === given
  if (isSaid || change.diff === null) return { ...shown, change: { ...change, diff: null } }
  const left = room - written({ ...shown, change: { ...change, diff: '' } }) + written('')
  return { ...shown, change: { ...change, diff: clipped(change.diff, left) } }
}

function mentioned(record: ToolCallRecord, names: RecordNames): ShownRecord {
  return { ...heading(record, names), output: `(${record.output.length} characters, not shown here)` }
}

function heading(record: ToolCallRecord, names: RecordNames) {
  const { id, attempt, tool, target, status, code, confirmed, decidedBy, byHand } = record
  return {
    id: names.get(id) ?? id,
    attempt,
    tool,
    target: target && truncateOutput(target, longestPart),
    status,
    ...(code !== null && { code }),
    // A refusal says itself what refused it.
    ...(confirmed ? { confirmed } : decidedBy && status !== 'refused' && { decidedBy }),
    ...(byHand && { byHand }),
  }
}
