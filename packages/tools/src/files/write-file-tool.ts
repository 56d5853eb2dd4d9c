import type { Stats } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { ArtooError, type Change, type Irreversible, type Tool } from '@artoo/spec'
import * as z from 'zod'
import { defineTool } from '../define-tool.js'
import { obeyedBy } from '../law1/obeyed-files.js'
import { fileChange, newFile } from './file-change.js'
import { errnoOf, fileError } from './file-error.js'
import { filePath } from './file-path.js'
import type { FileRoot } from './file-root.js'

const inputIn = (root: FileRoot) =>
  z.object({
    path: filePath(root),
    content: z.string().describe('the whole new content'),
  })

export type WriteFileInput = z.output<ReturnType<typeof inputIn>>

/** Writes a text file. A new file needs no confirmation; overwriting one, or anything that other programs obey, does. */
export function writeFileTool(root: FileRoot): Tool<WriteFileInput> {
  return defineTool({
    name: 'write_file',
    description:
      'Writes a text file and the directories above it. Overwriting a file needs the confirmation of the user.',
    input: inputIn(root),
    target: ({ path }) => path,
    async effect({ path, content }, { signal }) {
      const { real, stats } = await locate(root, path)
      if (stats) return overwriting(path, await fileChange({ path, real, stats, content }, signal))
      const inside = relative(await root.directory(), real)
      const by = obeyedBy(inside.replaceAll(sep, '/'))
      const change = newFile(path, content)
      return by === null ? { kind: 'repeatable', change } : { ...planting(path, by), change }
    },
    async execute({ path, content }, { confirmed, signal }) {
      const { real, stats } = await locate(root, path)
      try {
        signal.throwIfAborted()
        await makeDirectory(dirname(real))
        signal.throwIfAborted()
        await (confirmed ? replace(real, content) : create(real, { path, content }))
      } catch (error) {
        throw fileError(error, path)
      }
      return `${stats ? 'overwrote' : 'created'} ${path} (${Buffer.byteLength(content)} bytes)`
    },
  })
}

const overwriting = (path: string, change: Change): Irreversible => ({
  kind: 'irreversible',
  action: `overwrite ${path}`,
  reason: 'the file exists and its content would be lost',
  change,
})

const planting = (path: string, by: string): Irreversible => ({
  kind: 'irreversible',
  action: `write ${path}`,
  reason: `${by} obeys such a file without being told of it`,
})

interface Place {
  readonly real: string
  /** null when nothing is there yet. */
  readonly stats: Stats | null
}

async function locate(root: FileRoot, path: string): Promise<Place> {
  let place: Place
  try {
    const real = await root.resolve(path)
    place = { real, stats: await statsOf(real) }
  } catch (error) {
    throw fileError(error, path)
  }
  if (!place.stats?.isDirectory()) return place
  throw new ArtooError('path_is_directory', `${path} is a directory; name a file in it`, { field: 'path' })
}

async function statsOf(real: string): Promise<Stats | null> {
  try {
    return await stat(real)
  } catch (error) {
    const code = errnoOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}

async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true })
  } catch (cause) {
    if (errnoOf(cause) !== 'EEXIST') throw cause
    throw new ArtooError('path_not_found', `${directory} is a file, not a directory`, { field: 'path', cause })
  }
}

/** The `wx` flag closes the gap between the Law 1 check and the write: a file that appeared in it is left alone. */
async function create(real: string, { path, content }: WriteFileInput): Promise<void> {
  try {
    await writeFile(real, content, { flag: 'wx' })
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') throw appeared(path)
    throw error
  }
}

/** Readers see the old content or the new, never a part: written beside, then renamed over. Keeps the file's mode. */
async function replace(real: string, content: string): Promise<void> {
  const beside = await mkdtemp(join(dirname(real), '.artoo-'))
  try {
    const draft = join(beside, basename(real))
    await writeFile(draft, content, { flag: 'wx' })
    const previous = await stat(real).catch(() => null)
    if (previous) await chmod(draft, previous.mode)
    await rename(draft, real)
  } finally {
    await rm(beside, { recursive: true, force: true })
  }
}

const appeared = (path: string) =>
  new ArtooError('law1_refused', `write_file would overwrite ${path}, which appeared meanwhile; ask again`)
