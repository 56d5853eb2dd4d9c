import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { ArtooError, type SecretSource, type SecretValue } from '@artoo/spec'
import { secretName } from '../law1/secret-files.js'
import { keysIn } from './keys-in.js'
import { valuesIn } from './values-in.js'

export interface SecretOptions {
  /**
   * Whether the values of files that are secret by name, and keys of a known form wherever a tool shows one, stay in the process: models,
   * journals and events hold `[secret API_KEY of .env]`, and a call that carries one elsewhere asks.
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
const most = { folders: 2_000, files: 200, bytes: 65_536, names: 50 } as const

/** Folders that hold the work of others, or none in the open. */
const passedOver: ReadonlySet<string> = new Set(['node_modules', '.git', '.hg', '.svn'])

/** Milliseconds within which a file may be written twice with one time of change. */
const coarsest = 50

/**
 * The values of the files below a folder that are secret by name: the nearest 2,000 folders are looked at, and in them 200 files of at most
 * 64 KB; and the keys in up to 200 files of other names in which keys were found. Each look compares the times of change of these, and reads
 * what is another than before.
 */
function secretFiles(root: string): SecretSource {
  const listings = seen((path, name) => listingOf(path, name))
  const named = seen((path, name) => valuesIn(textAt(path), name))
  const others = seen((path, name) => keysIn(textAt(path), name))
  /** Files of other names that hold keys. */
  const withKeys = new Map<string, string>()
  let known: readonly SecretValue[] = []

  /** The files that are secret by name, those of the upper folders first. */
  function* secretPlaces(): Generator<Place> {
    const folders: Place[] = [{ path: root, name: '' }]
    let left: number = most.files
    for (let index = 0; index < folders.length && index < most.folders; index++) {
      const listing = listings(folders[index] as Place) ?? nothing
      for (const folder of listing.folders) folders.push(folder)
      for (const file of listing.files) if (left-- > 0) yield file
    }
  }

  return {
    values() {
      const now: SecretValue[] = []
      for (const place of secretPlaces()) now.push(...(named(place) ?? []))
      for (const [name, path] of withKeys) now.push(...(others({ path, name }) ?? []))
      if (now.length !== known.length || now.some((value, index) => !isSame(value, known[index]))) known = now
      return known
    },
    lookInto(files) {
      for (const file of files.slice(0, most.names)) {
        const path = resolve(root, file)
        const name = relative(root, path).replaceAll(sep, '/')
        if (withKeys.has(name) || withKeys.size === most.files || /^(\.\.)?(\/|$)/.test(name) || isAbsolute(name))
          continue
        if (secretName(name) === null && (others({ path, name }) ?? []).length > 0) withKeys.set(name, path)
      }
    },
  }
}

interface Place {
  readonly path: string
  /** The name by which tools know it: relative to the root, with slashes. */
  readonly name: string
}

interface Listing {
  readonly folders: readonly Place[]
  readonly files: readonly Place[]
}

const nothing: Listing = { folders: [], files: [] }

/**
 * A reader of places that reads anew what has changed since; undefined where nothing can be read, by a tool neither. A look costs little more
 * than the call of the system, since there is one for each folder before and after each call of a tool.
 */
function seen<Content>(read: (path: string, name: string) => Content) {
  const known = new Map<string, { readonly stats: Stats; readonly content: Content }>()
  return ({ path, name }: Place): Content | undefined => {
    try {
      const stats = statSync(path)
      const before = known.get(path)
      if (before && isAsBefore(stats, before.stats)) return before.content
      known.delete(path)
      const content = read(path, name)
      // A change of just now may be followed by another with the same time.
      if (Date.now() - stats.ctimeMs >= coarsest) known.set(path, { stats, content })
      return content
    } catch {
      known.delete(path)
      return undefined
    }
  }
}

const isAsBefore = (now: Stats, before: Stats) =>
  now.mtimeMs === before.mtimeMs && now.ctimeMs === before.ctimeMs && now.size === before.size && now.ino === before.ino

function listingOf(path: string, folder: string): Listing {
  const folders: Place[] = []
  const files: Place[] = []
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const place = { path: join(path, entry.name), name: folder === '' ? entry.name : `${folder}/${entry.name}` }
    if (!entry.isDirectory()) secretName(place.name) !== null && files.push(place)
    else if (!passedOver.has(entry.name)) folders.push(place)
  }
  return { folders, files }
}

/** The text of a file; of a pipe, a device, a folder or what is no text there is none. */
function textAt(path: string): string {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stats = fstatSync(file)
    const text = stats.isFile() && stats.size <= most.bytes ? readFileSync(file, 'utf8') : ''
    return text.includes('\0') ? '' : text
  } finally {
    closeSync(file)
  }
}

const isSame = (one: SecretValue, other: SecretValue | undefined) =>
  one.file === other?.file && one.name === other.name && one.value === other.value && one.written === other.written
