import { createHash } from 'node:crypto'
import { accessSync, constants, readFileSync, realpathSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { isInside } from '@artoo/spec/node'
import { isFile } from './find-config.js'

/** Everything that a configuration is made of, as far as its text tells. */
export interface Reached {
  /** Hash of the files and of the versions of packages. */
  readonly hash: string
  /** Real paths, that of the configuration first. */
  readonly files: readonly string[]
  /** Names of packages that are imported. */
  readonly packages: readonly string[]
  /** Imports that can't be resolved beforehand, in words. */
  readonly unclear: readonly string[]
}

const mostFiles = 200
const mostBytes = 2_000_000
const scanned = /\.([mc]?[jt]sx?|json)$/
const endings = ['.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.cjs', '.jsx', '.json'] as const
const programs = /\.([mc]?[jt]sx?|sh|bash|zsh|fish|py|rb|pl|php|lua|ps1|bat|cmd|wasm|node|jar)$/
const beforeImport = /\b(from|import|require)\s*\(?\s*$/
const computedImport = /\b(import|require)\s*\(\s*(?!["'`)\s])/

/**
 * The files that a configuration reaches: what it imports and each program that a text in quotes names, such as a worker
 * or the script of a server, in it and in the code that is reached. Of what lies in `node_modules` the `package.json` stands for the package.
 *
 * @param own names of modules that no file is read for
 */
export function reachedFrom(path: string, own: readonly string[]): Reached {
  const folder = dirname(path)
  const files = new Map<string, string>()
  const packages = new Map<string, string>()
  const unclear = new Set<string>()
  const waiting = [path]
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    if (files.has(file)) continue
    if (files.size === mostFiles || statSync(file).size > mostBytes) {
      unclear.add(`${relative(folder, file)}, since it is too large or one of too many`)
      continue
    }
    const content = readFileSync(file)
    files.set(file, sha256(content))
    if (!scanned.test(file) || (file !== path && isInPackage(file))) continue
    const found = textsIn(content.toString('utf8'), { file, folder, own })
    waiting.push(...found.files)
    for (const one of found.unclear) unclear.add(one)
    for (const [name, hash] of found.packages) packages.set(name, hash)
  }
  const parts = [...[...files].map(([file, hash]) => `${relative(folder, file)} ${hash}`), ...[...packages].map(joined)]
  return {
    hash: sha256(parts.sort().join('\n')),
    files: [...files.keys()],
    packages: [...packages.keys()],
    unclear: [...unclear],
  }
}

interface Scanning {
  readonly file: string
  /** The folder of the configuration. */
  readonly folder: string
  readonly own: readonly string[]
}

/** Files and packages that the texts in quotes of a file name. Text between two strings is taken for one, too, and names no file. */
function textsIn(text: string, { file, folder, own }: Scanning) {
  const from = dirname(file)
  const shown = relative(folder, file)
  const unclear = computedImport.test(text) ? [`an import with a computed name in ${shown}`] : []
  const packages: (readonly [name: string, hash: string])[] = []
  const pieces = text.split(/["'`\n\r]/)
  const files = pieces.flatMap((piece, index) => {
    const isImport = beforeImport.test(pieces[index - 1] ?? '')
    if (isImport && !own.includes(piece)) {
      if (piece.startsWith('#') || piece.includes('${')) unclear.push(`${piece} in ${shown}`)
      packages.push(...packageNamed(piece, from))
    }
    return filesNamed(piece, { from, folder, isImport })
  })
  unclear.push(
    ...packages.filter(([, hash]) => hash === linked).map(([name]) => `the package ${name}, which is linked`),
  )
  return { files, packages, unclear }
}

const linked = 'linked'

/** The package that an import names, with the hash of its `package.json`. Empty for a file or a module of Node. */
function packageNamed(specifier: string, from: string): readonly (readonly [name: string, hash: string])[] {
  const name = /^(@[^/]+\/)?[^./@:#$][^/:$]*/.exec(specifier)?.[0]
  if (name === undefined || isBuiltin(specifier)) return []
  const manifest = manifestOf(name, from)
  if (manifest === null) return [[name, 'missing']]
  return [[name, isInPackage(manifest) ? sha256(readFileSync(manifest)) : linked]]
}

interface Naming {
  /** The folder of the file that has the text. */
  readonly from: string
  /** The folder of the configuration. */
  readonly folder: string
  readonly isImport: boolean
}

/** The files that a text may mean: for an import all those that it might take, otherwise programs. */
function filesNamed(text: string, { from, folder, isImport }: Naming): readonly string[] {
  if (text === '' || text.length > 500 || /[\0:*?]/.test(text)) return []
  const places = [...new Set([resolve(from, text), resolve(folder, text)])]
  const isRelative = /^\.\.?(\/|$)/.test(text)
  if (isImport && (isRelative || isAbsolute(text))) return places.flatMap(candidates).flatMap(realFile)
  const files = places.flatMap(realFile).filter(isProgram)
  return isRelative ? files : files.filter((file) => isInside(folder, file))
}

function candidates(place: string): readonly string[] {
  const bare = place.replace(/\.([mc]?)jsx?$/, '')
  const names = [place, ...endings.flatMap((ending) => [`${place}${ending}`, `${bare}${ending}`])]
  const inFolder = ['package.json', ...endings.map((ending) => `index${ending}`)].map((name) => join(place, name))
  return [...names, ...inFolder]
}

function realFile(place: string): readonly string[] {
  return isFile(place) ? [realpathSync(place)] : []
}

function isProgram(file: string): boolean {
  if (programs.test(file)) return true
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function manifestOf(name: string, from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const [manifest] = realFile(join(folder, 'node_modules', name, 'package.json'))
    if (manifest !== undefined) return manifest
    if (folder === dirname(folder)) return null
  }
}

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

const isInPackage = (file: string) => file.split(sep).includes('node_modules')

const joined = ([name, hash]: readonly [string, string]) => `${name} ${hash}`
