import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Stands in files outside of the root, and in none inside. */
export const outsideText = 'from-outside'

/** What a landing and a write leave. The same stands outside, so that what follows a link takes it for its own. */
export const written = 'written\n'

const root = {
  'a/b/f.txt': 'inside\n',
  'a/b/c/f.txt': 'inside\n',
  'a/file.txt': 'inside\n',
  'a/b/undone.txt': 'inside\n',
  'a/b/landed.txt': 'inside\n',
  'a/b/c/gone.txt': 'inside\n',
}
const landed = { 'a/b/landed.txt': written, 'a/b/fresh/new.txt': written }
const outside = {
  'f.txt': `${outsideText}\n`,
  'c/f.txt': `${outsideText}\n`,
  'only.txt': `${outsideText}\n`,
  'undone.txt': written,
  'landed.txt': 'inside\n',
  'c/gone.txt': 'inside\n',
}
/** The files of the root that a landing changes, adds or deletes. */
export const landing = { before: ['a/b/landed.txt', 'a/b/c/gone.txt'], after: Object.keys(landed) }

const folders: Readonly<Record<string, Readonly<Record<string, string>>>> = { root, landed, outside, spare: {} }

/** Creates folders: a root with a folder `a/b` and a file `a/file.txt`, beside it what they are swapped for, and a folder with what is to be landed. */
export function place() {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-links-')))
  for (const [folder, files] of Object.entries(folders)) {
    mkdirSync(join(top, folder))
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(top, folder, path)), { recursive: true })
      writeFileSync(join(top, folder, path), content)
    }
  }
  return { top, root: join(top, 'root'), landed: join(top, 'landed'), kept: join(top, 'kept') }
}

/** The names and contents of all that lies outside of the root. */
export const outsideOf = (top: string) =>
  readdirSync(join(top, 'outside'), { recursive: true, withFileTypes: true })
    .map((entry) => `${entry.name} ${entry.isFile() ? readFileSync(join(entry.parentPath, entry.name), 'utf8') : ''}`)
    .sort()
    .join('\n')
