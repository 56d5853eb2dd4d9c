import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Journal, type JournalLine, journalVersion, levelJournal, memoryJournal, readEvents } from '@artoo/runtime'
import { appendLines, testJournal } from '@artoo/runtime/conformance'
import { fileJournal } from '@artoo/runtime/node'
import { ClassicLevel } from 'classic-level'
import { MemoryLevel } from 'memory-level'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RunFilter } from '../src/journal/journal.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'artoo-journals-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

describe('a journal in memory', () => {
  testJournal({ test, open: memoryJournal })
})

describe('a journal in files', () => {
  testJournal({ test, open: () => fileJournal(directory), reopen: () => fileJournal(directory) })
})

describe('a journal in LevelDB', () => {
  let store: ClassicLevel
  testJournal({
    test,
    open() {
      store = new ClassicLevel(directory)
      return levelJournal(store)
    },
    async reopen() {
      await store.close()
      store = new ClassicLevel(directory)
      return levelJournal(store)
    },
    close: () => store.close(),
  })
})

describe('a journal beside other things in one store', () => {
  testJournal({
    test,
    async open() {
      const store = new MemoryLevel()
      await store.batch([
        { type: 'put', key: 'zebra/1', value: 'not a line' },
        { type: 'put', key: '!a', value: 'not a line' },
      ])
      return levelJournal(store)
    },
  })
})

test('a LevelDB journal finds its open runs without its index, and makes it anew', async () => {
  const store = new MemoryLevel<string, string>()
  const journal = levelJournal(store)
  const open = async () => {
    const ids: string[] = []
    for await (const { taskId } of journal.list({ state: 'running' })) ids.push(taskId)
    return ids
  }
  await appendLines(journal, 'open', [{ ...line, taskId: 'open' }])
  await appendLines(journal, 'done', [
    { ...line, taskId: 'done' },
    { kind: 'end', epoch: 1, at: 2 },
  ])
  const index = store.sublevel('artoo-index-open')
  for (const keys of [['open/'], []]) {
    expect((await index.keys().all()).filter((key) => key !== '!')).toEqual(keys)
    expect(await open()).toEqual(['open'])
    await index.clear()
  }
})

const check = '0123456789abcdef'
const line = { kind: 'start', epoch: 1, version: journalVersion, taskId: 'task', at: 1, check } as const
const lease = { kind: 'lease', epoch: 1, owner: 'this', at: 1, until: 9_000, check } as const

const turnOf = (taskId: string, id: string) => {
  const begin = { type: 'Note', text: 'x' }
  const run = { deciders: '1', begin, settings: null, limits: {} as never, onUnanswered: 'refuse' } as const
  return { ...line, taskId, run: { ...run, session: { id, turn: 1 } } } as JournalLine
}

async function readLast(journal: Journal) {
  let last: string | undefined
  for await (const { kind } of journal.read('task')) last = kind
  return last
}

