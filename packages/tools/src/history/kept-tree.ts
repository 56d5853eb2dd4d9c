import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { oneByOne } from '@artoo/spec'
import { walkEntries } from '../files/walk.js'
import { ownRepository } from '../git/own-repository.js'
import { gitRunner } from '../git/run-git.js'
import { type Blob, snapshotStore } from '../snapshots/snapshot-store.js'
import { type FileLook, isUnchanged, lookAt } from './file-look.js'
import { indexOf, pruneTree } from './prune-tree.js'
import { type FileState, sha256Of } from './record-line.js'

/** A file of the root in two snapshots, each with its content; null where it wasn't. */
export interface KeptChange {
  readonly path: string
  readonly before: KeptFile | null
  readonly after: KeptFile | null
}

interface KeptFile {
  readonly content: Buffer
  readonly state: FileState
}

/** Snapshots of all files of a root of which states are kept. Paths have slashes and are relative to the root. */
export interface KeptTree {
  /** Stores all files that are covered. */
  take(signal: AbortSignal): Promise<KeptSnapshot>
  /**
   * The same, with the places of which no states are kept: ignored by git, repositories of their own, files that are too large, can't be read or
   * have a name that git refuses. A folder stands for all in it, and for a file whose name is no UTF-8.
   */
  takeAndTell(signal: AbortSignal): Promise<{ readonly snapshot: KeptSnapshot; readonly uncovered: readonly string[] }>
  changes(from: KeptSnapshot, to: KeptSnapshot, signal: AbortSignal): Promise<readonly KeptChange[]>
  /** Removes the contents that are not in the root. Snapshots of before can't be compared any more. */
  prune(signal: AbortSignal): Promise<void>
}

interface KeptSnapshot {
  /** The id of a tree in git, the same for the same contents. */
  readonly tree: string
  /** Each file by its path. */
  readonly files: ReadonlyMap<string, FileLook>
}

/** Folders that are as they are: no confined command writes to them. */
const leftOut = /^(node_modules|\.git)$/

/** Names that git takes for those of its own folder, on some system. */
const refused = /(^|\/)(\.git|git~1)[ .]*([:/]|$)/i

/** Stands in the text of a name for bytes that are no UTF-8. */
const noText = '\ufffd'

/** Files after which others have their turn. */
const mostInTurn = 500

/** Folders of indexes, which are removed when the process ends. */
const ownFolders = new Set<string>()

/**
 * Snapshots in a git store of artoo's own below a folder. Its index is kept between two of them, so that an unchanged file costs a look at its
 * size and times, and where no file has changed git is not asked to store them. Links are not kept.
 */
