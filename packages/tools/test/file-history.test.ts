import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tool } from '@artoo/spec'
import { manualClock } from '@artoo/spec/testing'
import { runToolCall } from '@artoo/tools'
import { fileTools, standardTools } from '@artoo/tools/node'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let place: string
let root: string
let kept: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'artoo-history-'))
  root = join(place, 'root')
  kept = join(place, 'kept')
  mkdirSync(root)
})
afterEach(() => rmSync(place, { recursive: true }))

const at = (path: string) => join(root, path)
const put = (path: string, text: string) => writeFileSync(at(path), text)
const text = (path: string) => readFileSync(at(path), 'utf8')

let calls = 0
/** Tools of one process; each call is one of the task. */
function hands(taskId = 'task') {
  const tools = fileTools({ root, snapshots: { folder: kept } }) as unknown as Tool[]
  const history = tools.find(({ name }) => name === 'edit_file')?.history
  if (!history) throw new Error('nothing is kept')
  const call = async (name: string, input: unknown, callId = `c${++calls}`) => {
    const tool = tools.find((one) => one.name === name) as Tool
    const { signal } = new AbortController()
    const of = { signal, taskId, callId, context: null, timeoutMs: 10_000, clock: manualClock() }
    const outcome = await runToolCall(tool, input, { ...of, confirm: () => true })
    if (outcome.status !== 'ok') throw new Error(outcome.output)
    return callId
  }
  return {
    history,
    call,
    effect: async (name: string, input: unknown) => {
      const tool = tools.find((one) => one.name === name) as Tool
      const { signal } = new AbortController()
      return tool.effect(await tool.parse(input), { signal, taskId, context: null })
    },
    async edit(path: string, oldText: string, newText: string) {
      return call('edit_file', { path, oldText, newText })
    },
    async write(path: string, content: string) {
      return call('write_file', { path, content })
    },
  }
}

describe('undo', () => {
  test('brings each file back as it was, byte for byte, with its permissions', async () => {
    writeFileSync(at('a.txt'), Buffer.from('one\r\ntwo \u{feff}\n'))
    put('run.sh', 'echo\n')
    chmodSync(at('run.sh'), 0o750)
    const { edit, write, history } = hands()
    await edit('a.txt', 'one', 'ONE')
    await edit('a.txt', 'two', 'TWO')
    await edit('run.sh', 'echo', 'echo hello')
    await write('new/b.txt', 'new')
    expect(await history.undo('task')).toEqual({ restored: ['a.txt', 'run.sh', 'new/b.txt'], left: [] })
    expect(text('a.txt')).toBe('one\r\ntwo \u{feff}\n')
    expect([text('run.sh'), statSync(at('run.sh')).mode & 0o777]).toEqual(['echo\n', 0o750])
    expect(await readdir(at('new'))).toEqual([])
    expect(await history.diff('task')).toEqual([])
  })

  test('is carried out by a process that knows nothing but the folder', async () => {
    put('a.txt', 'one')
    await hands().edit('a.txt', 'one', 'two')
    await hands().history.undo('task')
    expect(text('a.txt')).toBe('one')
  })

  test('leaves what somebody else has changed since, and says why', async () => {
    put('a.txt', 'one')
    put('b.txt', 'one')
    const { edit, history } = hands()
    await edit('a.txt', 'one', 'two')
    await edit('b.txt', 'one', 'two')
    put('a.txt', 'two, and mine')
    expect(await history.undo('task')).toEqual({
      restored: ['b.txt'],
      left: [{ path: 'a.txt', why: 'somebody else has changed it since' }],
    })
    expect(text('a.txt')).toBe('two, and mine')
  })

  test('leaves what somebody else has changed between two edits', async () => {
    put('a.txt', 'one')
    const { edit, call, history } = hands()
    await edit('a.txt', 'one', 'two')
    put('a.txt', 'two\nmine')
    await call('read_file', { path: 'a.txt' })
    await edit('a.txt', 'two', 'three')
    const { restored, left } = await history.undo('task')
    expect([restored, left.map(({ path }) => path)]).toEqual([[], ['a.txt']])
    expect(text('a.txt')).toBe('three\nmine')
  })

  test('takes back the calls that are meant, and the files that are meant', async () => {
    for (const path of ['a.txt', 'b.txt']) put(path, 'one')
    const { edit, history } = hands()
    await edit('a.txt', 'one', 'two')
    const later = [await edit('a.txt', 'two', 'three'), await edit('b.txt', 'one', 'two')]
    const since = (callId: string) => later.includes(callId)
    expect(await history.undo('task', { calls: since, paths: ['a.txt'] })).toMatchObject({ restored: ['a.txt'] })
    expect([text('a.txt'), text('b.txt')]).toEqual(['two', 'two'])
    const first = (callId: string) => !since(callId)
    expect(await history.undo('task', { calls: since })).toMatchObject({ restored: ['a.txt', 'b.txt'] })
    expect(await history.undo('task', { calls: first })).toMatchObject({ left: [{ path: 'a.txt' }] })
    expect(await history.undo('task')).toMatchObject({ restored: ['a.txt', 'b.txt'], left: [] })
    expect([text('a.txt'), text('b.txt')]).toEqual(['one', 'one'])
  })

  test('and the task goes on after it, and is taken back again', async () => {
    put('a.txt', 'one')
    const { edit, call, history } = hands()
    await edit('a.txt', 'one', 'two')
    await history.undo('task')
    await call('read_file', { path: 'a.txt' })
    await edit('a.txt', 'one', 'four')
    await history.undo('task')
    expect(text('a.txt')).toBe('one')
  })

  test('knows the tasks apart', async () => {
    put('a.txt', 'one')
    put('b.txt', 'one')
    await hands('../../task').edit('a.txt', 'one', 'two')
    await hands('other').edit('b.txt', 'one', 'two')
    await hands().history.undo('../../task')
    expect([text('a.txt'), text('b.txt')]).toEqual(['one', 'two'])
    await hands().history.remove('other')
    expect(await hands().history.undo('other')).toEqual({ restored: [], left: [] })
    expect(text('b.txt')).toBe('two')
  })

  test('follows no link that came in the place of a folder', async () => {
    mkdirSync(at('sub'))
    put('sub/a.txt', 'one')
    const { edit, history } = hands()
    await edit('sub/a.txt', 'one', 'two')
    const elsewhere = join(place, 'elsewhere')
    mkdirSync(elsewhere)
    writeFileSync(join(elsewhere, 'a.txt'), 'two')
    rmSync(at('sub'), { recursive: true })
    symlinkSync(elsewhere, at('sub'))
    expect(await history.undo('task')).toMatchObject({ restored: [], left: [{ path: 'sub/a.txt' }] })
    expect(readFileSync(join(elsewhere, 'a.txt'), 'utf8')).toBe('two')
  })
})

