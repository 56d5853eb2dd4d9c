import { ArtooError, errorMessage } from '@artoo/spec'
import { RE2JS } from 're2js'
import { globExpression, globPieces } from './glob-expression.js'

/** The most characters of a pattern. */
export const longestPattern = 1000

export interface GlobPattern {
  /** The directory that the pattern names before its first wildcard; an empty string for the root. */
  readonly base: string
  /** Whether a path relative to the root matches. */
  matches(path: string): boolean
  /** Whether matches may lie in a directory of this name so many levels below the root; its parents were asked before. */
  mayEnter(name: string, level: number): boolean
}

/**
 * Reads `**`, `*`, `?`, `[a-z]`, `[!a-z]`, `{a,b}`, `{1..9}` and a backslash before what is meant literally; wildcards
 * match hidden names, too. Matching takes time linear in the path, whatever the pattern: the matcher doesn't backtrack.
 *
 * @throws {ArtooError} `pattern_invalid`, whose message says what to write instead; `path_outside_root` for a pattern
 * that starts at `/` or holds a `..`.
 */
export function globPattern(pattern: string): GlobPattern {
  if (pattern.startsWith('/') || parentSegment.test(pattern)) throw outside(pattern)
  if (pattern.startsWith('!'))
    throw invalid(pattern, "a pattern can't be negated; put \\ before a ! that is meant literally")
  if (extended.test(pattern))
    throw invalid(pattern, 'write {a,b} for alternatives, and \\ before a ( that is meant literally')
  const plain = pattern.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, '')
  const whole = compile(pattern, plain)
  const segments = segmentsOf(plain)
  const open = segments.findIndex((segment) => segment.includes('**') || segment.includes('/'))
  const closed = segments.slice(0, open === -1 ? -1 : open)
  const directories = closed.map((segment) => compile(pattern, segment))
  const literal = closed.findIndex((segment) => /[*?[{]/.test(segment))
  return {
    base: closed
      .slice(0, literal === -1 ? closed.length : literal)
      .map((segment) => segment.replace(/\\(.)/g, '$1'))
      .join('/'),
    matches: (path) => whole.matches(path),
    mayEnter: (name, level) => directories[level]?.matches(name) ?? open !== -1,
  }
}

const parentSegment = /(^|[/{,(|])\.\.($|[/},)|])/
const extended = /^(?:[^\\]|\\.)*?[@+*?!]\(/s

function compile(shown: string, glob: string): RE2JS {
  try {
    return RE2JS.compile(globExpression(glob), RE2JS.DOTALL)
  } catch (cause) {
    throw invalid(shown, errorMessage(cause), cause)
  }
}

/** Cuts at slashes, but not at those between braces or brackets. */
function segmentsOf(glob: string): string[] {
  const segments = ['']
  let depth = 0
  for (const [piece] of glob.matchAll(globPieces)) {
    if (piece === '{') depth++
    if (piece === '}') depth = Math.max(0, depth - 1)
    if (piece === '/' && depth === 0) segments.push('')
    else segments[segments.length - 1] += piece
  }
  return segments
}

const outside = (pattern: string) =>
  new ArtooError('path_outside_root', `${pattern} reaches outside the root directory; start it inside`, {
    field: 'pattern',
  })

const invalid = (pattern: string, why: string, cause?: unknown) =>
  new ArtooError('pattern_invalid', `${pattern} is no pattern that is known here: ${why}`, { field: 'pattern', cause })
