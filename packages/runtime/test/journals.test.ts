import { appendFileSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { journalVersion, levelJournal, memoryJournal, readEvents } from '@artoo/runtime'
import { appendLines, testJournal } from '@artoo/runtime/conformance'
import { fileJournal } from '@artoo/runtime/node'
import { ClassicLevel } from 'classic-level'
import { MemoryLevel } from 'memory-level'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

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
    for await (const { taskId } of journal.list({ state: 'open' })) ids.push(taskId)
    return ids
  }
  await appendLines(journal, 'open', [{ ...line, taskId: 'open' }])
  await appendLines(journal, 'done', [
    { ...line, taskId: 'done' },
    { kind: 'end', epoch: 1, at: 2 },
  ])
  const index = store.sublevel('artoo-journal-open')
  for (const keys of [['open/'], []]) {
    expect((await index.keys().all()).filter((key) => key !== '!')).toEqual(keys)
    expect(await open()).toEqual(['open'])
    await index.clear()
  }
})

const check = '0123456789abcdef'
const line = { kind: 'start', epoch: 1, version: journalVersion, taskId: 'task', at: 1, check } as const
const lease = { kind: 'lease', epoch: 1, owner: 'this', at: 1, until: 9_000, check } as const

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

  test('has ended lies in a folder of its own, where late lines, reads and a second start find it', async () => {
    const journal = fileJournal(directory)
    await appendLines(journal, 'task', [line, { kind: 'end', epoch: 1, at: 2 }])
    expect(readdirSync(directory)).toEqual(['ended'])
    expect(journal.pathOf('task')).toBe(join(directory, 'ended', 'task.jsonl'))
    expect(await readEvents(journal, 'task')).toEqual([])
    await journal.append('task', [{ kind: 'end', epoch: 1, at: 3, check }])
    expect(await journal.count?.('task')).toBe(3)
    await expect(journal.append('task', [line])).rejects.toMatchObject({ code: 'task_exists' })
    await journal.remove('task')
    expect(await journal.count?.('task')).toBe(0)
  })

  test('has ended is moved by the next look if its process was killed first', async () => {
    const journal = fileJournal(directory)
    await appendLines(journal, 'task', [line, { kind: 'end', epoch: 1, at: 2 }])
    renameSync(join(directory, 'ended', 'task.jsonl'), join(directory, 'task.jsonl'))
    const found: unknown[] = []
    for await (const run of journal.list({ state: 'open' })) found.push(run)
    expect(found).toEqual([])
    expect(readdirSync(directory)).toEqual(['ended'])
  })

  test('ends beside lines of another process stays: its end may be void', async () => {
    const journal = fileJournal(directory)
    await appendLines(journal, 'task', [line, lease])
    await appendLines(fileJournal(directory), 'task', [{ ...lease, epoch: 2, owner: 'another', takesOver: 1 }])
    await appendLines(journal, 'task', [{ kind: 'end', epoch: 1, at: 3 }])
    expect(readdirSync(directory)).toEqual(['task.jsonl'])
    const states: string[] = []
    for await (const { state } of journal.list({ state: 'open' })) states.push(state)
    expect(states).toEqual(['running'])
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

  test.each(['../secrets', 'a/b', '', 'a\\b'])('would lie elsewhere is not opened: %j', async (taskId) => {
    const journal = fileJournal(directory)
    await expect((async () => journal.append(taskId, [line]))()).rejects.toMatchObject({ code: 'invalid_task_id' })
    await expect(readEvents(journal, taskId)).rejects.toMatchObject({ code: 'invalid_task_id' })
  })
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
    expect(await runsOf(journal)).toEqual(['task running'])
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
