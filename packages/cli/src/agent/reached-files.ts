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
/** Programs that run what a file of the folder says, and that file. */
const scripts: Readonly<Record<string, string>> = {
  ...{ npm: 'package.json', pnpm: 'package.json', yarn: 'package.json', bun: 'package.json' },
  make: 'Makefile',
}
const beforeImport = /\b(from|import|require)\s*\(?\s*$/
const computedImport = /\b(import|require)(\s|\/\*[\s\S]*?\*\/)*\(\s*(?!["'`)\s])/

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
      if (piece.startsWith('#') || /\$\{|\\/.test(piece)) unclear.push(`${piece} in ${shown}`)
      packages.push(...packageNamed(piece, from))
    }
    return filesNamed(piece, { from, folder, isImport })
  })
  for (const [name, hash] of packages) {
    if (hash === linked) unclear.push(`the package ${name}, which is linked`)
    if (hash === missing) unclear.push(`the package ${name}, which is not in node_modules`)
  }
  return { files, packages, unclear }
}

const linked = 'linked'
const missing = 'missing'

/** The package that an import names, with the hash of its `package.json`. Empty for a file or a module of Node. */
function packageNamed(specifier: string, from: string): readonly (readonly [name: string, hash: string])[] {
  const name = /^(@[^/]+\/)?[^./@:#$][^/:$]*/.exec(specifier)?.[0]
  if (name === undefined || isBuiltin(specifier)) return []
  if (isOwnName(name, from)) return [[name, linked]]
  const manifest = manifestOf(name, from)
  if (manifest === null) return [[name, missing]]
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
  if (Object.hasOwn(scripts, text)) return realFile(join(folder, scripts[text] ?? ''))
  const places = [...new Set([resolve(from, text), resolve(folder, text)])]
  const isRelative = /^\.\.?(\/|$)/.test(text)
  if (isImport && (isRelative || isAbsolute(text))) return places.flatMap(candidates).flatMap(realFile)
  // `node ./server` takes server.js.
  const named = text.includes('/') ? places.flatMap(candidates) : places
  const files = named.flatMap(realFile).filter(isProgram)
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

/** Whether a package imports itself by its name, which goes before a package of that name in `node_modules`. */
function isOwnName(name: string, from: string): boolean {
  for (let folder = from; ; folder = dirname(folder)) {
    const [manifest] = realFile(join(folder, 'package.json'))
    if (manifest !== undefined) return nameIn(manifest) === name
    if (folder === dirname(folder)) return false
  }
}

function nameIn(manifest: string): unknown {
  try {
    return Object(JSON.parse(readFileSync(manifest, 'utf8'))).name
  } catch {
    return undefined
  }
}

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

const isInPackage = (file: string) => file.split(sep).includes('node_modules')

const joined = ([name, hash]: readonly [string, string]) => `${name} ${hash}`