test('a write that never came is taken back without harm', async () => {
  put('a.txt', 'one')
  const { call, history } = hands()
  await call('read_file', { path: 'a.txt' })
  const { call: other } = hands()
  await other('edit_file', { path: 'a.txt', oldText: 'one', newText: 'two' })
  // As after a kill between the record and the write.
  put('a.txt', 'one')
  expect(await history.diff('task')).toEqual([])
  expect(await history.undo('task')).toMatchObject({ left: [] })
  expect(text('a.txt')).toBe('one')
})

test('a line that a crash cut short costs that line only', async () => {
  put('a.txt', 'one')
  await hands().edit('a.txt', 'one', 'two')
  const [folder = ''] = await readdir(kept)
  writeFileSync(join(kept, folder, 'touches.jsonl'), '{"callId":"c9","pa', { flag: 'a' })
  await hands().edit('a.txt', 'two', 'three')
  await hands().history.undo('task')
  expect(text('a.txt')).toBe('one')
})

test('a diff shows what a task changed, whatever came since', async () => {
  put('a.txt', 'one\n')
  const { edit, write, history } = hands()
  await edit('a.txt', 'one', 'two')
  await write('b.txt', 'new\n')
  put('a.txt', 'mine\n')
  expect(await history.diff('task')).toMatchObject([
    { path: 'a.txt', kind: 'changed', change: { diff: expect.stringContaining('-one\n+two\n') } },
    { path: 'b.txt', kind: 'added', change: { bytesBefore: 0, bytesAfter: 4 } },
  ])
})

test('what is a month old goes at the next change', async () => {
  put('a.txt', 'one')
  await hands('old').edit('a.txt', 'one', 'two')
  const [folder = ''] = await readdir(kept)
  const then = Date.now() / 1_000 - 31 * 86_400
  utimesSync(join(kept, folder, 'touches.jsonl'), then, then)
  mkdirSync(join(kept, 'a'.repeat(32)))
  utimesSync(join(kept, 'a'.repeat(32)), then, then)
  await hands('new').edit('a.txt', 'two', 'three')
  expect(await readdir(kept)).toHaveLength(1)
  expect(await readdir(kept)).not.toContain(folder)
})

