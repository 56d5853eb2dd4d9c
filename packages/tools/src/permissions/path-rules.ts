import { realpathSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { ArtooError, errorMessage, type RuleReader } from '@artoo/spec'
import { belowRoot } from '../files/below-root.js'
import type { FileRoot } from '../files/file-root.js'
import { globPattern } from '../files/glob-pattern.js'
import { obeyedOrDefinedBy } from '../pins/obeyed-or-defined-by.js'
import { pathMatcher, plainMatcher } from '../pins/path-matcher.js'

/** A call as rules see it. */
interface Placed {
  /** As it was asked for. */
  readonly path?: string | undefined
}

/**
 * Reads patterns of rules as globs relative to the root; without wildcards a folder stands for all in it. `touches` follows links and
 * disregards case. For a tool that walks folders it holds as well for a folder above what the pattern names: a rule that denies `secrets/**`
 * refuses a search of the whole root.
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
    async touches(pattern, { path = '.' }) {
      const glob = globOf(pattern)
      const [matches, inLowerCase] = [plainMatcher(glob), pathMatcher(glob.toLowerCase())]
      const names = await namesOf(path)
      if (names.some((name) => matches(name) || inLowerCase(name.toLowerCase()))) return true
      const { base } = globPattern(glob)
      return walks && names.some((name) => name === '.' || isAbove(name, base) || base === '')
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
  const isPlain = !/[*?[\]{}\\]/.test(glob)
  return obeyedOrDefinedBy(isPlain ? glob : join(base, 'any').replaceAll(sep, '/')) !== null
}

const isAbove = (folder: string, path: string) => path.toLowerCase().startsWith(`${folder.toLowerCase()}/`)
