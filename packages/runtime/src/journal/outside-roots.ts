import { ArtooError, type Tool } from '@artoo/spec'

/** Something that is kept of tasks, and where: undefined when it has no files. */
export interface KeptPlace {
  readonly field: 'journal' | 'memory' | 'auditLog' | 'onAlways'
  readonly path: string | undefined
}

const names = {
  journal: 'the journal',
  memory: 'the memory',
  auditLog: 'the audit log',
  onAlways: 'the file of rules',
} as const

/**
 * Refuses to keep what was decided where a tool could read and rewrite it. Symbolic links are followed; what does not exist yet
 * lies where it would be created. Without a file system, as in a browser, there is nothing to refuse.
 *
 * @throws {ArtooError} `unsafe_journal`, naming the path, the root and the way out.
 */
export function assertOutsideRoots(kept: readonly KeptPlace[], tools: readonly Tool[]): void {
  const node = nodeParts()
  if (!node) return
  for (const { field, path } of kept) {
    if (path === undefined) continue
    const place = realPlace(node, path)
    for (const { name, root } of tools) {
      if (root === undefined || !isInside(node, realPlace(node, root), place)) continue
      const where = `${names[field]} lies at ${place}, inside of ${root}, which the tool ${name} can reach`
      throw new ArtooError('unsafe_journal', `${where}: ${wayOut(field, place)}`, { field })
    }
  }
}

const byDefault = {
  journal: 'fileJournal({ root })',
  memory: 'openMemory({ root })',
  auditLog: 'fileAuditLog({ root })',
  onAlways: 'fileRules({ root })',
} as const

function wayOut(field: KeptPlace['field'], place: string): string {
  const elsewhere = 'set XDG_STATE_HOME to a folder outside of it, give a path outside, or give the tool a smaller root'
  const isStateFolder = /[\\/]artoo[\\/][0-9a-f]{32}([\\/]|$)/.test(place)
  if (isStateFolder) return `the state folder of the user is within that root; ${elsewhere}`
  return `give it a path outside, or none: ${byDefault[field]} lies in the state folder of the user`
}

/** As much of Node's modules as is needed. */
interface NodeParts {
  readonly fs: { readonly realpathSync: { native(path: string): string }; readlinkSync(path: string): string }
  readonly path: Readonly<Record<'resolve' | 'join' | 'relative', (...parts: readonly string[]) => string>> &
    Readonly<Record<'dirname' | 'basename', (path: string) => string>> & { isAbsolute(path: string): boolean }
}

/** Not imported: this file runs where there is no Node, too. */
function nodeParts(): NodeParts | null {
  const { process } = globalThis as { readonly process?: { getBuiltinModule?(name: string): unknown } }
  const [fs, path] = ['node:fs', 'node:path'].map((name) => process?.getBuiltinModule?.(name))
  return fs && path ? ({ fs, path } as NodeParts) : null
}

function isInside({ path }: NodeParts, root: string, place: string): boolean {
  const way = path.relative(root, place)
  return !/^\.\.([\\/]|$)/.test(way) && !path.isAbsolute(way)
}

/** More links than any system follows. */
const mostLinks = 40

function realPlace(node: NodeParts, given: string, links = mostLinks): string {
  const { fs, path } = node
  const asked = path.resolve(given)
  const real = orNull(() => fs.realpathSync.native(asked))
  if (real !== null) return real
  const parent = path.dirname(asked)
  if (parent === asked) return asked
  const place = realPlace(node, parent, links)
  const target = links > 0 ? orNull(() => fs.readlinkSync(asked)) : null
  return target === null
    ? path.join(place, path.basename(asked))
    : realPlace(node, path.resolve(place, target), links - 1)
}

function orNull(read: () => string): string | null {
  try {
    return read()
  } catch {
    return null
  }
}
