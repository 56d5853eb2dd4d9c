import { ArtooError, sha256 } from '@artoo/spec'
import { checkOf, firstCheck, followed } from './checked-lines.js'
import { type Journal, type JournalLine, journalVersion } from './journal.js'
import { type OwnershipFold, ownershipFold } from './ownership.js'
import { damagedJournal, unsupportedJournal } from './unreadable.js'

/** A line that is as it was written. */
export interface SoundLine {
  readonly line: JournalLine
  /** The number of the line, from 1. */
  readonly number: number
  /** False for a void line, which is not part of the run. */
  readonly isValid: boolean
}

/** The lines of a run, as often as there are new ones. */
export interface LineReader {
  /**
   * The lines after those that were read, each compared with its check.
   *
   * @throws {ArtooError} `damaged_journal` at the first line that is not as it was written, `unsupported_journal` at one of another version;
   * both name the line.
   */
  more(): AsyncGenerator<SoundLine>
}

/** `fold` takes the lines in. */
export function lineReader(journal: Journal, taskId: string, fold: OwnershipFold = ownershipFold()): LineReader {
  const isSound = checkFold()
  let number = 0

  function sound(line: JournalLine): SoundLine {
    number++
    assertVersion(taskId, line, number)
    if (!isLine(line)) throw damagedJournal(taskId, number, 'it is no line')
    const isValid = isKnown(line) && fold.take(line)
    // Late lines of an earlier owner follow each other; a process whose claim failed writes no more lines.
    if (!isSound(line, isValid || line.epoch < fold.now.epoch))
      throw damagedJournal(taskId, number, "its check doesn't match")
    if (!isKnown(line)) throw unsupportedJournal(taskId, number, `a line of kind ${String(Reflect.get(line, 'kind'))}`)
    return { line, number, isValid }
  }

  return {
    async *more() {
      try {
        for await (const line of journal.read(taskId, number)) yield sound(line)
      } catch (error) {
        throw isNoLine(error) ? damagedJournal(taskId, number + 1, 'it is no line', error) : error
      }
    },
  }
}

/** All lines of a run, as `more` of a reader gives them. */
export function readLines(journal: Journal, taskId: string, fold?: OwnershipFold): AsyncGenerator<SoundLine> {
  return lineReader(journal, taskId, fold).more()
}

/** Compares one line after the other with its check. Each epoch is a chain of its own, so that a late line of an earlier owner breaks nothing. */
function checkFold(): (line: JournalLine, isFollowed: boolean) => boolean {
  const seen = new Set<string>()
  const last = new Map<number, string>()

  function previousOf(line: JournalLine): string | undefined {
    const named = followed(line)
    if (named !== undefined) return seen.has(named) ? named : undefined
    return line.kind === 'start' && seen.size === 0 ? firstCheck : last.get(line.epoch)
  }

  return (line, isFollowed) => {
    const { epoch, check } = line
    const previous = previousOf(line)
    if (previous === undefined || checkOf(line, previous) !== check) return false
    if (line.kind === 'blob' && sha256(line.text) !== line.hash) return false
    seen.add(check)
    if (isFollowed) last.set(epoch, check)
    return true
  }
}

function assertVersion(taskId: string, line: JournalLine, number: number): void {
  if (line?.kind !== 'start' || line.version === journalVersion) return
  throw unsupportedJournal(taskId, number, `version ${line.version}, and this artoo reads ${journalVersion}`)
}

function isLine(line: unknown): line is JournalLine {
  const { kind, epoch, check, text } = (line ?? {}) as Partial<Record<string, unknown>>
  const isText = kind !== 'blob' || typeof text === 'string'
  return typeof kind === 'string' && Number.isSafeInteger(epoch) && typeof check === 'string' && isText
}

const kinds: Readonly<Record<JournalLine['kind'], true>> = {
  start: true,
  blob: true,
  event: true,
  lease: true,
  wait: true,
  end: true,
}

const isKnown = ({ kind }: JournalLine) => Object.hasOwn(kinds, kind)

/** Whether a journal threw the error for a line that it can't read. */
function isNoLine(error: unknown): boolean {
  if (error instanceof SyntaxError) return true
  return ArtooError.isInstance(error) && error.code === 'damaged_journal' && error.field === undefined
}
