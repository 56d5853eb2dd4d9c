import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { ArtooError, type SecretSource, type SecretValue } from '@artoo/spec'
import { secretName } from '../law1/secret-files.js'
import { valuesIn } from './values-in.js'

export interface SecretOptions {
  /**
   * Whether the values of files that are secret by name stay in the process: models, journals and events hold `[secret API_KEY of .env]`,
   * and a call that carries one elsewhere asks.
   *
   * @defaultValue true
   */
  readonly secrets?: boolean | undefined
}

/** @throws {ArtooError} `invalid_option` */
export function secretsOption(root: string, { secrets = true }: SecretOptions): { readonly secrets?: SecretSource } {
  if (typeof secrets !== 'boolean')
    throw new ArtooError('invalid_option', 'secrets is true or false', { field: 'secrets' })
  return secrets ? { secrets: secretFiles(root) } : {}
}

/** Bounds of the look for files. */
const most = { folders: 2_000, files: 200, bytes: 65_536 } as const

/** Folders that hold the work of others, or none in the open. */
const passedOver: ReadonlySet<string> = new Set(['node_modules', '.git', '.hg', '.svn'])

/** Milliseconds within which a file may be written twice with one time of change. */
const coarsest = 50

interface Seen<Content> {
  readonly stamp: string
  readonly content: Content
}

/**
 * The values of the files below a folder that are secret by name: the nearest 2,000 folders are looked at, and in them 200 files of at most
 * 64 KB. Each look compares the times of change of these, and reads what is another than before.
 */
function secretFiles(root: string): SecretSource {
  const folders = new Map<string, Seen<Listing>>()
  const files = new Map<string, Seen<readonly SecretValue[]>>()
  let known: readonly SecretValue[] = []

  return {
    values() {
      const paths = pathsBelow(root, folders).slice(0, most.files)
      const now = paths.flatMap(
        (path) => current(files, join(root, path), () => valuesAt(join(root, path), path)) ?? [],
      )
      if (now.length !== known.length || now.some((value, index) => !isSame(value, known[index]))) known = now
      return known
    },
    shownIn(text, target) {
      const file = secretName(target)
      return file === null ? [] : valuesIn(text.replace(/^ *\d+\t/gm, ''), file)
    },
  }
}

interface Listing {
  readonly folders: readonly string[]
  readonly files: readonly string[]
}

const nothing: Listing = { folders: [], files: [] }

/** The files that are secret by name, those of the upper folders first. */
function pathsBelow(root: string, known: Map<string, Seen<Listing>>): readonly string[] {
  const folders = ['']
  const found: string[] = []
  for (let index = 0; index < Math.min(folders.length, most.folders); index++) {
    const folder = folders[index] ?? ''
    const listing = current(known, join(root, folder), () => listingOf(root, folder)) ?? nothing
    folders.push(...listing.folders)
    found.push(...listing.files)
  }
  return found
}

/** The content of a place, read anew when the place has changed; undefined where nothing can be read, by a tool neither. */
function current<Content>(known: Map<string, Seen<Content>>, path: string, read: () => Content): Content | undefined {
  try {
    const stamp = stampOf(statSync(path))
    const before = known.get(path)
    if (before && before.stamp === stamp) return before.content
    known.delete(path)
    const content = read()
    if (stamp !== null) known.set(path, { stamp, content })
    return content
  } catch {
    known.delete(path)
    return undefined
  }
}

/** Null for what has changed just now, and may change again without a new time. */
function stampOf({ ino, size, mtimeMs, ctimeMs }: Stats): string | null {
  return Date.now() - ctimeMs < coarsest ? null : [ino, size, mtimeMs, ctimeMs].join()
}

function listingOf(root: string, folder: string): Listing {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  const inside = (name: string) => (folder === '' ? name : `${folder}/${name}`)
  const folders = entries.filter((entry) => entry.isDirectory() && !passedOver.has(entry.name))
  const files = entries.filter((entry) => !entry.isDirectory() && secretName(inside(entry.name)) !== null)
  return { folders: folders.map(({ name }) => inside(name)), files: files.map(({ name }) => inside(name)) }
}

/** The values of a file; of a pipe, a device, a folder or what is no text there are none. */
function valuesAt(path: string, name: string): readonly SecretValue[] {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stats = fstatSync(file)
    if (!stats.isFile() || stats.size > most.bytes) return []
    const text = readFileSync(file, 'utf8')
    return text.includes('\0') ? [] : valuesIn(text, name)
  } finally {
    closeSync(file)
  }
}

const isSame = (one: SecretValue, other: SecretValue | undefined) =>
  one.file === other?.file && one.name === other.name && one.value === other.value && one.written === other.written