describe('a file that', () => {
  test.each(['{"kind":"ev', '{"kind":"end","at":2}', '\u0000'])(
    'a crash cut short is read up to there: %j',
    async (rest) => {
      const journal = fileJournal(directory)
      await appendLines(journal, 'task', [line])
      appendFileSync(journal.pathOf('task'), rest)
      expect(await readEvents(journal, 'task')).toEqual([])
      const states: string[] = []
      for await (const { state } of journal.list()) states.push(state)
      expect(states).toEqual(['running'])
    },
  )

  test.each(['{"kind":"ev', '{"kind":"end","at":2}', '\u0000', 'x'.repeat(3_000_000)])(
    'a crash cut short is mended before anything is written behind it',
    async (rest) => {
      await fileJournal(directory).append('task', [line])
      const journal = fileJournal(directory)
      appendFileSync(journal.pathOf('task'), rest)
      await journal.append('task', [{ kind: 'end', epoch: 1, at: 3, check }])
      const lines = []
      for await (const read of journal.read('task')) lines.push(read)
      expect(lines).toEqual([line, { kind: 'end', epoch: 1, at: 3, check }])
    },
  )

  test('another process writes to is counted anew', async () => {
    const journal = fileJournal(directory)
    const event = { kind: 'wait', epoch: 1, at: 2, check } as const
    const counts = [
      await journal.append('task', [line]),
      await journal.append('task', [lease]),
      await journal.count?.('task'),
    ]
    appendFileSync(journal.pathOf('task'), '{}\n')
    counts.push(await journal.append('task', [event]), await journal.count?.('task'))
    expect(counts).toEqual([1, 2, 2, undefined, 4])
  })

  /** Makes a file look as if its last line was written a minute ago. */
  const age = (path: string) => utimesSync(path, Date.now() / 1_000 - 60, Date.now() / 1_000 - 60)

  async function listed(journal: Journal, filter?: RunFilter) {
    const runs: string[] = []
    for await (const { taskId, state } of journal.list(filter)) runs.push(`${taskId} ${state}`)
    return runs
  }

  test('has ended is moved to a folder of its own a while later, where late lines, reads and a second start find it', async () => {
    const journal = fileJournal(directory)
    await appendLines(journal, 'task', [line, { kind: 'end', epoch: 1, at: 2 }])
    expect(await listed(journal)).toEqual(['task ended'])
    expect(journal.pathOf('task')).toBe(join(directory, 'task.jsonl'))
    age(journal.pathOf('task'))
    expect(await listed(journal, { state: 'running' })).toEqual([])
    expect(journal.pathOf('task')).toBe(join(directory, 'ended', 'task.jsonl'))
    expect(readdirSync(directory)).toEqual(['ended'])
    expect(await readEvents(journal, 'task')).toEqual([])
    await journal.append('task', [{ ...lease, epoch: 2, takesOver: 1 }])
    expect(await journal.count?.('task')).toBe(3)
    expect(await listed(journal, { state: 'ended' })).toEqual(['task ended'])
    await expect(journal.append('task', [line])).rejects.toMatchObject({ code: 'task_exists' })
    await journal.remove('task')
    expect(await journal.count?.('task')).toBe(0)
  })

  test('has ended counts as ended, whatever an older copy of it beside says', async () => {
    const journal = fileJournal(directory)
    await appendLines(journal, 'task', [line, lease])
    const older = readFileSync(journal.pathOf('task'))
    await appendLines(journal, 'task', [{ kind: 'end', epoch: 1, at: 2 }])
    age(journal.pathOf('task'))
    expect(await listed(journal)).toEqual(['task ended'])
    writeFileSync(join(directory, 'task.jsonl'), older)
    expect(await listed(fileJournal(directory), { state: 'running' })).toEqual([])
    expect(await readLast(journal)).toBe('end')
  })

  test('lies among the ended ones and has not ended, since its last lines were lost, is moved back', async () => {
    const journal = fileJournal(directory)
    await appendLines(journal, 'task', [line, lease])
    mkdirSync(join(directory, 'ended'))
    renameSync(journal.pathOf('task'), join(directory, 'ended', 'task.jsonl'))
    expect(await listed(journal)).toEqual(['task running'])
    expect(await listed(journal, { state: 'running' })).toEqual(['task running'])
  })

  test('ends beside lines of another process stays: its end may be void', async () => {
    const journal = fileJournal(directory)
    await appendLines(journal, 'task', [line, lease])
    await appendLines(fileJournal(directory), 'task', [{ ...lease, epoch: 2, owner: 'another', takesOver: 1 }])
    await appendLines(journal, 'task', [{ kind: 'end', epoch: 1, at: 3 }])
    age(journal.pathOf('task'))
    expect(await listed(journal, { state: 'running' })).toEqual(['task running'])
    expect(readdirSync(directory)).toEqual(['task.jsonl'])
  })

  test('can’t be read stops no other: it is unreadable, and no folder is taken for one', async () => {
    const journal = fileJournal(directory)
    await appendLines(journal, 'sound', [{ ...line, taskId: 'sound' }])
    mkdirSync(join(directory, 'folder.jsonl'))
    writeFileSync(join(directory, 'empty.jsonl'), '')
    writeFileSync(join(directory, 'broken.jsonl'), 'nonsense\n')
    expect((await listed(journal)).sort()).toEqual(['broken running', 'sound running'])
    expect(await journal.counts?.()).toEqual({ open: 3, ended: 0 })
  })

  test('is begun on a full disk leaves nothing behind', async () => {
    const journal = fileJournal(directory)
    const write = vi.spyOn(Buffer, 'from').mockImplementationOnce(() => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    })
    await expect(journal.append('task', [line])).rejects.toMatchObject({ code: 'ENOSPC' })
    write.mockRestore()
    expect(readdirSync(directory)).toEqual([])
    await journal.append('task', [line])
  })

  test.each(['.', '..', 'x'.repeat(200)])(
    'has an odd name is a turn of a conversation like any other: %s',
    async (taskId) => {
      const journal = fileJournal(directory)
      await appendLines(journal, taskId, [turnOf(taskId, 'chat')])
      expect(await listed(journal, { session: 'chat' })).toEqual([`${taskId} running`])
    },
  )

  test('of a conversation is found without its note, also while many look at once and after a look was cut off', async () => {
    const journal = fileJournal(directory)
    for (let index = 0; index < 30; index++)
      await appendLines(journal, `t${index}`, [turnOf(`t${index}`, `chat ${index}`)])
    rmSync(join(directory, 'sessions'), { recursive: true })
    const next = fileJournal(directory)
    await appendLines(next, 'new', [turnOf('new', 'chat 3')])
    const looks = Array.from({ length: 30 }, (_, index) => listed(next, { session: `chat ${index}` }))
    const found = await Promise.all(looks)
    expect(found.map((runs) => runs.filter((run) => !run.startsWith('new')))).toEqual(
      Array.from({ length: 30 }, (_, index) => [`t${index} running`]),
    )
    expect((await listed(next, { session: 'chat 3' })).sort()).toEqual(['new running', 't3 running'])
  })

  test('a crash cut short is mended by two processes at once, and loses the line of neither', async () => {
    for (let round = 0; round < 40; round++) {
      const taskId = `task-${round}`
      await fileJournal(directory).append(taskId, [{ ...line, taskId }])
      const [one, other] = [fileJournal(directory), fileJournal(directory)]
      appendFileSync(one.pathOf(taskId), `{"kind":"ev${'x'.repeat(round * 100)}`)
      await Promise.all([one, other].map((journal, index) => journal.append(taskId, [{ ...lease, epoch: 2 + index }])))
      const epochs: number[] = []
      for await (const { epoch } of one.read(taskId)) epochs.push(epoch)
      expect(epochs.sort()).toEqual([1, 2, 3])
    }
    expect(readdirSync(directory).filter((name) => name.includes('.lock'))).toEqual([])
  })

  test('is gone meanwhile is not begun in its middle', async () => {
    const journal = fileJournal(directory)
    await journal.append('task', [line])
    rmSync(journal.pathOf('task'))
    const goOn = async () => journal.append('task', [{ kind: 'end', epoch: 1, at: 3, check }])
    await expect(goOn()).rejects.toMatchObject({ code: 'ENOENT' })
    expect(readdirSync(directory)).toEqual([])
  })

  test('has nothing but a line that was cut short begins with the next one', async () => {
    const journal = fileJournal(directory)
    writeFileSync(journal.pathOf('task'), '{"kind":"sta')
    await journal.append('task', [{ kind: 'end', epoch: 1, at: 3, check }])
    expect(readFileSync(journal.pathOf('task'), 'utf8')).toBe(`{"kind":"end","epoch":1,"at":3,"check":"${check}"}\n`)
  })

  test.each(['nonsense\n', '{"kind":5}\n', 'null\n'])('is damaged in the middle is refused: %j', async (damage) => {
    const journal = fileJournal(directory)
    await journal.append('task', [line])
    const path = journal.pathOf('task')
    writeFileSync(path, damage + readFileSync(path, 'utf8'))
    await expect(readEvents(journal, 'task')).rejects.toMatchObject({ code: 'damaged_journal' })
  })

  test.each(['../secrets', 'a/b', '', 'a\\b', 'x'.repeat(201)])(
    'would lie elsewhere is not opened: %j',
    async (taskId) => {
      const journal = fileJournal(directory)
      await expect((async () => journal.append(taskId, [line]))()).rejects.toMatchObject({ code: 'invalid_task_id' })
      await expect(readEvents(journal, taskId)).rejects.toMatchObject({ code: 'invalid_task_id' })
    },
  )
})