export function keptTree(root: string, folder: string, mostBytes: number): KeptTree {
  const run = gitRunner('git')
  const gitDir = join(folder, 'git')
  const store = snapshotStore(run, folder)
  const inTurn = oneByOne()
  /** The files of the index as they were; null for one that git was not asked about. */
  const known = new Map<string, FileLook | null>()
  let lastTree: string | null = null
  let index: Promise<string> | undefined

  const openIndex = () =>
    (index ??= ownRepository(run, gitDir).then(async () => join(await ownFolder(folder), 'index')))

  async function inIndex(words: readonly string[], paths: readonly string[] | null, signal: AbortSignal) {
    const own = await openIndex()
    // A git that was killed leaves its lock.
    await rm(`${own}.lock`, { force: true })
    const input = paths?.map((path) => `${path}\0`).join('')
    return (await run(words, { cwd: root, gitDir, workTree: root, index: own, input, signal })).stdout
  }

  /** The output of `git ls-files`; null where git takes the root for no repository, or doesn't trust it. */
  async function lsFiles(words: readonly string[], signal: AbortSignal): Promise<readonly string[] | null> {
    const call = { cwd: root, signal, exits: [128] }
    const { exit, stdout } = await run(['ls-files', '-z', '--exclude-standard', ...words], call)
    return exit === 0 ? piecesOf(stdout) : null
  }

  /** The files that git doesn't ignore, or all where there is no repository; a repository in the root ends with a slash. */
  async function listed(signal: AbortSignal): Promise<readonly string[]> {
    const known = await lsFiles(['--cached', '--others', '--deduplicate'], signal)
    if (known) return known
    const found: string[] = []
    for await (const { path, kind } of walkEntries(root, { enter: (name) => !leftOut.test(name), signal })) {
      if (kind === 'file') found.push(path)
    }
    return found
  }

  const ignored = async (signal: AbortSignal) => (await lsFiles(['--others', '--ignored', '--directory'], signal)) ?? []

  async function sorted(paths: readonly string[], signal: AbortSignal) {
    const kept = new Map<string, FileLook>()
    const others: string[] = []
    for (const [position, path] of paths.entries()) {
      if (position % mostInTurn === 0) await setImmediate()
      signal.throwIfAborted()
      const one = lookAt(`${root}/${path}`)
      if (!one) others.push(...unnamed(path))
      else if (one.isReadable && one.size <= mostBytes && !refused.test(path)) kept.set(path, one)
      else others.push(path)
    }
    return { kept, others }
  }

  /** Begins with a new index when somebody has removed the store, since git would take a missing one for an empty one. */
  async function assertStore(): Promise<void> {
    if (lastTree === null) return
    const object = join(gitDir, 'objects', lastTree.slice(0, 2), lastTree.slice(2))
    if (existsSync(object) && existsSync(await openIndex())) return
    known.clear()
    lastTree = null
    index = undefined
  }

  async function stored(kept: ReadonlyMap<string, FileLook>, signal: AbortSignal): Promise<KeptSnapshot> {
    await assertStore()
    const gone = [...known.keys()].filter((path) => !kept.has(path))
    const changed = [...kept.keys()].filter((path) => !isUnchanged(known.get(path), kept.get(path)))
    if (gone.length + changed.length > 0) lastTree = null
    for (const path of changed) known.set(path, null)
    if (gone.length > 0) await inIndex(['update-index', '--force-remove', '-z', '--stdin'], gone, signal)
    for (const path of gone) known.delete(path)
    if (changed.length > 0) await inIndex(['update-index', '--add', '--remove', '-z', '--stdin'], changed, signal)
    for (const path of changed) known.set(path, kept.get(path) ?? null)
    lastTree ??= (await inIndex(['write-tree'], null, signal)).trim()
    return { tree: lastTree, files: kept }
  }

  return {
    prune: (signal) =>
      inTurn(async () => {
        if (index) await stored((await sorted(await listed(signal), signal)).kept, signal)
        const own = index ? dirname(await index) : null
        await pruneTree(run, folder, own, signal)
      }),
    take: (signal) => inTurn(async () => stored((await sorted(await listed(signal), signal)).kept, signal)),
    takeAndTell: (signal) =>
      inTurn(async () => {
        const [paths, left] = await Promise.all([listed(signal), ignored(signal)])
        const { kept, others } = await sorted(paths, signal)
        const places = [...left.flatMap((path) => (path.includes(noText) ? unnamed(path) : [path])), ...others]
        const uncovered = [...new Set(places)].map((path) => join(root, path.replace(/\/$/, '')))
        return { snapshot: await stored(kept, signal), uncovered }
      }),
    async changes(from, to, signal) {
      const compared = from.tree === to.tree ? [] : await store.compare(from.tree, to.tree, signal)
      const listed = new Set(compared.map(({ path }) => path))
      const allowed = [...from.files].filter(([path, look]) => !listed.has(path) && isOther(to.files.get(path), look))
      const changed = [
        ...compared.filter(({ before, after }) => isFile(before) && isFile(after)),
        ...allowed.map(([path]) => ({ path, before: true, after: true })),
      ]
      if (changed.length === 0) return []
      const staged = await mkdtemp(join(folder, 'staged-'))
      try {
        const [old, recent] = [join(staged, 'before'), join(staged, 'after')]
        await store.get(from.tree, pathsOf(changed, 'before'), old, signal)
        await store.get(to.tree, pathsOf(changed, 'after'), recent, signal)
        const found: KeptChange[] = []
        for (const { path, before, after } of changed) {
          found.push({
            path,
            before: before ? await keptFile(join(old, path), from.files.get(path)) : null,
            after: after ? await keptFile(join(recent, path), to.files.get(path)) : null,
          })
        }
        return found
      } finally {
        await rm(staged, { recursive: true, force: true })
      }
    },
  }
}

/** The folder of a file that can't be named, beside others that are not there. */
function unnamed(path: string): readonly string[] {
  const at = path.indexOf(noText)
  return at === -1 ? [] : [path.slice(0, path.lastIndexOf('/', at) + 1)]
}

async function ownFolder(folder: string): Promise<string> {
  const own = await mkdtemp(join(folder, indexOf(process.pid)))
  if (ownFolders.size === 0) process.once('exit', removeOwnFolders)
  ownFolders.add(own)
  return own
}

function removeOwnFolders(): void {
  for (const own of ownFolders) rmSync(own, { recursive: true, force: true })
}

const piecesOf = (text: string) => [...new Set(text.split('\0').filter((piece) => piece !== ''))]

const isFile = (blob: Blob | null) => blob === null || blob.mode !== '120000'

const isOther = (one: FileLook | undefined, than: FileLook) => one !== undefined && one.mode !== than.mode

const pathsOf = <Side extends 'before' | 'after'>(
  changed: readonly ({ readonly path: string } & Readonly<Record<Side, unknown>>)[],
  side: Side,
) => changed.filter((one) => one[side]).map(({ path }) => path)

async function keptFile(path: string, look: FileLook | undefined): Promise<KeptFile> {
  const mode = look?.mode ?? 0o666 & ~process.umask()
  const content = await readFile(path)
  return { content, state: { sha256: sha256Of(content), mode } }
}
