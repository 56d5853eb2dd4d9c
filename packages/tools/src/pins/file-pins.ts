import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { definingFiles } from '../law1/defining-files.js'
import type { FilePins } from './agreed-command.js'
import { filesNamed, hashOf } from './file-hashes.js'
import { plainMatcher } from './path-matcher.js'

export interface PinOptions {
  /** Globs of what may change all the same. @defaultValue none */
  readonly except?: readonly string[] | undefined
  readonly signal: AbortSignal
}

/**
 * Pins what globs name under a root as it is.
 *
 * @throws {ArtooError} `path_outside_root`
 */
export const pinFiles = (root: string, globs: readonly string[], options: PinOptions): Promise<FilePins> =>
  pinned(root, { globs, skip: ['node_modules', '.git'] }, options)

/** Folders of what is installed and built. */
const made = ['node_modules', '.git', '.venv', 'venv', '.tox', 'dist', 'build', 'target', 'coverage', '.next', '.cache']

/**
 * Pins what defines a command as it is: its scripts, the configuration of its runner and package manager, lock files. While there is
 * no such command, its `package.json` or its script missing, nothing is pinned: what it does is what will be made of it. Of a
 * `package.json` that is there, `except` excepts nothing.
 */
export async function pinCommand(root: string, argv: readonly string[], options: PinOptions): Promise<FilePins> {
  const { globs, needs } = definingFiles(argv, await scriptsIn(root, options.signal))
  const what = { globs, skip: made }
  for (const need of needs) {
    const { files } = await pinned(root, { ...what, globs: [need] }, { signal: options.signal })
    if (Object.keys(files).length === 0) return { globs: [], except: [], skip: [], files: {} }
  }
  return pinned(root, what, options)
}

/** The paths under a root that are not what they were: changed, removed or new. In order; without any, all is as it was. */
export async function changedFiles(root: string, pins: FilePins, signal: AbortSignal): Promise<readonly string[]> {
  const { files, except } = pins
  if (pins.globs.length === 0) return []
  const real = await realpath(root)
  const present = new Set<string>()
  for (const glob of pins.globs) {
    for (const file of await filesNamed(real, glob, { ...pins, signal })) present.add(file)
  }
  const mayBeNew = except.map(plainMatcher)
  const changed = [...present].filter((file) => !Object.hasOwn(files, file) && !mayBeNew.some((is) => is(file)))
  for (const [file, sha256] of Object.entries(files)) {
    if (!present.has(file) || (await hashOf(real, file, signal)) !== sha256) changed.push(file)
  }
  return changed.sort()
}

async function pinned(
  root: string,
  what: Pick<FilePins, 'globs' | 'skip'>,
  { except = [], signal }: PinOptions,
): Promise<FilePins> {
  const real = await realpath(root)
  const isExcepted = except.map(plainMatcher)
  const files = new Map<string, string>()
  for (const glob of what.globs) {
    for (const file of await filesNamed(real, glob, { ...what, signal })) {
      const isPinned = /(^|\/)package\.json$/.test(file) || !isExcepted.some((is) => is(file))
      if (isPinned && !files.has(file)) files.set(file, await hashOf(real, file, signal))
    }
  }
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1))
  return { ...what, except, files: Object.fromEntries(sorted) }
}

async function scriptsIn(root: string, signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
  try {
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), { encoding: 'utf8', signal }))
    return Object.fromEntries(Object.entries(scripts ?? {}).filter(([, script]) => typeof script === 'string')) as never
  } catch {
    signal.throwIfAborted()
    return {}
  }
}
