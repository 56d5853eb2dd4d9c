import { ArtooError, type Tool } from '@artoo/spec'

/** Something that is kept of tasks, and where: undefined when it has no files. */
export interface KeptPlace {
  readonly field: 'journal' | 'queue' | 'memory' | 'auditLog' | 'onAlways'
  readonly path: string | undefined
}

const names = {
  journal: 'the journal',
  queue: 'the queue',
  memory: 'the memory',
  auditLog: 'the audit log',
  onAlways: 'the file of rules',
} as const

/**
 * Refuses to keep what was decided where a tool could read and rewrite it. Symbolic links are followed; what does not exist yet
 * lies where it would be created. Links in a root that lead there, and files with a second name, are searched among the first few thousand
 * entries. Without a file system, as in a browser, there is nothing to refuse.
 *
 * @throws {ArtooError} `unsafe_journal`, naming the path, the root and the way out.
 */
export function assertOutsideRoots(kept: readonly KeptPlace[], tools: readonly Tool[]): void {
  const node = nodeParts()
  if (!node) return
  for (const { field, path } of kept) {
    if (path === undefined) continue
    const place = realPlace(node, path)
    const rooted = tools.flatMap(({ name, root }) => (root === undefined ? [] : [{ name, root }]))
    for (const { name, root } of rooted) {
      if (!isInside(node, realPlace(node, root), place)) continue
      const where = `${names[field]} lies at ${place}, inside of ${root}, which the tool ${name} can reach`
      throw new ArtooError('unsafe_journal', `${where}: ${wayOut(field, place)}`, { field })
    }
    for (const root of new Set(rooted.map((one) => one.root))) {
      const link = linkTo(node, root, place)
      if (link === null) continue
      const where = `${names[field]} lies at ${place}, to which the link ${link} leads from ${root}, where tools work`
      throw new ArtooError('unsafe_journal', `${where}: remove the link, or give ${names[field]} a path elsewhere`, {
        field,
      })
    }
    const twin = rooted.length > 0 ? twoNamed(node, place) : null
    if (twin === null) continue
    const where = `${names[field]} has a file with a second name, a hard link, through which a tool may reach it: ${twin}`
    throw new ArtooError('unsafe_journal', `${where}; remove the other name, or put a copy in its place`, { field })
  }
}

/** Entries of a folder that are looked at: a start takes milliseconds, however large the folder is. */
const mostEntries = 5_000

/** A symbolic link below a folder that leads to a place, into it, or to a folder around it. Null when there is none among the first entries. */
function linkTo(node: NodeParts, root: string, place: string): string | null {
  for (const { path, entry } of entriesBelow(node, root)) {
    if (!entry.isSymbolicLink()) continue
    const target = orNull(() => node.fs.realpathSync.native(path))
    if (target !== null && (isInside(node, target, place) || isInside(node, place, target))) return path
  }
  return null
}

/** A file at or below a place that has more than one name. */
function twoNamed(node: NodeParts, place: string): string | null {
  const files = [...entriesBelow(node, place)].filter(({ entry }) => entry.isFile()).map(({ path }) => path)
  const isTwoNamed = (path: string) => {
    const stat = orNull(() => node.fs.statSync(path))
    return stat?.isFile() === true && stat.nlink > 1
  }
  return [place, ...files].find(isTwoNamed) ?? null
}

/** The first entries below a folder, the upper ones first. */
function* entriesBelow({ fs, path }: NodeParts, folder: string) {
  const folders: string[] = [folder]
  let count = 0
  for (let next = folders.shift(); next !== undefined; next = folders.shift()) {
    const from = next
    for (const entry of orNull(() => fs.readdirSync(from, { withFileTypes: true })) ?? []) {
      if (++count > mostEntries) return
      const found = path.join(from, entry.name)
      if (entry.isDirectory()) folders.push(found)
      yield { path: found, entry }
    }
  }
}

const byDefault = {
  journal: 'fileJournal({ root })',
  queue: 'fileQueue({ root })',
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

interface Entry {
  readonly name: string
  isFile(): boolean
  isDirectory(): boolean
  isSymbolicLink(): boolean
}

/** As much of Node's modules as is needed. */
interface NodeParts {
  readonly fs: {
    readonly realpathSync: { native(path: string): string }
    readlinkSync(path: string): string
    readdirSync(path: string, options: { readonly withFileTypes: true }): readonly Entry[]
    statSync(path: string): { readonly nlink: number; isFile(): boolean }
  }
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

function orNull<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch {
    return null
  }
}
