import { levelJournal, memoryJournal, readEvents, replayRun } from '@artoo/runtime'
import { fileJournal } from '@artoo/runtime/node'
import { MemoryLevel } from 'memory-level'
import { describe, expect, test } from 'vitest'
import { boss, errands } from './errand.js'

type Refused = readonly [what: string, given: unknown, field: string, message: RegExp]

const deciders = () => [boss]
const code = 'invalid_option'
const { system } = errands()

async function refusalOf(act: () => unknown): Promise<unknown> {
  try {
    await act()
  } catch (error) {
    return error
  }
  return 'it was taken'
}

const refused = (field: string, message: RegExp) => ({
  name: 'ArtooError',
  code,
  field,
  message: expect.stringMatching(message),
})

const filters: readonly Refused[] = [
  ['a state that there is not', { state: 'done' }, 'state', /"waiting".*"ended"/],
  ['a state in a list', { state: ['waiting'] }, 'state', /"waiting"/],
  ['an option that there is not', { status: 'ended' }, 'status', /has no option status; did you mean state\?/],
  ['a bare state', 'waiting', 'options', /not string/],
  ['null', null, 'options', /not null/],
]

describe('tasks refuses', () => {
  test.each(filters)('%s', (_, filter, field, message) => {
    const { runtime } = errands({ journal: memoryJournal() })
    expect(() => runtime.tasks(filter as object)).toThrow(expect.objectContaining(refused(field, message)))
  })

  test('nothing that it knows, in any state', async () => {
    const { runtime } = errands({ journal: memoryJournal() })
    for (const state of ['running', 'waiting', 'died', 'ended', undefined] as const)
      for await (const task of runtime.tasks({ state })) expect.unreachable(task.taskId)
  })
})

describe.each([
  ['in memory', () => memoryJournal()],
  ['in a store', () => levelJournal(new MemoryLevel())],
  ['in files', () => fileJournal('/no/such/folder')],
])('the list of a journal %s refuses', (_, open) => {
  test.each(filters)('%s', async (_, filter, field, message) => {
    const listing = async () => {
      for await (const { taskId } of open().list(filter as object)) expect.unreachable(taskId)
    }
    expect(await refusalOf(listing)).toMatchObject(refused(field, message))
  })
})

describe('fork refuses', () => {
  test.each<Refused>([
    ['no options', undefined, 'at', /the last event that the fork keeps/],
    ['options without an event', { deciders }, 'at', /the last event that the fork keeps/],
    ['an event in place of its id', { deciders, at: { id: 'e' } }, 'at', /must be the id/],
    ['an id in place of the options', 'e', 'options', /not string/],
    ['null', null, 'options', /not null/],
    ['an option that there is not', { deciders, at: 'e', edits: () => 1 }, 'edits', /did you mean edit\?/],
    ['no deciders', { at: 'e' }, 'deciders', /must be a function/],
  ])('%s', (_, options, field, message) => {
    const { runtime } = errands({ journal: memoryJournal() })
    expect(() => runtime.fork('task', options as never)).toThrow(expect.objectContaining(refused(field, message)))
  })
})

describe('what is not the id of a task is refused', () => {
  const given = { deciders, at: 'e' }
  test.each<readonly [unknown, RegExp]>([
    [given, /not object; options come behind it/],
    [undefined, /not undefined/],
    [null, /not null/],
    ['', /an empty text/],
  ])('%o', async (taskId, message) => {
    const journal = memoryJournal()
    const { runtime } = errands({ journal })
    for (const act of [
      () => runtime.resume(taskId as string, { deciders }),
      () => runtime.fork(taskId as string, given),
      () => replayRun(journal, taskId as string, { system, deciders }),
      () => readEvents(journal, taskId as string),
    ]) {
      const expected = { code: 'invalid_task_id', field: 'taskId', message: expect.stringMatching(message) }
      expect(await refusalOf(act)).toMatchObject(expected)
    }
  })
})

describe('what is not a journal is refused by what reads one', () => {
  test.each([
    ['the id of a task', 'task'],
    ['options', { deciders }],
    ['nothing', undefined],
    ['null', null],
  ])('%s', async (_, journal) => {
    for (const act of [
      () => replayRun(journal as never, memoryJournal() as never, { system, deciders }),
      () => replayRun(journal as never, 'task', { system, deciders }),
      () => readEvents(journal as never, 'task'),
    ])
      expect(await refusalOf(act)).toMatchObject(refused('journal', /the id of the task comes behind it/))
  })
})

describe('replayRun refuses', () => {
  test.each<Refused>([
    ['no options', undefined, 'system', /expected object/],
    ['an option that there is not', { system, deciders, redacted: String }, 'redacted', /did you mean redact\?/],
    ['deciders that are made already', { system, deciders: [boss] }, 'deciders', /must be a function/],
    ['no deciders', { system }, 'deciders', /must be a function/],
    ['a name in place of a system', { system: 'artoo', deciders }, 'system', /expected object/],
    ['a text to redact', { system, deciders, redact: 'key' }, 'redact', /must be a function/],
    ['a misspelt way to redact', { system, deciders, redact: { texts: String } }, 'redact', /must be a function/],
    ['a way to redact that does nothing', { system, deciders, redact: {} }, 'redact', /with a text function or/],
    ['a list in place of the options', [], 'options', /not an array/],
  ])('%s', async (_, options, field, message) => {
    const { journal, taskId } = await done()
    expect(await refusalOf(() => replayRun(journal, taskId, options as never))).toMatchObject(refused(field, message))
  })

  async function done() {
    const journal = memoryJournal()
    const handle = errands({ journal }).run([])
    await handle
    return { journal, taskId: handle.taskId }
  }
})

describe('levelJournal refuses', () => {
  test.each<readonly [string, unknown, RegExp]>([
    ['nothing', undefined, /takes an abstract-level store.*not undefined/],
    ['null', null, /not null/],
    ['a path', './journal', /new ClassicLevel\(path\), not string/],
    ['a journal', memoryJournal(), /not object/],
    ['a Map', new Map(), /not object/],
    ['a store that is still being opened', Promise.resolve(new MemoryLevel()), /not object/],
  ])('%s', async (_, store, message) => {
    expect(await refusalOf(() => levelJournal(store as never))).toMatchObject(refused('store', message))
  })
})

describe('fileJournal refuses', () => {
  test.each([
    ['an empty path', '', /path of a directory/],
    ['an option that there is not', { directory: 'journal' }, /fileJournal has no option directory; there is root/],
    ['null', null, /path of a directory/],
  ])('%s', async (_, directory, message) => {
    expect(await refusalOf(() => fileJournal(directory as never))).toMatchObject(refused('directory', message))
  })
})

test('a runtime without a journal still says that it has none', () => {
  const { runtime } = errands()
  for (const act of [() => runtime.tasks(), () => runtime.fork('task', { deciders, at: 'e' })])
    expect(act).toThrow(expect.objectContaining({ code: 'no_journal', field: 'journal' }))
})
