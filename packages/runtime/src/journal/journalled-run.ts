import { assertOptions } from '@artoo/spec'
import * as z from 'zod'
import { assertShape } from './assert-shape.js'
import { type JournalLine, type JournalledRun, type JournalState, journalStates, type RunFilter } from './journal.js'
import { lineOn } from './parse-line.js'

const runFilter = z.object({ state: z.enum(journalStates).optional(), session: z.string().optional() })

/**
 * @throws {ArtooError} `invalid_option` for an unknown option or state: otherwise it would look as if there were no
 * runs.
 */
export function assertFilter(filter: RunFilter): void {
  assertOptions(filter, Object.keys(runFilter.shape), { of: 'list' })
  assertShape(runFilter, filter)
}

/** The run by the first line and the last few of a journal; null when it has no beginning. */
export function journalledRun(
  taskId: string,
  first: JournalLine | undefined,
  tail: readonly JournalLine[],
): JournalledRun | null {
  if (first?.kind !== 'start') return null
  const session = first.run?.session
  return { taskId, ...stateAfter(tail), startedAt: first.at, ...(session && { session }) }
}

/**
 * The run as `journalledRun` returns it, by the texts of its lines; null also when the first line can't be read. Last
 * lines that can't be read are ignored.
 */
export function runOn(taskId: string, first: string | undefined, tail: readonly string[]): JournalledRun | null {
  return journalledRun(taskId, (first !== undefined && lineOn(first)) || undefined, lastLinesOn(tail))
}

/** The lines of texts; empty when one of them can't be read: then the whole journal has to be read. */
export function lastLinesOn(texts: readonly string[]): readonly JournalLine[] {
  const lines = texts.map(lineOn)
  return lines.every((line) => line !== null) ? lines : []
}

/** Whether a run is a turn of the wanted conversation, by its first line. */
function isOfSession({ session }: JournalledRun, { session: wanted }: RunFilter): boolean {
  return wanted === undefined || session?.id === wanted
}

export function isWanted(run: JournalledRun | null, filter: RunFilter): run is JournalledRun {
  return run !== null && (filter.state === undefined || run.state === filter.state) && isOfSession(run, filter)
}

/** Number of last lines that are read: more than a process writes that finds its task taken over. */
export const tailLength = 4

/** State and epoch by the last lines, of which those are void whose epoch has a successor. */
function stateAfter(tail: readonly JournalLine[]): Pick<JournalledRun, 'state' | 'epoch' | 'endedAt'> {
  let state: JournalState = 'running'
  let epoch = 0
  for (const line of tail) {
    if (line.epoch < epoch) continue
    epoch = line.epoch
    if (line.kind === 'end') return { state: 'ended', epoch, endedAt: line.at }
    state = line.kind === 'wait' ? 'waiting' : 'running'
  }
  return epoch > 0 ? { state, epoch } : { state }
}
