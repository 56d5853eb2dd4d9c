import { ArtooError } from '@artoo/spec'
import { gapsBetween, spanWords } from './line-spans.js'
import type { PresentFile } from './present-file.js'
import type { Seen, SeenFiles } from './seen-files.js'

/**
 * What the run knows of a file as it is now; null when it never looked.
 *
 * @throws {ArtooError} `stale` when what it knows is of an earlier version.
 */
export function seenOf(seen: SeenFiles, taskId: string, file: PresentFile): Seen | null {
  const known = seen.of(taskId, file, file.version)
  if (known !== 'stale') return known
  throw refusal('stale', `${file.path} has changed since it was read in this run: read_file it again`)
}

/**
 * Refuses to let go of what the run wasn't shown and didn't write.
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

/** Of an empty file there is nothing to see. */
export function hasSeenWhole(known: Seen | null, { bytes }: PresentFile): boolean {
  return bytes === 0 || (known !== null && gapsBetween(known.shown, known.lines).length === 0)
}

const refusal = (code: string, message: string) => new ArtooError(code, message, { field: 'path' })
