import type { Tool } from '@artoo/spec'
import * as z from 'zod'
import { defineTool } from '../define-tool.js'
import { secretName } from '../law1/secret-files.js'
import type { FileRoot } from './file-root.js'
import { longestPattern } from './glob-pattern.js'
import { type MatchingFile, matchingFiles } from './matching-files.js'
import { measured } from './measured.js'
import { fittingLines, totalWords } from './shown-lines.js'

/** Bytes of paths that are listed: 32 KB. */
const room = 32_768

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
      'Leaves out node_modules and .git. The last line, in brackets, tells how many there are.',
    input,
    target: ({ pattern }) => pattern,
    effect({ pattern }) {
      const found = secretInPattern(pattern)
      const reason = `${found} is a name for keys or credentials`
      return found === null ? 'read' : { kind: 'irreversible', action: `list ${pattern}`, reason }
    },
    maxOutputBytes: room + 256,
    async execute({ pattern, sort, limit }, { signal }) {
      const files = await matchingFiles(root, pattern, signal)
      if (files.length === 0) return `no file matches ${pattern}`
      const entries = sort === 'path' ? files.map(unmeasured) : await entriesOf(root, files, signal)
      const lines = entries
        .sort(orders[sort])
        .slice(0, limit)
        .map(({ path, size }) => (sort === 'size' ? `${path}\t${size}` : path))
      const shown = fittingLines(lines, room)
      return [...shown, `[${totalWords(shown.length, entries.length, 'file')}]`].join('\n')
    },
  })
}

/** Names that only a wildcard stands for are listed by ** as well. */
export function secretInPattern(pattern: string): string | null {
  const literal = pattern.split(/[/{},]/).filter((name) => !/[*?[]/.test(name))
  return secretName(literal.join('/'))
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

const unmeasured = ({ path }: MatchingFile): Entry => ({ path, size: 0, modified: 0 })

async function entriesOf(root: FileRoot, files: readonly MatchingFile[], signal: AbortSignal): Promise<Entry[]> {
  const found = await measured(root, files, signal)
  return found.map(({ path, stats }) => ({ path, size: stats.size, modified: stats.mtimeMs }))
}
