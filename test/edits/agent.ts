import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../hostile/random.js'
import { type Alphabet, type Folder, textOf } from './folder.js'

export interface Deed {
  readonly tool: 'read_file' | 'write_file' | 'edit_file' | 'search_text'
  readonly input: Readonly<Record<string, unknown>>
}

interface Surroundings {
  readonly folder: Folder
  readonly letters: Alphabet
}

/** What an agent does that knows nothing: reads in pieces, writes over anything, edits what it has or hasn't seen. */
export function deedOf(random: Random, { folder, letters }: Surroundings): Deed {
  const path = random.pick(folder.names)
  const present = contentOf(folder, path)
  const edit = (change: object): Deed => ({
    tool: 'edit_file',
    input: { path, newText: textOf(random, letters), ...change },
  })
  return random.weighted<Deed>([
    [0.34, () => ({ tool: 'read_file', input: { path, ...rangeOf(random) } })],
    [0.62, () => ({ tool: 'write_file', input: { path, content: contentFor(random, present, letters) } })],
    [0.8, () => edit({ oldText: partOf(random, present) || 'x' })],
    [0.84, () => edit({ oldText: random.pick(['\n', ' ', '\t', '-']), newText: letters.next(), all: true })],
    [0.9, () => edit({ insertAfterLine: random.int(0, 12) })],
    [0.94, () => edit({ append: true })],
    [1, () => ({ tool: 'search_text', input: { pattern: '.', contextLines: 2 } })],
  ])
}

function rangeOf(random: Random): object {
  return random.of<object>([
    () => ({}),
    () => ({}),
    () => ({ startLine: random.int(1, 500) }),
    () => ({ endLine: random.int(1, 500) }),
    () => ({ startLine: random.int(1, 9), endLine: random.int(9, 500) }),
  ])
}

/** Something new, something old, or what it takes for the whole. */
function contentFor(random: Random, present: string, letters: Alphabet): string {
  return random.weighted<string>([
    [0.4, () => textOf(random, letters)],
    [0.7, () => partOf(random, present)],
    [0.9, () => present + letters.next()],
    [1, () => `${partOf(random, present)}\n[… ${random.int(1, 99)} bytes left out …]\n`],
  ])
}

function partOf(random: Random, text: string): string {
  const start = random.int(0, text.length)
  return text.slice(start, start + random.pick([1, 2, 5, 20, 600]))
}

function contentOf({ root }: Folder, path: string): string {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return ''
  }
}
