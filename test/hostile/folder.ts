import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { linkedRootMark, rootMark } from './places.js'

/** Stands in a file outside of the root, and must never be read. */
export const outsideWord = 'halibut-0815'
/** The name of a file outside of the root, which no input names. */
export const unlistedName = 'unlisted-2342'
/** Places on the machine that only a broken gate would ever make. */
const strangers = ['/etc/fresh-by-artoo', join(tmpdir(), 'fresh.txt')]

export interface Folder {
  readonly base: string
  readonly root: string
  /** The same by another name. */
  readonly linkedRoot: string
  /** With the marks of `places.ts` put right. */
  named(text: string): string
  /** Where these paths really are. */
  realPaths(paths: readonly string[]): ReadonlySet<string>
  /** What was done to it that may not be done, given the real paths that may have been overwritten. */
  damage(overwritable: ReadonlySet<string>): string[]
  remove(): void
}

const files: Readonly<Record<string, string>> = {
  'root/a.txt': 'one\ntwo\nthree\n',
  'root/notes.md': '# notes\n',
  'root/dir/b.txt': 'b\n',
  'root/sp ace.txt': 'space\n',
  'root/-rf': 'option\n',
  "root/quo'te.txt": 'quote\n',
  'root/new/line\n.txt': 'line\n',
  'root/統計.txt': '数\n',
  'root/binary': '\0\u0001\0',
  'outside/secret.txt': `${outsideWord}\n`,
  [`outside/${unlistedName}.txt`]: `${outsideWord}\n`,
}

const links: Readonly<Record<string, string>> = {
  'root/link-in': 'a.txt',
  'root/link-out': '../outside/secret.txt',
  'root/link-dir-in': 'dir',
  'root/link-dir-out': '../outside',
  'root/dangling': '../outside/nothing',
  'root/loop': 'loop',
  'root-link': 'root',
}

/** Where all folders of this process are. */
const parent = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-hostile-')))

/** With what calls that were abandoned have made again. */
export function removeFolders(): void {
  rmSync(parent, { recursive: true, force: true })
}

export function makeFolder(): Folder {
  mkdirSync(parent, { recursive: true })
  const base = mkdtempSync(join(parent, 'case-'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(base, name, '..'), { recursive: true })
    writeFileSync(join(base, name), content)
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(base, name))
  const [root, linkedRoot] = [join(base, 'root'), join(base, 'root-link')]
  const before = snapshot(base)
  return {
    base,
    root,
    linkedRoot,
    named: (text) => text.replaceAll(rootMark, root).replaceAll(linkedRootMark, linkedRoot),
    realPaths: (paths) => new Set(paths.flatMap((path) => realPath(resolve(root, path)))),
    damage(overwritable) {
      const after = snapshot(base)
      const wrong = [...before].flatMap(([path, state]) => {
        const now = after.get(path)
        if (now === state || (now?.startsWith('file') && state.startsWith('file') && overwritable.has(path))) return []
        return [`${path} was ${state}, is ${now ?? 'gone'}`]
      })
      const added = [...after.keys()].filter((path) => !before.has(path) && !path.startsWith(`${root}/`))
      return [...wrong, ...added.map((path) => `${path} is new`), ...strangers.filter((path) => existsSync(path))]
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
}

function realPath(path: string): string[] {
  try {
    return [realpathSync(path)]
  } catch {
    return []
  }
}

/** What is at each path below, by what it is and holds; directories by what they are. */
function snapshot(base: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const entry of readdirSync(base, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    found.set(path, stateOf(path))
  }
  return found
}

function stateOf(path: string): string {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return `link ${readlinkSync(path)}`
  if (!stats.isFile()) return `directory ${stats.mode}`
  return `file ${stats.mode} ${createHash('sha1').update(readFileSync(path)).digest('hex')}`
}

/** Processes that still stand in the folder: shells that were not killed. */
export function processesIn({ base }: Folder): string[] {
  if (!existsSync('/proc/self/cwd')) return []
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(base)
    } catch {
      return false
    }
  })
}