describe('an edit can be taken back', () => {
  test('unless git ignores the file, or it is too large', async () => {
    execFileSync('git', ['init', '--quiet', root])
    put('.gitignore', '*.log\n')
    for (const path of ['a.txt', 'a.log']) put(path, 'one')
    put('large.txt', `one${'x'.repeat(10_000_000)}`)
    const { effect } = hands()
    const of = (path: string) => effect('edit_file', { path, oldText: 'one', newText: 'two' })
    expect(await of('a.txt')).toMatchObject({ undo: 'snapshot', repeat: { rule: 'edit_file: **' } })
    expect(await of('a.log')).not.toHaveProperty('undo')
    expect(await of('large.txt')).not.toHaveProperty('undo')
  })

  test.each([
    ['package.json', 'npm'],
    ['sub/vitest.config.ts', 'npm'],
    ['Makefile', 'make'],
    ['.github/workflows/ci.yml', 'continuous integration'],
    ['AGENTS.md', 'an agent'],
    ['artoo.config.ts', 'an agent'],
  ])('and says who obeys %s', async (path, by) => {
    mkdirSync(at('sub'), { recursive: true })
    mkdirSync(at('.github/workflows'), { recursive: true })
    put(path, 'one')
    const effect = await hands().effect('edit_file', { path, oldText: 'one', newText: 'two' })
    expect(effect).toMatchObject({ obeyedBy: by })
    expect(effect).not.toHaveProperty('repeat')
  })
})

test('nothing is kept inside the root, and nothing before something is changed', async () => {
  expect(() => fileTools({ root, snapshots: { folder: at('kept') } })).toThrow(
    expect.objectContaining({ code: 'unsafe_snapshots', field: 'snapshots' }),
  )
  put('a.txt', 'one')
  await hands().call('read_file', { path: 'a.txt' })
  expect(await readdir(place)).toEqual(['root'])
  const tools = standardTools({ root, snapshots: false })
  expect(tools.filter(({ history }) => history)).toEqual([])
})

describe('rules of paths', () => {
  const rules = (name: string) => {
    const reader = (fileTools({ root }) as unknown as Tool[]).find((tool) => tool.name === name)?.rules
    if (!reader) throw new Error('it reads no rules')
    return reader
  }
  beforeEach(() => {
    mkdirSync(at('src'))
    mkdirSync(at('secrets'))
    put('src/a.ts', '')
    put('package.json', '{}')
    symlinkSync(at('secrets'), at('src/link'))
  })

  test.each<[string, string, boolean]>([
    ['src/**', 'src/a.ts', true],
    ['src', 'src/a.ts', true],
    ['./src/*', 'src/../src/a.ts', true],
    ['SRC/A.ts', 'src/a.ts', true],
    ['secrets/**', 'src/link/key', true],
    ['src/**', 'package.json', false],
  ])('deny %s touches an edit of %s: %s', async (pattern, path, touches) => {
    expect(await rules('edit_file').touches(pattern, { path })).toBe(touches)
  })

  test.each<[string, string, boolean]>([
    ['src/**', 'src/a.ts', true],
    ['src', './src/a.ts', true],
    ['SRC/**', 'src/a.ts', false],
    ['src/**', 'src/link/key', false],
    ['**', 'package.json', false],
    ['package.json', 'package.json', true],
    ['.github/workflows/**', '.github/workflows/ci.yml', true],
    ['.github/**', '.github/workflows/ci.yml', false],
    ['**', '../outside', false],
  ])('allow %s covers an edit of %s: %s', async (pattern, path, covers) => {
    expect(await rules('edit_file').covers([pattern], { path })).toEqual(covers ? [pattern] : null)
  })

  test('a search from above meets what is denied below', async () => {
    for (const name of ['search_text', 'list_files']) {
      expect(await rules(name).touches('secrets/**', { path: '.' })).toBe(true)
      expect(await rules(name).touches('secrets/**', { path: 'src' })).toBe(false)
    }
    expect(await rules('glob').touches('secrets/**', { pattern: 'src/*' })).toBe(true)
  })

  test('patterns that leave the root are refused', () => {
    for (const pattern of ['../x', '/etc/passwd', '!a', '@(a|b)']) {
      expect(() => rules('edit_file').assert(pattern)).toThrow(expect.objectContaining({ code: 'invalid_rule' }))
    }
  })
})
