import type { Envelope } from '@artoo/bus'
import { ArtooError } from '@artoo/spec'
import { assertIsJournal } from './assert-is-journal.js'
import { assertTaskId } from './assert-task-id.js'
import { withTexts } from './blobs.js'
import type { Journal, StartLine } from './journal.js'
import { type Ownership, ownershipFold } from './ownership.js'
import { readLines, type SoundLine } from './read-lines.js'
import { damagedJournal } from './unreadable.js'

/** All that a journal holds of a run. */
export interface RunLog extends Pick<Ownership, 'epoch' | 'lines' | 'check'> {
  readonly start: StartLine
  readonly events: readonly Envelope[]
  /** Number of the line of each event, from 1. */
  readonly lineNumbers: readonly number[]
  /** Events of void lines, which an earlier owner wrote after its task had been taken over. They are no part of the run. */
  readonly late: readonly Envelope[]
  /** Long texts by their hash. */
  readonly texts: ReadonlyMap<string, string>
  readonly ended: boolean
}

/**
 * @throws {ArtooError} `invalid_option` for what is not a journal, `invalid_task_id`, `unknown_task` when the journal has no such run;
 * `damaged_journal` when a line is not as it was written or a long text is missing, `unsupported_journal` when another version wrote it: both
 * name the line.
 */
export async function readRun(journal: Journal, taskId: string): Promise<RunLog> {
  assertIsJournal(journal)
  assertTaskId(taskId)
  const texts = new Map<string, string>()
  const eventIn = eventFold(taskId, texts)
  const events: Envelope[] = []
  const lineNumbers: number[] = []
  const late: Envelope[] = []
  const fold = ownershipFold()
  let start: StartLine | undefined
  for await (const sound of readLines(journal, taskId, fold)) {
    const { line, number, isValid } = sound
    if (line.kind === 'start') start = line
    const event = eventIn(sound)
    if (!event) continue
    if (isValid) lineNumbers.push(number)
    ;(isValid ? events : late).push(event)
  }
  const { epoch, lines, state, check } = fold.now
  if (lines === 0) throw new ArtooError('unknown_task', `the journal has no run ${taskId}`, { field: 'taskId' })
  if (!start) throw damagedJournal(taskId, 1, 'it is not the beginning')
  return { start, events, lineNumbers, late, texts, epoch, lines, check, ended: state === 'ended' }
}

/** Returns the event of a line with its long texts, which come in the lines before; null for a line of another kind. */
export function eventFold(taskId: string, texts = new Map<string, string>()): (sound: SoundLine) => Envelope | null {
  return ({ line, number }) => {
    // The text of a hash is the same whoever wrote it.
    if (line.kind === 'blob') texts.set(line.hash, line.text)
    if (line.kind !== 'event') return null
    const event = withTexts(line.event, texts, (hash) => {
      throw damagedJournal(taskId, number, `the text of hash ${hash} is missing`)
    })
    if (!isEnvelope(event)) throw damagedJournal(taskId, number, 'its event is none')
    return event
  }
}

function isEnvelope(event: unknown): event is Envelope {
  const { id, seq, from, to, type, at } = (event ?? {}) as Partial<Record<string, unknown>>
  const texts = [id, from, to, type].every((text) => typeof text === 'string')
  return texts && Number.isFinite(seq) && Number.isFinite(at)
}
