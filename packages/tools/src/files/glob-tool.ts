import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tool } from '@artoo/spec'
import * as z from 'zod'
import { defineTool } from '../define-tool.js'
import { secretName } from '../law1/secret-files.js'
import type { FileRoot } from './file-root.js'
import { globPattern, longestPattern } from './glob-pattern.js'
import { walk } from './walk.js'

const input = z.object({
  pattern: z.string().min(1).max(longestPattern).describe('glob relative to the root, e.g. src/**/*.ts'),
  sort: z
    .enum(['path', 'size', 'modified'])
    .default('path')
    .describe('path: alphabetical; size: largest first; modified: newest first'),
  limit: z.number().int().min(1).max(1000).default(200).describe('most files to list'),
})

export type GlobInput = z.output<typeof input>

/** Lists files by pattern, hidden ones included, `node_modules` and `.git` left out. Follows no symbolic link. */
export function globTool(root: FileRoot): Tool<GlobInput> {
  return defineTool({
    name: 'glob',
    description:
      'Lists the files that match a glob pattern, one per line; with sort "size" the bytes follow after a tab. ' +
      'Leaves out node_modules and .git. When files are left out the last line tells how many there are.',
    input,
    target: ({ pattern }) => pattern,
    effect({ pattern }) {
      // Names that only a wildcard stands for are listed by ** as well.
      const literal = pattern.split(/[/{},]/).filter((name) => !/[*?[]/.test(name))
      const found = secretName(literal.join('/'))
      const reason = `${found} is a name for keys or credentials`
      return found === null ? 'read' : { kind: 'irreversible', action: `list ${pattern}`, reason }
    },
    async execute({ pattern, sort, limit }, { signal }) {
      const directory = await root.directory()
      const paths = await matches(pattern, root, signal)
      if (paths.length === 0) return `no file matches ${pattern}`
      const entries = sort === 'path' ? paths.map(unmeasured) : await measured(directory, paths, signal)
      const lines = entries
        .sort(orders[sort])
        .slice(0, limit)
        .map(({ path, size }) => (sort === 'size' ? `${path}\t${size}` : path))
      if (paths.length > limit) lines.push(`… ${limit} of ${paths.length} files`)
      return lines.join('\n')
    },
  })
}

interface Entry {
  readonly path: string
  readonly size: number
  readonly modified: number
}

const byPath = (a: Entry, b: Entry) => (a.path < b.path ? -1 : 1)

const orders = {
  path: byPath,
  size: (a: Entry, b: Entry) => b.size - a.size || byPath(a, b),
  modified: (a: Entry, b: Entry) => b.modified - a.modified || byPath(a, b),
} as const

const leftOut = new Set(['node_modules', '.git'])

async function matches(pattern: string, root: FileRoot, signal: AbortSignal): Promise<string[]> {
  const { base, matches: fits, mayEnter } = globPattern(pattern)
  const names = base === '' ? [] : base.split('/')
  if (names.some((name) => leftOut.has(name))) return []
  // A pattern may name a symbolic link: only where that really leads counts.
  const start = await root.resolve(base)
  const enter = (name: string, level: number) => !leftOut.has(name) && mayEnter(name, names.length + level)
  const found: string[] = []
  for await (const inside of walk(start, { enter, signal })) {
    const path = base === '' ? inside : `${base}/${inside}`
    if (!leftOut.has(inside.slice(inside.lastIndexOf('/') + 1)) && fits(path)) found.push(path)
  }
  return found
}

const unmeasured = (path: string): Entry => ({ path, size: 0, modified: 0 })

/** So many files are looked at side by side. */
const batch = 64

async function measured(directory: string, paths: readonly string[], signal: AbortSignal): Promise<Entry[]> {
  const entries: (Entry | null)[] = []
  for (let at = 0; at < paths.length; at += batch) {
    signal.throwIfAborted()
    const look = async (path: string) => {
      // A file may vanish between the listing and the look at it.
      const stats = await stat(join(directory, path)).catch(() => null)
      return stats && { path, size: stats.size, modified: stats.mtimeMs }
    }
    entries.push(...(await Promise.all(paths.slice(at, at + batch).map(look))))
  }
  return entries.filter((entry) => entry !== null)
}