test('a journal of another version is refused, and so is a run that is not there', async () => {
  const journal = memoryJournal()
  await journal.append('task', [{ ...line, version: journalVersion + 1 }])
  await expect(readEvents(journal, 'task')).rejects.toMatchObject({ code: 'unsupported_journal' })
  await expect(readEvents(journal, 'nobody')).rejects.toMatchObject({ code: 'unknown_task', field: 'taskId' })
})

describe('the list of a directory', () => {
  const runsOf = async (journal: ReturnType<typeof fileJournal>) => {
    const ids: string[] = []
    for await (const { taskId, state } of journal.list()) ids.push(`${taskId} ${state}`)
    return ids
  }

  test('goes on while runs are removed', async () => {
    const journal = fileJournal(directory)
    const ids = Array.from({ length: 100 }, (_, index) => `task-${index}`)
    for (const id of ids) await journal.append(id, [line, { kind: 'end', epoch: 1, at: 2, check }])
    const removing = (async () => {
      for (const id of ids) await journal.remove(id)
    })()
    await Promise.all([removing, runsOf(journal), runsOf(journal), runsOf(journal)])
    expect(await runsOf(journal)).toEqual([])
  })

  test('is not stopped by a file that is no journal', async () => {
    const journal = fileJournal(directory)
    await journal.append('task', [line])
    writeFileSync(join(directory, 'other.jsonl'), 'nonsense\n')
    expect((await runsOf(journal)).sort()).toEqual(['other running', 'task running'])
  })

  test('does not take an end for one that an owner wrote after its successor, however long the line before', async () => {
    const journal = fileJournal(directory)
    for (const length of [10, 1_000, 30_000]) {
      const event = { id: 'e', payload: 'x'.repeat(length) } as never
      const claim = { kind: 'lease', epoch: 2, owner: 'other', at: 1, until: 2, takesOver: 1 } as const
      const late = { kind: 'end', epoch: 1, at: 2 } as const
      await journal.append(`task-${length}`, [line, claim, { kind: 'event', epoch: 2, event }, late] as never)
    }
    expect((await runsOf(journal)).filter((run) => run.endsWith('running'))).toHaveLength(3)
  })

  test('does not take data that looks like an end for one, wherever it stands', async () => {
    const journal = fileJournal(directory)
    const inner = (pad: number) => ({ kind: 'end', pad: 'x'.repeat(pad) })
    for (let pad = 200; pad < 245; pad++) {
      const event = { id: 'e', payload: { before: 'x'.repeat(300), inner: inner(pad) } } as never
      await journal.append(`task-${pad}`, [line, { kind: 'event', epoch: 1, event, check }])
    }
    expect((await runsOf(journal)).filter((run) => run.endsWith('running'))).toHaveLength(45)
  })
})

test('an id that is no text of its own is no key', async () => {
  const journal = levelJournal(new MemoryLevel())
  await expect(Promise.resolve(journal.append('\ud800', [line]))).rejects.toMatchObject({ code: 'invalid_task_id' })
})
