import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock, type Tool } from '@artoo/spec'
import { runToolCall } from '@artoo/tools'
import { fileTools } from '@artoo/tools/node'

/** The number of operations by their outcome. */
export interface RaceResult {
  operations: number
  /** Operations that ended well, or with an error. */
  ok: number
  errors: number
  /** Results that show something from outside of the root, and files outside that came, went or changed. */
  outside: number
}

const outsideText = 'from-outside'

/** Runs file tools while another process swaps a folder and a file of the root for links to outside. */
export async function race(operations: number): Promise<RaceResult> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-links-')))
  const root = place(top)
  const swapper = fork(join(import.meta.dirname, 'swap.mjs'), [root], { execArgv: [] })
  const gone = once(swapper, 'exit')
  try {
    await once(swapper, 'message')
    return await measured(root, operations)
  } finally {
    swapper.kill()
    await gone
    rmSync(top, { recursive: true, force: true })
  }
}

/** A root with a folder `a/b` and a file `a/file.txt`, and beside it what they are swapped for. */
function place(top: string): string {
  const root = join(top, 'root')
  for (const folder of ['root/a/b/c', 'spare', 'outside/c']) mkdirSync(join(top, folder), { recursive: true })
  for (const file of ['a/b/f.txt', 'a/b/c/f.txt', 'a/file.txt']) writeFileSync(join(root, file), 'inside\n')
  for (const file of ['f.txt', 'c/f.txt', 'only.txt']) writeFileSync(join(top, 'outside', file), `${outsideText}\n`)
  return root
}

async function measured(root: string, operations: number): Promise<RaceResult> {
  const tools = new Map((fileTools({ root }) as readonly Tool[]).map((tool) => [tool.name, tool]))
  const outside = join(root, '../outside')
  let untouched = contentOf(outside)
  const result = { operations, ok: 0, errors: 0, outside: 0 }
  for (let index = 0; index < operations; index++) {
    const [name, input] = calls(index)[index % calls(index).length] as readonly [string, unknown]
    const outcome = await runToolCall(tools.get(name) as Tool, input, {
      taskId: 'race',
      context: null,
      signal: new AbortController().signal,
      timeoutMs: 10_000,
      confirm: () => true,
      clock: systemClock(),
    })
    if (outcome.status === 'error') result.errors++
    else result.ok++
    const shown = JSON.stringify(outcome)
    const now = contentOf(outside)
    if (shown.includes(outsideText) || shown.includes('only.txt') || now !== untouched) result.outside++
    untouched = now
  }
  return result
}

const calls = (index: number) =>
  [
    ['read_file', { path: 'a/file.txt' }],
    ['read_file', { path: 'a/b/f.txt' }],
    ['read_file', { path: 'a/b/c/f.txt' }],
    ['edit_file', { path: 'a/b/f.txt', oldText: 'inside', newText: `inside${index % 7}` }],
    ['list_files', { path: 'a/b' }],
    ['list_files', { path: 'a', depth: 3 }],
    ['search_text', { pattern: 'outside', glob: 'a/**' }],
    ['write_file', { path: `a/b/new-${index}.txt`, content: 'new' }],
    ['edit_file', { path: 'a/file.txt', oldText: 'inside', newText: 'inside' }],
    ['glob', { pattern: 'a/b/*.txt', sort: 'size' }],
    ['write_file', { path: `a/b/c/d-${index % 50}/new.txt`, content: 'new' }],
  ] as const

const contentOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => `${entry.name} ${entry.isFile() ? readFileSync(join(entry.parentPath, entry.name), 'utf8') : ''}`)
    .sort()
    .join('\n')
