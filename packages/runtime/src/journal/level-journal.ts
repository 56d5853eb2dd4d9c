import { ArtooError, locationOf, oneByOnePerKey, type Store } from '@artoo/spec'
import type { AbstractLevel } from 'abstract-level'
import { textsOf } from './checked-lines.js'
import type { Journal, JournalLine, JournalledRun, RunFilter } from './journal.js'
import { assertFilter, isWanted, runOn, tailLength } from './journalled-run.js'
import { parseLine } from './parse-line.js'
import { taskExists } from './task-exists.js'

/** The name of the sublevel: the store may hold other data as well. */
const name = 'artoo-journal'

/** The name of the sublevel with the tasks of each conversation. */
const sessionsName = `${name}-sessions`

/**
 * The name of the sublevel with the tasks that have not ended. It is only a cache: an entry may be one too many, and when the sublevel is empty it is
 * made anew. It sorts before the lines: LevelDB finds the last line of a task by a step back from what follows, over everything that was deleted there.
 */
const openName = 'artoo-index-open'

/** The key that says that all open tasks have an entry; it sorts before those of the tasks. */
const complete = '!'

/** Keys of a run's lines sort by their number. */
const digits = 12
const past = '~'

/** Appends to a task go one by one: a line's number is free until it is written, and two journals may share a store. */
const appending = new WeakMap<object, ReturnType<typeof oneByOnePerKey<string>>>()

/**
 * Keeps journals in a store, beside its other data. The host opens and closes the store.
 *
 * @throws {ArtooError} `invalid_option`, field `store`, for a value that is not an abstract-level store.
 */
export function levelJournal(whole: Store): Journal {
  assertStore(whole)
  const root = whole as unknown as AbstractLevel<string, string, string>
  const encodings = { keyEncoding: 'utf8', valueEncoding: 'utf8' }
  const store = root.sublevel(name, encodings)
  const sessions = root.sublevel(sessionsName, encodings)
  const open = root.sublevel(openName, encodings)
  const location = locationOf(whole)
  const inOrder = appending.get(whole) ?? oneByOnePerKey()
  appending.set(whole, inOrder)
  const prefixOf = (taskId: string) => {
    if (!taskId.isWellFormed()) throw new ArtooError('invalid_task_id', `${taskId} can't be a key`)
    return `${encodeURIComponent(taskId)}/`
  }
  const rangeOf = (taskId: string) => ({ gt: prefixOf(taskId), lt: prefixOf(taskId) + past })

  const keyOf = (taskId: string, number: number) => prefixOf(taskId) + String(number).padStart(digits, '0')

  async function countOf(taskId: string): Promise<number> {
    const [last] = await store.keys({ ...rangeOf(taskId), reverse: true, limit: 1 }).all()
    return last === undefined ? 0 : Number(last.slice(-digits)) + 1
  }

  async function runOf(taskId: string): Promise<JournalledRun | null> {
    const [first] = await store.values({ ...rangeOf(taskId), limit: 1 }).all()
    if (first === undefined) return null
    const tail = await store.values({ ...rangeOf(taskId), reverse: true, limit: tailLength }).all()
    return runOn(taskId, first, tail.reverse())
  }

  const turnKey = (session: string, taskId: string) => prefixOf(session) + encodeURIComponent(taskId)

  const isOpen = (run: JournalledRun | null) => run !== null && (run.state !== 'ended' || run.epoch === undefined)

  async function indexOpen(): Promise<void> {
    if ((await open.get(complete)) !== undefined) return
    for await (const taskId of allIds()) if (isOpen(await runOf(taskId))) await open.put(prefixOf(taskId), '')
    await open.put(complete, '')
  }

  async function* taskIds({ state, session }: RunFilter): AsyncGenerator<string> {
    if (session !== undefined) {
      for await (const key of sessions.keys(rangeOf(session))) yield decodeURIComponent(key.slice(key.indexOf('/') + 1))
    } else if (state === undefined || state === 'ended') {
      yield* allIds()
    } else {
      await indexOpen()
      for await (const key of open.keys({ gt: complete })) yield decodeURIComponent(key.slice(0, -1))
    }
  }

  async function* allIds(): AsyncGenerator<string> {
    let [next] = await store.keys({ limit: 1 }).all()
    while (next !== undefined) {
      const prefix = next.slice(0, next.indexOf('/') + 1)
      yield decodeURIComponent(prefix.slice(0, -1))
      ;[next] = await store.keys({ gt: prefix + past, limit: 1 }).all()
    }
  }

  /** Notes that a task is open or has ended. An end may be void: the next renewal of its owner's lease notes it again. */
  function noted(taskId: string, lines: readonly JournalLine[]) {
    const key = prefixOf(taskId)
    if (lines.at(-1)?.kind === 'end') return [{ type: 'del', sublevel: open, key } as const]
    const isHeld = lines.some(({ kind }) => kind === 'start' || kind === 'lease')
    return isHeld ? [{ type: 'put', sublevel: open, key, value: '' } as const] : []
  }

  return {
    durable: whole.supports.permanence !== false,
    ...(location !== undefined && { directory: location }),
    append: (taskId, lines, texts = textsOf(lines)) =>
      inOrder(taskId, async () => {
        const count = await countOf(taskId)
        if (count > 0 && lines.some(({ kind }) => kind === 'start')) throw taskExists(taskId)
        const put = { type: 'put', sublevel: store } as const
        const puts = texts.map((value, index) => ({ ...put, key: keyOf(taskId, count + index), value }))
        const turns = lines.flatMap((line) => (line.kind === 'start' && line.run?.session) || [])
        const index = turns.map(({ id }) => ({ ...put, sublevel: sessions, key: turnKey(id, taskId), value: '' }))
        await root.batch([...puts, ...index, ...noted(taskId, lines)])
      }),
    count: countOf,
    async *read(taskId, from = 0) {
      const range = { gte: keyOf(taskId, from), lt: rangeOf(taskId).lt }
      for await (const line of store.values(range)) yield parseLine(line)
    },
    async *list(filter = {}) {
      assertFilter(filter)
      for await (const taskId of taskIds(filter)) {
        const run = await runOf(taskId)
        if (isWanted(run, filter)) yield run
      }
    },
    async remove(taskId) {
      const session = (await runOf(taskId))?.session
      if (session) await sessions.del(turnKey(session.id, taskId))
      await open.del(prefixOf(taskId))
      await store.clear(rangeOf(taskId))
    },
  }
}

function assertStore(store: unknown): void {
  const { sublevel, batch, supports } = Object(store)
  if (typeof sublevel === 'function' && typeof batch === 'function' && typeof supports === 'object') return
  const got = store === null ? 'null' : typeof store
  const message = `levelJournal takes an abstract-level store, such as new ClassicLevel(path), not ${got}`
  throw new ArtooError('invalid_option', message, { field: 'store' })
}
