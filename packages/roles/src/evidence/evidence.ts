import type { ToolCallRecord } from '@artoo/runtime'
import { onlyReads } from '@artoo/spec'
import { truncateOutput } from '@artoo/tools'
import { clipped, fitting, type NotShown, written } from '../prompts/room.js'

/** The share of the room that mentions of older calls may take besides. */
const shareOfMentions = 1 / 6
/** Bytes of a diff that the result of a file tool shows. */
const shownDiff = 3_072
/** Bytes of one input or target. */
const longestPart = 2_048

/** Whether the call may have changed something. */
export function hasActed({ effect, status }: ToolCallRecord): boolean {
  return effect !== null && !onlyReads(effect) && status !== 'refused'
}

/** Records without those of looks by whoever judged the work: they are no part of it. */
export const ofWork = (records: readonly ToolCallRecord[]): readonly ToolCallRecord[] =>
  records.some(({ look }) => look) ? records.filter(({ look }) => !look) : records

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

/** By id, the names under which a judge is shown records: short, looks after the work, and the same as long as looks are only added. */
export type RecordNames = ReadonlyMap<string, string>

export function recordNames(records: readonly ToolCallRecord[]): RecordNames {
  const looks = records.filter(({ look }) => look)
  return new Map([...ofWork(records), ...looks].map(({ id }, index) => [id, `r${index + 1}`]))
}

/** A text with other names for records: `r2` of one judge is another record to the next. */
export const renamed = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replace(/[\w-]+/g, (word) => names.get(word) ?? word)

interface ShownRecord {
  readonly id: string
  readonly output: string
  readonly change?: ToolCallRecord['change']
}

export interface View {
  /** The records in their order, in full or mentioned, and the number of those that are left out. */
  readonly shown: readonly (ShownRecord | NotShown)[]
  /** All that was to be shown is shown in full. */
  readonly isWhole: boolean
  /** Ids of the records of which nothing is left out. */
  readonly full: ReadonlySet<string>
}

interface ViewOptions {
  readonly names?: RecordNames | undefined
  /** The most telling first. @defaultValue the newest first */
  readonly ranked?: readonly ToolCallRecord[] | undefined
  /** Characters that mentions may take besides. @defaultValue a sixth of the room */
  readonly forMentions?: number
}

/** Records as a judge is shown them: the first of `ranked` in full, then some only mentioned, the rest counted. */
export function viewOf(
  records: readonly ToolCallRecord[],
  room: number,
  {
    names = recordNames(records),
    ranked = records.toReversed(),
    forMentions = room * shareOfMentions,
  }: ViewOptions = {},
): View {
  const full = fitting(ranked, room, (record) => inFull(record, { names, room }).shown)
  const mentions = fitting(ranked.slice(full.length), forMentions, (record) => mentioned(record, names))
  const shownOf = new Map([...full, ...mentions].map((shown, index) => [ranked[index], shown]))
  const shown = records.flatMap((record) => shownOf.get(record) ?? [])
  const silent = records.length - shown.length
  const whole = ranked.slice(0, full.length).filter((record) => !inFull(record, { names, room }).isCut)
  return {
    shown: silent > 0 ? [{ notShown: `${silent} other tool calls` }, ...shown] : shown,
    isWhole: whole.length === ranked.length,
    full: new Set(whole.map(({ id }) => id)),
  }
}

/** The records of such a view. */
export const evidence = (
  records: readonly ToolCallRecord[],
  room: number,
  names?: RecordNames,
  ranked?: readonly ToolCallRecord[],
): View['shown'] => viewOf(records, room, { names, ranked }).shown

/** The room that the records would take; of more than `most` only that it is more. */
export function roomWanted(records: readonly ToolCallRecord[], most: number, names = recordNames(records)): number {
  let wanted = 0
  for (const record of records.toReversed()) {
    if (wanted > most) break
    wanted += written(inFull(record, { names }).shown)
  }
  return wanted
}

/** Output and diff are cut only where there is no room for them: what they tell may stand anywhere in them. */
function inFull(
  record: ToolCallRecord,
  { names, room = Infinity }: { readonly names: RecordNames; readonly room?: number },
): { readonly shown: ShownRecord; readonly isCut: boolean } {
  const { change } = record
  const said = saidOnce(record)
  const given = JSON.stringify(said.input) ?? ''
  const input = truncateOutput(given, longestPart)
  const frame = { ...heading(record, names), input, output: '' }
  const output = clipped(said.output, room - written(frame) + written(''))
  const shown = { ...frame, output }
  const isCut = input !== given || output !== said.output
  if (!change) return { shown, isCut }
  if (!said.diff) return { shown: { ...shown, change: { ...change, diff: null } }, isCut }
  const left = room - written({ ...shown, change: { ...change, diff: '' } }) + written('')
  const diff = clipped(said.diff, left)
  return { shown: { ...shown, change: { ...change, diff } }, isCut: isCut || diff !== said.diff }
}

/** Characters of a text that is not repeated. */
const shortestRepeat = 80

const isShort = (text: string) => truncateOutput(text, longestPart) === text

const elsewhere = (text: string, place: string) => `(${text.length} characters, see "${place}")`

/** A change as it is shown, its text once: by the input for a new file, unless that is too long, by the diff otherwise. */
function saidOnce({ input, output, change }: ToolCallRecord) {
  const diff = change?.diff ?? null
  if (!change || diff === null) return { input, output, diff }
  const isSaid = change.bytesBefore === 0 && isShort(JSON.stringify(input) ?? '')
  const repeated = [diff, truncateOutput(diff, shownDiff)]
    .map((text) => text.trimEnd())
    .find((text) => text.length >= shortestRepeat && output.includes(text))
  const short = repeated ? output.replace(repeated, () => elsewhere(repeated, isSaid ? 'input' : 'change')) : output
  if (isSaid) return { input, output: short, diff: null }
  const lines = new Set(diff.split('\n').map((line) => line.slice(1).trimEnd()))
  const isShown = (text: string) =>
    text.length >= shortestRepeat && text.split('\n').every((line) => line === '' || lines.has(line.trimEnd()))
  return { input: withoutTexts(input, isShown), output: short, diff }
}

function withoutTexts(data: unknown, isShown: (text: string) => boolean): unknown {
  if (typeof data === 'string') return isShown(data) ? elsewhere(data, 'change') : data
  if (Array.isArray(data)) return data.map((item) => withoutTexts(item, isShown))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, withoutTexts(value, isShown)]))
}

function mentioned(record: ToolCallRecord, names: RecordNames): ShownRecord {
  return { ...heading(record, names), output: `(${record.output.length} characters, not shown here)` }
}

function heading(record: ToolCallRecord, names: RecordNames) {
  const { id, attempt, tool, target, status, code, confirmed, decidedBy, byHand, earlier } = record
  return {
    id: names.get(id) ?? id,
    attempt: earlier ? 'in an earlier round' : attempt,
    tool,
    target: target && truncateOutput(target, longestPart),
    status,
    ...(code !== null && { code }),
    // A refusal says itself what refused it.
    ...(confirmed ? { confirmed } : decidedBy && status !== 'refused' && { decidedBy }),
    ...(byHand && { byHand }),
  }
}
