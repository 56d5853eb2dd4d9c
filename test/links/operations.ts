import { join } from 'node:path'
import { type FileHistory, systemClock, type Tool } from '@artoo/spec'
import { runToolCall } from '@artoo/tools'
import { fileTools, snapshots } from '@artoo/tools/node'
import { landing, type place, written } from './place.js'

/** The outcome of an operation: whether it did what it was asked for, and all that it shows. */
export interface Outcome {
  readonly isOk: boolean
  readonly shown: unknown
}

type Operation = readonly [name: string, act: () => Promise<Outcome>]

/** Returns the operations of a turn, in which a task reads, writes and is undone, and a landing comes and goes. */
export async function operationsIn({ root, landed, kept }: ReturnType<typeof place>) {
  const given = fileTools({ root, snapshots: { folder: join(kept, 'files') } }) as readonly Tool[]
  const tools = new Map(given.map((tool) => [tool.name, tool]))
  const history = tools.get('write_file')?.history as FileHistory
  const own = snapshots({ root, folder: join(kept, 'landings') })
  const before = await own.take('before', landing.before)
  const after = await own.take('after', landing.after, landed)

  const call = (taskId: string, name: string, input: unknown): Operation => [
    name,
    async () => {
      const shown = await runToolCall(tools.get(name) as Tool, input, {
        ...{ taskId, context: null, signal: new AbortController().signal, timeoutMs: 10_000 },
        ...{ confirm: () => true, clock: systemClock() },
      })
      return { isOk: shown.status === 'ok', shown }
    },
  ]
  return (turn: number): readonly Operation[] => {
    const taskId = `race-${turn}`
    return [
      call(taskId, 'read_file', { path: 'a/file.txt' }),
      call(taskId, 'read_file', { path: 'a/b/f.txt' }),
      call(taskId, 'read_file', { path: 'a/b/c/f.txt' }),
      call(taskId, 'edit_file', { path: 'a/b/f.txt', oldText: 'inside', newText: `inside${turn % 7}` }),
      call(taskId, 'list_files', { path: 'a/b' }),
      call(taskId, 'list_files', { path: 'a', depth: 3 }),
      call(taskId, 'search_text', { pattern: 'outside', glob: 'a/**' }),
      call(taskId, 'write_file', { path: `a/b/new-${turn}.txt`, content: 'new' }),
      call(taskId, 'edit_file', { path: 'a/file.txt', oldText: 'inside', newText: 'inside!' }),
      call(taskId, 'glob', { pattern: 'a/b/*.txt', sort: 'size' }),
      call(taskId, 'write_file', { path: `a/b/c/d-${turn % 50}/new.txt`, content: 'new' }),
      call(taskId, 'read_file', { path: 'a/b/undone.txt' }),
      call(taskId, 'write_file', { path: 'a/b/undone.txt', content: written }),
      attempt(
        'landing',
        () => own.settle().then(() => own.move(before, after, '')),
        ({ status }) => status === 'moved',
      ),
      attempt(
        'landing undone',
        () => own.takeBack(),
        (back) => back?.left.length === 0,
      ),
      attempt(
        'undo',
        () => history.undo(taskId),
        ({ restored, left }) => restored.length > 0 && left.length === 0,
      ),
    ]
  }
}

const attempt = <T>(name: string, act: () => Promise<T>, isOk: (result: T) => boolean): Operation => [
  name,
  () =>
    act().then(
      (shown) => ({ isOk: isOk(shown), shown }),
      (error) => ({ isOk: false, shown: String(error) }),
    ),
]
