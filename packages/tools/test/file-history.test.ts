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
  const tools = standardTools({ root, snapshots: { folder: kept } })
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
    run: (command: string) => call('shell', { command }),
  }
}

/** The path of a file of the only task's record. */
async function recordOf(name = 'touches.jsonl') {
  const [folder = ''] = await readdir(kept)
  return join(kept, folder, name)
}

/** As after a kill before the last note. */
async function withoutLastNote() {
  const record = await recordOf()
  writeFileSync(record, readFileSync(record, 'utf8').replace(/\n\{"done":"[0-9a-f]+"\}\n$/, ''))
}

describe('undo', () => {
  test('brings each file back as it was, byte for byte, with its permissions', async () => {
    writeFileSync(at('a.txt'), Buffer.from('one\r\ntwo \u{feff}\n'))
    put('run.sh', 'echo\n')
    chmodSync(at('run.sh'), 0o6750)
    const { edit, write, history } = hands()
    await edit('a.txt', 'one', 'ONE')
    await edit('a.txt', 'two', 'TWO')
    await edit('run.sh', 'echo', 'echo hello')
    await write('new/b.txt', 'new')
    expect(await history.undo('task')).toMatchObject({ restored: ['a.txt', 'run.sh', 'new/b.txt'], left: [] })
    expect(text('a.txt')).toBe('one\r\ntwo \u{feff}\n')
    expect([text('run.sh'), statSync(at('run.sh')).mode & 0o7777]).toEqual(['echo\n', 0o6750])
    expect(await readdir(root)).toEqual(['a.txt', 'run.sh'])
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
      commands: [],
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
    expect(await hands().history.undo('other')).toEqual({ restored: [], left: [], commands: [] })
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

describe('a person who goes back by hand', () => {
  test('to an earlier state of the task is not overwritten', async () => {
    put('a.txt', 'one')
    const { edit, history } = hands()
    await edit('a.txt', 'one', 'two')
    await edit('a.txt', 'two', 'three')
    put('a.txt', 'two')
    expect(await history.undo('task')).toMatchObject({ restored: [], left: [{ path: 'a.txt' }] })
    expect(text('a.txt')).toBe('two')
  })

  test('to what an undo took back is not overwritten', async () => {
    put('a.txt', 'one')
    const { edit, history } = hands()
    await edit('a.txt', 'one', 'two')
    await history.undo('task')
    put('a.txt', 'two')
    expect(await history.undo('task')).toMatchObject({ restored: [], left: [{ path: 'a.txt' }] })
    expect(text('a.txt')).toBe('two')
  })

  test('to the beginning loses nothing when the task goes on and is taken back', async () => {
    put('a.txt', 'one')
    const { edit, call, history } = hands()
    await edit('a.txt', 'one', 'two')
    put('a.txt', 'one')
    expect(await history.diff('task')).toEqual([])
    await call('read_file', { path: 'a.txt' })
    await edit('a.txt', 'one', 'three')
    expect(await history.undo('task')).toMatchObject({ restored: ['a.txt'], left: [] })
    expect(text('a.txt')).toBe('one')
  })
})

test('a write that was cut off before the last of two is passed over', async () => {
  put('a.txt', 'one')
  const { edit, history } = hands()
  await edit('a.txt', 'one', 'two')
  await edit('a.txt', 'two', 'three')
  await withoutLastNote()
  put('a.txt', 'two')
  expect(await history.undo('task')).toMatchObject({ restored: ['a.txt'], left: [] })
  expect(text('a.txt')).toBe('one')
})

test('the draft of a write that was cut off goes with an undo, and nobody else’s', async () => {
  await hands().write('new/a.txt', 'one')
  await withoutLastNote()
  const { id } = JSON.parse(readFileSync(await recordOf(), 'utf8').trim()) as { readonly id: string }
  rmSync(at('new/a.txt'))
  for (const name of [id, 'f'.repeat(16)]) {
    mkdirSync(at(`new/.artoo-${name}`))
    put(`new/.artoo-${name}/a.txt`, 'on')
  }
  await hands().history.undo('task')
  expect(await readdir(at('new'))).toEqual([`.artoo-${'f'.repeat(16)}`])
})

describe('folders', () => {
  test('that the task created go when an undo leaves them empty', async () => {
    mkdirSync(at('old'))
    const { write, history } = hands()
    await write('new/deep/a.txt', 'one')
    await write('new/deep/b.txt', 'one')
    await write('old/c.txt', 'one')
    await history.undo('task', { paths: ['new/deep/a.txt'] })
    expect(await readdir(at('new/deep'))).toEqual(['b.txt'])
    await history.undo('task')
    expect(await readdir(root)).toEqual(['old'])
  })

  test('stay with what somebody else has put there', async () => {
    const { write, history } = hands()
    await write('new/deep/a.txt', 'one')
    put('new/mine.txt', 'mine')
    await history.undo('task')
    expect(await readdir(at('new'))).toEqual(['mine.txt'])
  })
})

describe('a file that is not covered', () => {
  test('is not kept, and is named with the reason and its sizes', async () => {
    execFileSync('git', ['init', '--quiet', root])
    put('.gitignore', '.env\n')
    put('.env', 'KEY=one')
    put('large.txt', `one${'x'.repeat(10_000_000)}`)
    const { call, edit, history } = hands()
    await call('read_file', { path: '.env' })
    await edit('.env', 'one', 'three')
    await edit('large.txt', 'one', 'two')
    const names = await readdir(join(kept, (await readdir(kept))[0] ?? ''))
    expect(names).toEqual(['touches.jsonl'])
    expect(await history.undo('task')).toMatchObject({
      restored: [],
      left: [
        { path: '.env', why: expect.stringMatching(/git ignores it/) },
        { path: 'large.txt', why: expect.stringMatching(/larger than 10 MB/) },
      ],
    })
    expect(await history.diff('task')).toMatchObject([
      { path: '.env', kind: 'changed', change: { bytesBefore: 7, bytesAfter: 9, diff: null } },
      { path: 'large.txt' },
    ])
  })
})

describe('commands', () => {
  test('that the calls ran are named, those that only read are not', async () => {
    put('a.txt', 'one')
    const { run, history } = hands()
    const first = await run('touch b.txt')
    await run('cat a.txt')
    const long = `: > b.txt ${'x'.repeat(300)}`
    await run(long)
    expect((await history.undo('task')).commands).toEqual(['touch b.txt', `${long.slice(0, 200)}…`])
    expect((await history.undo('task', { calls: (id) => id === first })).commands).toEqual(['touch b.txt'])
  })

  test('are named where one may have changed a file of the task', async () => {
    for (const path of ['a.txt', 'b.txt', 'c.txt']) put(path, 'one')
    const { edit, call, run, history } = hands()
    await run('touch before')
    await edit('a.txt', 'one', 'two')
    await edit('b.txt', 'one', 'two')
    await run('printf mine >> a.txt; printf mine >> b.txt')
    await call('read_file', { path: 'b.txt' })
    await edit('b.txt', 'two', 'three')
    await edit('c.txt', 'one', 'two')
    put('c.txt', 'mine')
    const command = 'the command `printf mine >> a.txt; printf mine >> b.txt`'
    const left = [
      { path: 'a.txt', why: `somebody else, or ${command}, has changed it since` },
      { path: 'b.txt', why: `somebody else, or ${command}, has changed it between two edits of the task` },
      { path: 'c.txt', why: 'somebody else has changed it since' },
    ]
    expect(await history.undo('task')).toMatchObject({ restored: [], left })
    expect((await history.undo('task')).left).toEqual(left)
    expect((await history.diff('task')).map(({ path }) => path)).toEqual(['a.txt', 'b.txt', 'c.txt'])
  })

  test('that were cut off may have gone on', async () => {
    put('a.txt', 'one')
    const { edit, run, history } = hands()
    await run('touch b.txt')
    await withoutLastNote()
    await edit('a.txt', 'one', 'two')
    put('a.txt', 'mine')
    expect((await history.undo('task')).left[0]?.why).toContain('the command `touch b.txt`')
  })
})

describe('paths', () => {
  test('may be absolute, by either name of the root', async () => {
    const link = join(place, 'link')
    symlinkSync(root, link)
    for (const path of ['a.txt', 'b.txt']) put(path, 'one')
    await hands().edit('a.txt', 'one', 'two')
    await hands().edit('b.txt', 'one', 'two')
    const tools = fileTools({ root: link, snapshots: { folder: kept } }) as unknown as Tool[]
    const history = tools.find((tool) => tool.history)?.history
    expect(await history?.undo('task', { paths: [at('a.txt')] })).toMatchObject({ restored: ['a.txt'] })
    expect(await history?.undo('task', { paths: [join(link, 'b.txt')] })).toMatchObject({ restored: ['b.txt'] })
  })

  test.each(['src/[id].ts', 'src/[id]', '!a (copy).txt', 'src/*'])('name a file or a glob: %s', async (path) => {
    mkdirSync(at('src/[id]'), { recursive: true })
    const name = path.endsWith(']') ? `${path}/a.ts` : path.endsWith('*') ? 'src/a.ts' : path
    const { write, history } = hands()
    await write(name, 'one')
    await write('other.txt', 'one')
    expect(await history.undo('task', { paths: [path] })).toMatchObject({ restored: [name] })
  })

  test.each<[unknown, string]>([
    [['../a.txt'], 'path_outside_root'],
    [['/etc/passwd'], 'path_outside_root'],
    [[''], 'invalid_option'],
    ['a.txt', 'invalid_option'],
  ])('that are %j are refused', async (paths, code) => {
    await expect(hands().history.undo('task', { paths: paths as string[] })).rejects.toMatchObject({
      ...{ code, field: 'paths' },
    })
  })
})

describe('a record', () => {
  test.each(['garbage', '{"callId":"c1"}', '{"callId":"c9","pa'])('with the whole line %s is damaged', async (line) => {
    put('a.txt', 'one')
    await hands().edit('a.txt', 'one', 'two')
    writeFileSync(await recordOf(), `\n${line}\n`, { flag: 'a' })
    const damaged = { code: 'damaged_history', message: expect.stringContaining('touches.jsonl') }
    await expect(hands().history.undo('task')).rejects.toMatchObject(damaged)
    await hands().edit('a.txt', 'two', 'three')
    await expect(hands().history.diff('task')).rejects.toMatchObject(damaged)
  })

  test('without a content that it names is damaged', async () => {
    put('a.txt', 'one')
    await hands().edit('a.txt', 'one', 'two')
    const folder = join(kept, (await readdir(kept))[0] ?? '')
    for (const name of await readdir(folder)) if (name !== 'touches.jsonl') rmSync(join(folder, name))
    await expect(hands().history.undo('task')).rejects.toMatchObject({ code: 'damaged_history' })
  })
})

test('where nothing can be kept a write fails and names the folder, a command runs', async () => {
  put('a.txt', 'one')
  writeFileSync(kept, 'a file')
  const { edit, run, effect, history } = hands()
  const named = /kept.*XDG_STATE_HOME.*snapshots: false/s
  const error = { code: 'no_state_folder', field: 'snapshots', message: expect.stringMatching(named) }
  await expect(effect('edit_file', { path: 'a.txt', oldText: 'one', newText: 'two' })).rejects.toMatchObject(error)
  await expect(edit('a.txt', 'one', 'two')).rejects.toThrow(named)
  expect(text('a.txt')).toBe('one')
  await run('touch b.txt')
  expect(text('b.txt')).toBe('')
  await expect(history.undo('task')).rejects.toMatchObject(error)
})

test('a write that never came is taken back without harm', async () => {
  put('a.txt', 'one')
  const { call, history } = hands()
  await call('read_file', { path: 'a.txt' })
  const { call: other } = hands()
  await other('edit_file', { path: 'a.txt', oldText: 'one', newText: 'two' })
  // As after a kill between the record and the write.
  await withoutLastNote()
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

  test.each<[tool: string, input: object, touches: boolean]>([
    ['list_files', { path: '.' }, true],
    ['list_files', { path: '.', depth: 1 }, false],
    ['list_files', { path: '.', depth: 2 }, true],
    ['list_files', { path: 'secrets', depth: 1 }, true],
    ['list_files', { path: 'secrets/deep', depth: 1 }, true],
    ['list_files', { path: 'src', depth: 9 }, false],
    ['search_text', { pattern: 'x', glob: '**/*' }, true],
    ['search_text', { pattern: 'secrets', glob: 'src/**' }, false],
    ['search_text', { pattern: 'x', glob: 'src/link/*' }, true],
    ['search_text', { pattern: 'x', glob: 'SECRETS/*' }, true],
    ['search_text', { pattern: 'x', glob: '{src,secrets}/*' }, true],
    ['search_text', { pattern: 'x', glob: 'secrets/key' }, true],
    ['glob', { pattern: 'src/*' }, false],
    ['glob', { pattern: './secrets/deep/*' }, true],
    ['glob', { pattern: '**/key' }, true],
  ])('deny secrets/** touches %s of %j: %s', async (name, input, touches) => {
    expect(await rules(name).touches('secrets/**', input)).toBe(touches)
  })

  test('a search meets a file that is denied by its name', async () => {
    const touches = (pattern: string, glob: string) => rules('search_text').touches(pattern, { glob })
    expect(await touches('src/a.ts', 'src/**')).toBe(true)
    expect(await touches('src/a.ts', 'src/deep/**')).toBe(false)
    expect(await touches('**/*.pem', 'src/**')).toBe(true)
    expect(await touches('src/*/key', 'src/deep/*')).toBe(true)
  })

  test('an absolute pattern goes by either name of the root', async () => {
    const link = join(place, 'link')
    symlinkSync(root, link)
    const tools = fileTools({ root: link }) as unknown as Tool[]
    const reader = tools.find(({ name }) => name === 'edit_file')?.rules
    for (const pattern of [at('src'), join(link, 'src')]) {
      reader?.assert(pattern)
      expect(await reader?.touches(pattern, { path: 'src/a.ts' })).toBe(true)
      expect(await reader?.covers([pattern], { path: 'src/a.ts' })).toEqual([pattern])
    }
  })

  test('patterns that leave the root are refused', () => {
    for (const pattern of ['../x', '/etc/passwd', '!a', '@(a|b)']) {
      expect(() => rules('edit_file').assert(pattern)).toThrow(expect.objectContaining({ code: 'invalid_rule' }))
    }
  })
})
