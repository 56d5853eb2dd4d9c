import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Side {
  readonly sha256: string
  readonly mode: number
}

interface Line {
  readonly id?: string
  readonly done?: string
  readonly ran?: string
  readonly path?: string
  readonly uncovered?: string
  readonly before?: Side | number | null
}

/** The record of the only task in a folder, read without the code under test. */
export interface TaskRecord {
  /** Files that calls wrote, or were about to write. */
  readonly paths: ReadonlySet<string>
  readonly uncovered: ReadonlySet<string>
  readonly commands: readonly string[]
  /** The file that holds a state from between the first and the last write, where the last one is noted as done. */
  earlierStateOf(path: string): string | null
  /** Whether a file is in the state from before the first write of it. */
  isAtTarget(path: string, now: { readonly content: string; readonly mode: number } | undefined): boolean
  /** Whether contents are kept. */
  keeps(content: string): boolean
}

export function readRecord(kept: string): TaskRecord {
  const [name = ''] = existsSync(kept) ? readdirSync(kept) : []
  const file = join(kept, name, 'touches.jsonl')
  const text = existsSync(file) && name !== '' ? readFileSync(file, 'utf8') : ''
  const lines = text.split('\n').flatMap(jsonIn)
  const touches = lines.filter((line) => line.path !== undefined)
  const of = (path: string) => touches.filter((line) => line.path === path)
  const done = new Set(lines.map((line) => line.done))
  const sideOf = (path: string) => of(path)[0]?.before
  return {
    paths: new Set(touches.map((line) => line.path as string)),
    uncovered: new Set(touches.filter((line) => line.uncovered).map((line) => line.path as string)),
    commands: lines.flatMap((line) => line.ran ?? []),
    earlierStateOf(path) {
      const own = of(path)
      const last = own.at(-1)
      const state = last?.before
      if (own.length < 2 || !done.has(last?.id) || !state || typeof state === 'number') return null
      return join(kept, name, state.sha256)
    },
    isAtTarget(path, now) {
      const target = sideOf(path)
      if (typeof target === 'number') return false
      if (!target || !now) return !target === !now
      return target.sha256 === sha256(now.content) && target.mode === now.mode
    },
    keeps: (content) => name !== '' && existsSync(join(kept, name, sha256(content))),
  }
}

const sha256 = (content: string) => createHash('sha256').update(Buffer.from(content, 'latin1')).digest('hex')

function jsonIn(line: string): Line[] {
  try {
    return [JSON.parse(line) as Line]
  } catch {
    return []
  }
}
