import { chmod, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { ArtooError, type Irreversible, type Tool } from '@artoo/spec'
import * as z from 'zod'
import { defineTool } from '../define-tool.js'
import { errnoOf, fileError } from './file-error.js'
import type { FileRoot } from './file-root.js'

const input = z.object({
  path: z.string().min(1).describe('path of the file, relative to the root'),
  content: z.string().describe('the whole new content'),
})

export type WriteFileInput = z.output<typeof input>

/** Writes a text file. A new file needs no confirmation; overwriting one, or anything that configures git, does. */
export function writeFileTool(root: FileRoot): Tool<WriteFileInput> {
  return defineTool({
    name: 'write_file',
    description:
      'Writes a text file and the directories above it. Overwriting a file needs the confirmation of the user.',
    input,
    target: ({ path }) => path,
    async irreversible({ path }) {
      const real = await locate(root, path)
      const inside = relative(await root.directory(), real)
      return danger(path, { exists: (await kindOf(real)) === 'file', inGit: inside.split(sep).some(isGitName) })
    },
    async execute({ path, content }, { confirmed, signal }) {
      const real = await locate(root, path)
      const existing = await kindOf(real)
      if (existing === 'directory') {
        throw new ArtooError('path_is_directory', `${path} is a directory; name a file in it`, { field: 'path' })
      }
      try {
        await makeDirectory(dirname(real))
        signal.throwIfAborted()
        await (confirmed ? replace(real, content) : create(real, { path, content }))
      } catch (error) {
        throw fileError(error, path)
      }
      return `${existing ? 'overwrote' : 'created'} ${path} (${Buffer.byteLength(content)} bytes)`
    },
  })
}

// Case-insensitive file systems take .GIT for .git.
const isGitName = (segment: string) => ['.git', '.gitconfig'].includes(segment.toLowerCase())

function danger(path: string, { exists, inGit }: { exists: boolean; inGit: boolean }): Irreversible | null {
  if (exists) return { action: `overwrite ${path}`, reason: 'the file exists and its content would be lost' }
  if (inGit) return { action: `write ${path}`, reason: 'it configures git, which can then run other programs' }
  return null
}

async function locate(root: FileRoot, path: string): Promise<string> {
  try {
    return await root.resolve(path)
  } catch (error) {
    throw fileError(error, path)
  }
}

async function kindOf(real: string): Promise<'file' | 'directory' | null> {
  try {
    return (await stat(real)).isDirectory() ? 'directory' : 'file'
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
