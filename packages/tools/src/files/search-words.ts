import { counted } from './shown-lines.js'

/** The counts of a search. */
export interface Search {
  readonly files: number
  readonly filesWithMatches: number
  readonly matches: number
  readonly shown: number
  readonly binary: number
  readonly tooLarge: number
  /** Files that the search did not reach. */
  readonly left: number
  readonly linesInPart: number
}

/** The last line of a search: the number of matches and of files, and the files that were not searched. */
export function searchWords(search: Search, secret: number): string {
  const { files, filesWithMatches, matches, shown, binary, tooLarge, left, linesInPart } = search
  const found = shown === matches ? counted(matches, 'match', 'matches') : `${shown} of ${matches} matches shown`
  const unsearched = [
    binary > 0 && counted(binary, 'binary file'),
    tooLarge > 0 && `${counted(tooLarge, 'file')} that can't be read or of more than 16 MiB`,
    secret > 0 && `${counted(secret, 'file')} named like secrets`,
    left > 0 && `${counted(left, 'more file')}, which were too much`,
  ].filter(Boolean)
  const facts = [
    `${found} in ${filesWithMatches} of ${counted(files, 'file')}`,
    unsearched.length > 0 && `not searched: ${unsearched.join(', ')}`,
    linesInPart > 0 && `${counted(linesInPart, 'very long line')} searched only at the beginning`,
  ]
  return `[${facts.filter(Boolean).join('; ')}]`
}
