import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Kept {
  /** As latin1, so that each byte is told apart. */
  readonly content: string
  readonly mode: number
}

export type Files = ReadonlyMap<string, Kept>

const deep = `${Array.from({ length: 12 }, (_, level) => `level ${level}`).join('/')}/deep.txt`

/** Names that are read as something else where they are put into words, patterns or lines. */
export const meanNames = [
  'a b/quote\'s "x" $HOME.txt',
  'new\nline.txt',
  'caf\u00e9.txt',
  'cafe\u0301.txt',
  'src/[id]/{a,b}*.txt',
  '-rf.txt',
  deep,
]

const initial: readonly (readonly [path: string, text: string, mode: number])[] = [
  ...[1, 2, 3, 4, 5, 6].map((n) => [`src/f${n}.txt`, `line one of ${n}\r\nline two\n`, 0o644] as const),
  ...meanNames.map((path, n) => [path, `line of ${n}\n`, 0o644] as const),
  ['run.sh', 'echo line\n', 0o751],
  ['tool.sh', 'echo line\r\n', 0o755],
  ['empty.txt', '', 0o600],
  ['large.txt', `line\n${'x'.repeat(200_000)}`, 0o664],
  ['secret.env', 'KEY=line\n', 0o600],
]

export const firstFiles: readonly string[] = initial.map(([path]) => path)

/** Git ignores it where there is a repository. */
export const ignored = 'secret.env'

export function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

export function prepare(root: string): void {
  for (const [path, text, mode] of initial) {
    put(root, path, text)
    chmodSync(join(root, path), mode)
  }
}

/** Each file with content and permissions, but for those of git and drafts. */
export function filesIn(root: string): Files {
  const found = new Map<string, Kept>()
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(root.length + 1)
    if (!entry.isFile() || path.startsWith('.git/') || isDraft(path)) continue
    found.set(path, keptAt(join(root, path)))
  }
  return found
}

const keptAt = (place: string): Kept => ({
  content: readFileSync(place, 'latin1'),
  mode: lstatSync(place).mode & 0o777,
})

export const draftsIn = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true })
    .map(String)
    .filter((path) => isDraft(path))

/** Folders without anything in them. */
export const emptyFoldersIn = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((place) => existsSync(place) && readdirSync(place).length === 0)
    .map((place) => place.slice(root.length + 1))
    .filter((path) => !path.startsWith('.git/'))

const isDraft = (path: string) => /(^|\/)\.artoo-|\.draft$/.test(path)
