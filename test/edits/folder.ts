import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Random } from '../hostile/random.js'

/** Characters that stand for themselves: each is given out once, so that one that is gone is known by itself. */
export interface Alphabet {
  next(): string
}

const first = 0x4e00

export const isLetter = (character: string) => character >= '\u4e00' && character <= '\ud7a3'

export function alphabet(): Alphabet {
  let given = 0
  return { next: () => String.fromCharCode(first + given++) }
}

const lineEnds = ['\n', '\n', '\r\n'] as const

/** Text of all kinds: empty, long, with a line that is longer than what is shown, without a newline at its end. */
export function textOf(random: Random, { next }: Alphabet): string {
  const end = random.pick(lineEnds)
  const word = () => random.list(random.int(1, 3), next).join('') + random.pick(['', ' ', '\t', '  '])
  const line = () => random.list(random.int(0, 3), word).join('')
  const count = random.chance(0.15) ? random.int(380, 480) : random.int(0, 12)
  const lines = random.list(count, () => (count > 20 ? `${next()} ` : line()))
  if (random.chance(0.1)) lines.push(next() + '-'.repeat(random.pick([3000, 33_000])) + next())
  const ends = lines.map((_, index) => (random.chance(0.02) ? '\n' : index === lines.length - 1 ? '' : end))
  const mark = random.chance(0.1) ? '\uFEFF' : ''
  return mark + lines.map((text, index) => text + ends[index]).join('') + (random.chance(0.7) ? end : '')
}

export interface Folder {
  readonly root: string
  /** Names under which a file may be called, links among them; few in one run, so that they are called often. */
  readonly names: readonly string[]
  /** What is in the files, by their own names. */
  contents(): Readonly<Record<string, string>>
  put(name: string, content: string): void
  remove(): void
}

const binary = 'bin'

export function makeFolder(random: Random, letters: Alphabet): Folder {
  const root = mkdtempSync(join(tmpdir(), 'artoo-edits-'))
  const put = (name: string, content: string) => writeFileSync(join(root, name), content)
  for (const name of ['a', 'b']) put(name, textOf(random, letters))
  put('c', '')
  put(binary, `${letters.next()}\0${letters.next()}`)
  symlinkSync('a', join(root, 'soft'))
  linkSync(join(root, 'b'), join(root, 'hard'))
  return {
    root,
    names: random.list(3, () => random.pick(['a', 'a', 'b', 'c', 'hard', 'soft', './a', 'x/../b', binary, 'new'])),
    contents() {
      const files = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile())
      return Object.fromEntries(files.map(({ name }) => [name, readFileSync(join(root, name), 'utf8')]))
    },
    put,
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
