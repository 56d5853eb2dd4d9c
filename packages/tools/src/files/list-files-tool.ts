import { join, relative, sep } from 'node:path'
import { ArtooError, type Tool } from '@artoo/spec'
import * as z from 'zod'
import { defineTool } from '../define-tool.js'
import { locate } from './file-place.js'
import { type FileRoot, longestPath } from './file-root.js'
import { leftOut } from './matching-files.js'
import { measured } from './measured.js'
import { secretIn } from './secret-in.js'
import { counted, fittingLines, totalWords } from './shown-lines.js'
import { type Entry, walkEntries } from './walk.js'

/** Bytes of the list: 16 KB. */
const room = 16_384

const input = z.object({
  path: z.string().max(longestPath).default('.').describe('the directory, relative to the root'),
  depth: z.number().int().min(1).max(20).default(1).describe('levels that are listed'),
})

export type ListFilesInput = z.output<typeof input>

/** Lists a directory, hidden names included, `node_modules` and `.git` left out. Follows no symbolic link below it. */
export function listFilesTool(root: FileRoot): Tool<ListFilesInput> {
  return defineTool({
    name: 'list_files',
    description:
      'Shows what is in a directory: directories end in a slash, after the path of a file its bytes follow after a tab. ' +
      'Leaves out node_modules and .git. The last line, in brackets, has the totals.',
    input,
    target: ({ path }) => root.nameOf(path),
    async effect({ path }) {
      const found = await secretIn(root, path)
      const reason = `${found} is a name for keys or credentials`
      return found === null ? 'read' : { kind: 'irreversible', action: `list ${path}`, reason }
    },
    maxOutputBytes: room + 256,
    async execute({ path, depth }, { signal }) {
      const start = await directoryAt(root, path)
      const directory = await root.directory()
      const base = relative(directory, start).replaceAll(sep, '/')
      const enter = (name: string, level: number) => !leftOut.has(name) && level + 1 < depth
      const entries: Entry[] = []
      for await (const entry of walkEntries(directory, { start, enter, signal })) {
        if (!leftOut.has(entry.path.slice(entry.path.lastIndexOf('/') + 1))) entries.push(entry)
      }
      entries.sort((one, other) => (one.path < other.path ? -1 : 1))
      const sizes = await sizesOf(root, start, entries, signal)
      const place = base === '' ? '' : `${base}/`
      const lines = entries.map((entry) => `${place}${entry.path}${markOf(entry, sizes)}`)
      const shown = fittingLines(lines, room)
      return [...shown, `[${totals(entries, sizes, shown.length)}]`].join('\n')
    },
  })
}

async function directoryAt(root: FileRoot, path: string): Promise<string> {
  const { real, stats } = await locate(root, path)
  if (stats === null) throw new ArtooError('path_not_found', `${path} does not exist`, { field: 'path' })
  if (stats.isDirectory()) return real
  throw new ArtooError('path_not_a_directory', `${path} is a file; read_file shows it`, { field: 'path' })
}

async function sizesOf(
  root: FileRoot,
  start: string,
  entries: readonly Entry[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const files = entries.filter(({ kind }) => kind === 'file')
  const found = await measured(
    root,
    files.map(({ path }) => ({ path, real: join(start, path) })),
    signal,
  )
  return new Map(found.map(({ path, stats }) => [path, stats.size]))
}

function markOf({ path, kind }: Entry, sizes: ReadonlyMap<string, number>): string {
  if (kind === 'directory') return '/'
  return kind === 'file' ? `\t${sizes.get(path) ?? '?'}` : '\t(a link or a device)'
}

function totals(entries: readonly Entry[], sizes: ReadonlyMap<string, number>, shown: number): string {
  const directories = entries.filter(({ kind }) => kind === 'directory').length
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const files = counted(sizes.size, 'file')
  const parts = [`${files}, ${counted(bytes, 'byte')}`, counted(directories, 'directory', 'directories')]
  const others = entries.length - sizes.size - directories
  if (others > 0) parts.push(counted(others, 'other'))
  const more = shown === entries.length ? '' : `; ${totalWords(shown, entries.length, 'entry', 'entries')}`
  return `${parts.join('; ')}${more}`
}
