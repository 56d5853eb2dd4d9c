import type { RE2JS } from 're2js'
import { boundedBytes } from './bounded-bytes.js'
import { decodeText } from './decode-text.js'
import type { FileRoot } from './file-root.js'
import type { MatchingFile } from './matching-files.js'
import { matchingLines } from './matching-lines.js'
import { isPrivateTwin } from './private-twin.js'
import type { Search } from './search-words.js'
import { shownMatches } from './shown-matches.js'

/** Bytes of one file, and of all: 16 MiB and 256 MiB. */
const mostOfFile = 16_777_216
const mostOfAll = 268_435_456

export interface SearchOptions {
  readonly pattern: RE2JS
  readonly contextLines: number
  /** Matches that are shown, and their bytes. */
  readonly limit: number
  readonly room: number
  readonly signal: AbortSignal
}

/** Searches one file after the other; of what is more than is shown only the number is told. */
export async function searchFiles(
  root: FileRoot,
  files: readonly MatchingFile[],
  { pattern, contextLines, limit, room, signal }: SearchOptions,
): Promise<{ readonly lines: readonly string[]; readonly search: Search }> {
  const lines: string[] = []
  const search = {
    files: 0,
    filesWithMatches: 0,
    matches: 0,
    shown: 0,
    binary: 0,
    tooLarge: 0,
    left: 0,
    linesInPart: 0,
  }
  let bytes = 0
  let roomLeft = room
  let isFull = false
  for (const [index, { path, real }] of files.entries()) {
    signal.throwIfAborted()
    if (bytes > mostOfAll) {
      search.left = files.length - index
      break
    }
    const content = await searchedBytes(root, real, signal).catch(() => null)
    const text = content && decodeText(content)
    bytes += content?.length ?? 0
    if (content === null) search.tooLarge++
    else if (text === null) search.binary++
    if (text === null) continue
    const found = await matchingLines(text, { pattern, most: isFull ? 0 : limit - search.shown, signal })
    search.files++
    search.matches += found.matches
    search.linesInPart += found.inPart
    if (found.matches > 0) search.filesWithMatches++
    const shown = shownMatches(path, found, { contextLines, room: roomLeft })
    search.shown += shown.matches
    roomLeft -= shown.bytes
    isFull ||= shown.isCut
    lines.push(...shown.lines)
  }
  return { lines, search }
}

/** Null for a file that is too large, or that only read_file may show. */
const searchedBytes = (root: FileRoot, real: string, signal: AbortSignal): Promise<Buffer | null> =>
  root.at(real, (place) => boundedBytes(place, mostOfFile, signal, (stats) => !isPrivateTwin(stats)))
