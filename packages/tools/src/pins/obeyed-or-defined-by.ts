import { programs } from '../law1/defining-programs.js'
import { obeyedBy } from '../law1/obeyed-files.js'
import { plainMatcher } from './path-matcher.js'

/** The program that a file at this path is obeyed by, or whose commands it defines, such as `git` or `npm`; null for any other file. */
export function obeyedOrDefinedBy(path: string): string | null {
  const by = obeyedBy(path)
  if (by !== null) return by
  for (const { names, files } of programs) {
    const matches = known.get(files) ?? files.map((file) => plainMatcher(`**/${file}`))
    known.set(files, matches)
    if (matches.some((is) => is(path))) return names[0] ?? null
  }
  return null
}

const known = new Map<readonly string[], readonly ((path: string) => boolean)[]>()
