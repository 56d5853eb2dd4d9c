import type { ToolCallRecord } from '@artoo/runtime'
import type { Message, ToolCall } from '@artoo/spec'
import { answerFrom, isRecordTool, recordTools } from '../records/record-tools.js'

/** A conversation as far as the executor knows its size: what a provider wants back counts only in the service. */
export interface LongWork {
  /** Characters that a conversation may have. */
  readonly room: number
  /** Characters of all that was said so far. */
  readonly said: number
  /** Results may be left out of the conversation: records can be read again. Once it is so it stays so, since offered tools stand in a provider's cache. */
  readonly isLong: boolean
  /** Turns of this attempt that called tools on records alone. */
  readonly looks: number
}

/** The share of the room from which on records can be read again: a cut by the whole room has lost no result by then. */
const shareBeforeRecall = 1 / 2
/** The share of the room that a conversation keeps of the work on a rejected report. */
const shareOfRejected = 1 / 4
/** The share of the room that answers on records may take in one turn, and the characters of one answer. */
const shareOfAnswers = 1 / 8
const longestAnswer = 16_000
/** Turns of one attempt that may call tools on records alone and count as none. */
const mostLooks = 12

const names = recordTools.map(({ name }) => name)
const reads = 'read_record'
const recall = { tool: reads, besides: names.filter((name) => name !== reads) }

/** The work with what is said next. */
export function grown(work: LongWork, messages: readonly Message[], hasRecords: boolean): LongWork {
  const said = messages.reduce((sum, { content }) => sum + content.length, work.said)
  return { ...work, said, isLong: work.isLong || (hasRecords && said > shareBeforeRecall * work.room) }
}

/** The work with what the model has said. */
export const answered = (work: LongWork, text: string, calls: readonly ToolCall[] = []): LongWork => ({
  ...work,
  said: work.said + text.length + JSON.stringify(calls).length,
})

/** A rejected report begins an attempt that needs its records, and not all of them at once. */
export function rejected(work: LongWork, hasRecords: boolean): { readonly work: LongWork; readonly aim?: number } {
  const aim = Math.floor(shareOfRejected * work.room)
  const isLong = work.isLong || (hasRecords && work.said > aim)
  return { work: { ...work, isLong, looks: 0 }, ...(isLong && { aim }) }
}

const hasLooks = ({ isLong, looks }: LongWork) => isLong && looks < mostLooks

/** The fields by which a request of long work differs from others. */
export const recallIn = (work: LongWork) => ({
  tools: hasLooks(work) ? names : [],
  recall: work.isLong ? recall : undefined,
})

/** Whether a turn asks for records alone, and is free. */
export const isLook = (work: LongWork, calls: readonly ToolCall[]) =>
  hasLooks(work) && calls.every(({ name }) => isRecordTool(name))

/** The answers to the calls of a turn that are about records, which are known by the ids of their calls; null for any other call. */
export function answersOn(
  records: readonly ToolCallRecord[],
  work: LongWork,
  calls: readonly ToolCall[],
): (call: ToolCall) => string | null {
  const own = hasLooks(work) ? calls.filter(({ name }) => isRecordTool(name)) : []
  const room = Math.min(longestAnswer, Math.floor((shareOfAnswers * work.room) / Math.max(1, own.length)))
  const named = new Map(records.map(({ id }) => [id, id]))
  return (call) => (own.includes(call) ? answerFrom(records, call, { names: named, room }) : null)
}
