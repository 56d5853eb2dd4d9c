import { ArtooError } from '@artoo/spec'
import type { ErrorCode } from '../error-codes.js'
import { gapsBetween, spanWords } from './line-spans.js'
import type { PresentFile } from './present-file.js'
import type { Seen, SeenFiles } from './seen-files.js'

/**
 * The lines of a file's present version that the run has seen; null when it has not read the file.
 *
 * @throws {ArtooError} `stale` when the run has seen an earlier version only.
 */
export function seenOf(seen: SeenFiles, taskId: string, file: PresentFile): Seen | null {
  const known = seen.of(taskId, file, file.version)
  if (known !== 'stale') return known
  throw refusal('stale', `${file.path} has changed since it was read in this run: read_file it again`)
}

/**
 * Asserts that the run has seen or written the whole file, so that it may be replaced.
 *
 * @throws {ArtooError} `unread`, `stale`.
 */
export function assertSeenWhole(seen: SeenFiles, taskId: string, file: PresentFile): void {
  const { path, text } = file
  const known = seenOf(seen, taskId, file)
  if (hasSeenWhole(known, file)) return
  if (text === null) {
    throw refusal('unread', `${path} exists and is no text, so it can't be shown: if it is to go, remove it first`)
  }
  const why = known
    ? `${spanWords(gapsBetween(known.shown, known.lines))} of ${path} not shown in this run`
    : `${path} exists and was not read in this run`
  throw refusal('unread', `${why}: read_file it first, or change a part of it with edit_file`)
}

/** Whether the run has seen the whole file. An empty file counts as seen. */
export function hasSeenWhole(known: Seen | null, { bytes }: PresentFile): boolean {
  return bytes === 0 || (known !== null && gapsBetween(known.shown, known.lines).length === 0)
}

const refusal = (code: ErrorCode, message: string) => new ArtooError(code, message, { field: 'path' })
