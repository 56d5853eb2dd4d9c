import { realpathSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { ArtooError, errorMessage, type RuleReader } from '@artoo/spec'
import { belowRoot } from '../files/below-root.js'
import type { FileRoot } from '../files/file-root.js'
import { globPattern } from '../files/glob-pattern.js'
import { plainName } from '../law1/plain-name.js'
import { obeyedOrDefinedBy } from '../pins/obeyed-or-defined-by.js'
import { pathMatcher, plainMatcher } from '../pins/path-matcher.js'

/** A call as rules see it. */
interface Placed {
  /** The path as it was asked for. */
  readonly path?: string | undefined
  /** The files in which `search_text` looks. */
  readonly glob?: string | undefined
  /** The files that `glob` lists. */
  readonly pattern?: string | undefined
  /** The levels that `list_files` lists. */
  readonly depth?: number | undefined
}

/**
 * Reads patterns of rules as globs relative to the root; without wildcards a folder stands for all in it. `touches` follows links and
 * disregards case. For a tool that walks folders it holds as well where the walk may meet what the pattern names: a rule that denies `secrets/**`
 * refuses a search of the whole root, and none of `src/**`.
 */
export function pathRules(
  root: FileRoot,
  directory: string,
  { walks }: { readonly walks: boolean },
): RuleReader<Placed> {
  const globOf = (pattern: string) => belowRoot([directory, realpathSync.native(directory)], pattern)

  async function namesOf(path: string): Promise<readonly string[]> {
    const base = await root.directory()
    const real = await root.resolve(path).catch(() => null)
    const asked = relative(directory, resolve(directory, path)).replaceAll(sep, '/')
    return [asked || '.', ...(real === null ? [] : [relative(base, real).replaceAll(sep, '/') || '.'])]
  }

  return {
    assert(pattern) {
      try {
        pathMatcher(globOf(pattern))
      } catch (cause) {
        throw new ArtooError('invalid_rule', errorMessage(cause), { field: 'target', cause })
      }
    },
    async touches(pattern, call) {
      const glob = globOf(pattern)
      const [matches, inLowerCase] = [plainMatcher(glob), pathMatcher(glob.toLowerCase())]
      const names = await namesOf(walks ? startOf(call) : (call.path ?? '.'))
      if (names.some((name) => matches(name) || inLowerCase(name.toLowerCase()))) return true
      return walks && names.some((name) => mayMeet(glob, name, call.depth))
    },
    async covers(patterns, { path = '.' }) {
      const real = await root.resolve(path).catch(() => null)
      if (real === null) return null
      const name = relative(await root.directory(), real).replaceAll(sep, '/')
      const isObeyed = obeyedOrDefinedBy(name) !== null
      const found = patterns.find((pattern) => {
        const glob = globOf(pattern)
        return pathMatcher(glob)(name) && (!isObeyed || namesObeyed(glob))
      })
      return found === undefined ? null : [found]
    },
  }
}

/** Whether a pattern itself names a file that programs obey: `.github/workflows/**` does, `**` does not. */
function namesObeyed(glob: string): boolean {
  const { base } = globPattern(glob)
  return obeyedOrDefinedBy(isPlain(glob) ? glob : join(base, 'any').replaceAll(sep, '/')) !== null
}

/** The folder or file at which a tool begins to walk. */
function startOf({ path, glob, pattern }: Placed): string {
  const files = glob ?? pattern
  if (path !== undefined || files === undefined) return path ?? '.'
  return (isPlain(files) ? files : globPattern(files).base) || '.'
}

/** Whether a walk that begins at a path, and goes so many levels down, may meet what a glob names. */
function mayMeet(glob: string, start: string, depth = Number.POSITIVE_INFINITY): boolean {
  const from = segmentsOf(start)
  const named = segmentsOf(isPlain(glob) ? glob : globPattern(glob).base)
  if (!named.every((name, level) => level >= from.length || name === from[level])) return false
  const levels = named.length - from.length
  return isPlain(glob) ? levels >= 0 && depth >= levels : depth > levels
}

const isPlain = (glob: string) => !/[*?[\]{}\\]/.test(glob)

const segmentsOf = (path: string): readonly string[] =>
  path
    .split('/')
    .filter((name) => name !== '' && name !== '.')
    .map(plainName)
