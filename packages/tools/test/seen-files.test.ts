import {
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Confirm, truncateOutput } from '@artoo/tools'
import { describe, expect, it, vi } from 'vitest'
import { cutMark } from '../src/files/cut-marks.js'
import { seenFiles } from '../src/files/seen-files.js'
import { type CallOptions, call, workspace } from './workspace.js'

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('')

function setting(files: Readonly<Record<string, string | Buffer>>) {
  const tools = workspace(files)
  const { root, readFile, writeFile, editFile } = tools
  const options = (more: CallOptions): CallOptions => ({ confirm: () => true, ...more })
  return {
    ...tools,
    read: (path: string, range: object = {}, more: CallOptions = {}) =>
      call(readFile, { path, ...range }, options(more)),
    write: (path: string, content: string, more: CallOptions = {}) => call(writeFile, { path, content }, options(more)),
    edit: (path: string, edit: object, more: CallOptions = {}) => call(editFile, { path, ...edit }, options(more)),
    put: (path: string, content: string) => writeFileSync(join(root, path), content),
    content: (path: string) => readFileSync(join(root, path), 'utf8'),
  }
}

describe('write_file over a file that exists', () => {
  it('is refused when the run never read it, and asks nobody', async () => {
    const { write, content } = setting({ 'a.txt': 'old' })
    const confirm = vi.fn<Confirm>(() => true)
    expect(await write('a.txt', 'new', { confirm })).toMatchObject({
      status: 'error',
      code: 'unread',
      output: 'a.txt exists and was not read in this run: read_file it first, or change a part of it with edit_file',
    })
    expect(confirm).not.toHaveBeenCalled()
    expect(content('a.txt')).toBe('old')
  })

  it('is refused when only somebody else looked at it', async () => {
    const { read, write } = setting({ 'a.txt': 'old' })
    expect(await read('a.txt', {}, { readsOnly: true })).toMatchObject({ status: 'ok' })
    expect(await write('a.txt', 'new')).toMatchObject({ code: 'unread' })
  })

  it('is refused while lines were not shown, and names them', async () => {
    const { read, write } = setting({ 'a.txt': lines(2310) })
    await read('a.txt')
    const refused = await write('a.txt', 'new')
    expect(refused).toMatchObject({
      code: 'unread',
      output: expect.stringContaining('lines 401–2310 of a.txt not shown'),
    })
    await read('a.txt', { startLine: 1001, endLine: 2310 })
    expect((await write('a.txt', 'new')).output).toContain('lines 401–1000 of a.txt not shown')
    await read('a.txt', { startLine: 399, endLine: 1002 })
    expect(await write('a.txt', 'new')).toMatchObject({ status: 'ok' })
  })

  it('is refused for a line that was cut', async () => {
    const { read, write, edit } = setting({ 'a.txt': `${'x'.repeat(40_000)}y\n` })
    await read('a.txt')
    expect((await write('a.txt', 'new')).output).toContain('line 1 of a.txt not shown')
    expect(await edit('a.txt', { oldText: 'xy', newText: 'z' })).toMatchObject({ status: 'ok' })
  })

  it('is refused for what only the shell, a search or another run has shown', async () => {
    const { read, write, searchText } = setting({ 'a.txt': 'old\n' })
    await call(searchText, { pattern: '.*', contextLines: 10 })
    await read('a.txt', {}, { taskId: 'another' })
    expect(await write('a.txt', 'new')).toMatchObject({ code: 'unread' })
  })

  it('is refused when the file has changed since, even by as many bytes at the same time', async () => {
    const { read, write, put, root, content } = setting({ 'a.txt': 'old' })
    await read('a.txt')
    const { mtime, atime } = statSync(join(root, 'a.txt'))
    put('a.txt', 'OLD')
    utimesSync(join(root, 'a.txt'), atime, mtime)
    const refused = await write('a.txt', 'new')
    expect(refused).toMatchObject({
      status: 'error',
      code: 'stale',
      output: expect.stringContaining('read_file it again'),
    })
    expect(content('a.txt')).toBe('OLD')
    await read('a.txt')
    expect(await write('a.txt', 'new')).toMatchObject({ status: 'ok' })
  })

  it('is refused when the file changes while somebody is asked', async () => {
    const { read, write, put, content } = setting({ 'a.txt': 'old' })
    await read('a.txt')
    const confirm = () => {
      put('a.txt', 'theirs')
      return true
    }
    expect(await write('a.txt', 'new', { confirm })).toMatchObject({ status: 'error', code: 'stale' })
    expect(content('a.txt')).toBe('theirs')
  })

  it('is refused when a file appears while somebody is asked', async () => {
    const { write, put, content } = setting({})
    const confirm = () => {
      put('Jenkinsfile', 'theirs')
      return true
    }
    expect(await write('Jenkinsfile', 'mine', { confirm })).toMatchObject({ code: 'unread' })
    expect(content('Jenkinsfile')).toBe('theirs')
  })

  it('goes through again after a touch, a rename to itself and an atomic saving of the same', async () => {
    const { read, write, put, root } = setting({ 'a.txt': 'old' })
    await read('a.txt')
    utimesSync(join(root, 'a.txt'), 1, 1)
    put('b.txt', 'old')
    renameSync(join(root, 'b.txt'), join(root, 'a.txt'))
    expect(await write('a.txt', 'new')).toMatchObject({ status: 'ok' })
  })

  it('goes through for what the run wrote itself, by writing or editing', async () => {
    const { write, edit, put } = setting({})
    await write('a.txt', 'one\ntwo\n')
    expect(await write('a.txt', 'one\n2\n')).toMatchObject({ status: 'ok' })
    await edit('a.txt', { append: true, newText: 'three' })
    expect(await write('a.txt', 'x')).toMatchObject({ status: 'ok' })
    put('a.txt', 'theirs')
    expect(await write('a.txt', 'y')).toMatchObject({ code: 'stale' })
  })

  it('goes through for what is empty', async () => {
    const { write } = setting({ 'a.txt': '' })
    expect(await write('a.txt', 'new')).toMatchObject({ status: 'ok' })
  })

  it('is refused after an edit of what was only read in part', async () => {
    const { read, write, edit } = setting({ 'a.txt': lines(500) })
    await read('a.txt')
    await edit('a.txt', { oldText: 'line 7\n', newText: 'line seven\n' })
    expect(await write('a.txt', 'x')).toMatchObject({ code: 'unread' })
    await read('a.txt', { endLine: 500 })
    await edit('a.txt', { insertAfterLine: 0, newText: 'line 0' })
    expect(await write('a.txt', 'x')).toMatchObject({ status: 'ok' })
  })

  it('knows a file under all of its names, and no other', async () => {
    const { read, write, root } = setting({ 'sub/a.txt': 'old', 'copy.txt': 'old' })
    symlinkSync('sub', join(root, 'link'))
    symlinkSync('sub/a.txt', join(root, 'soft'))
    linkSync(join(root, 'sub/a.txt'), join(root, 'hard'))
    await read('link/../sub/./a.txt')
    expect(await write('copy.txt', 'new')).toMatchObject({ code: 'unread' })
    for (const path of ['hard', 'link/a.txt', 'soft', join(root, 'sub/a.txt')]) {
      expect(await write(path, `new in ${path}`)).toMatchObject({ status: 'ok' })
    }
  })

  it('knows a file by its number under a name that nobody spelled so', async () => {
    const seen = seenFiles()
    const stats = { dev: 1, ino: 2 }
    seen.add('t', { real: '/Readme.md', stats }, { version: 'v', lines: 1, shown: [{ first: 1, last: 1 }] })
    expect(seen.of('t', { real: '/README.md', stats }, 'v')).toMatchObject({ lines: 1 })
    expect(seen.of('t', { real: '/README.md', stats }, 'w')).toBeNull()
    expect(seen.of('t', { real: '/Readme.md', stats: { dev: 1, ino: 3 } }, 'w')).toBe('stale')
  })

  it('is refused for another file in the place of one that was read', async () => {
    const { read, write, put, root } = setting({ 'a.txt': 'old' })
    await read('a.txt')
    unlinkSync(join(root, 'a.txt'))
    put('a.txt', 'theirs')
    expect(await write('a.txt', 'new')).toMatchObject({ code: 'stale' })
  })

  it('is refused for what is no text, and for what is too large', async () => {
    const { write, root } = setting({ 'a.png': Buffer.from([1, 0, 2]) })
    expect(await write('a.png', 'x')).toMatchObject({
      code: 'unread',
      output: expect.stringContaining('remove it first'),
    })
    writeFileSync(join(root, 'big'), '')
    truncateSync(join(root, 'big'), 17 * 2 ** 20)
    expect(await write('big', 'x')).toMatchObject({ code: 'file_too_large' })
  })

  it('goes through beside another run that does the same', async () => {
    const { read, write } = setting({ 'a.txt': 'old' })
    await Promise.all([read('a.txt'), read('a.txt', {}, { taskId: 'u' })])
    expect(await write('a.txt', 'new')).toMatchObject({ status: 'ok' })
    expect(await write('a.txt', 'newer', { taskId: 'u' })).toMatchObject({ code: 'stale' })
  })

  it('lets one of three at the same time through', async () => {
    const { read, write, edit, content } = setting({ 'a.txt': 'old' })
    const runs = ['t', 'u', 'v'].map((taskId) => ({ taskId }))
    for (const run of runs) await read('a.txt', {}, run)
    const all = await Promise.all([
      ...runs.slice(1).map((run) => write('a.txt', run.taskId, run)),
      edit('a.txt', { oldText: 'old', newText: 't' }, runs[0]),
    ])
    const won = all.filter(({ status }) => status === 'ok')
    expect(won).toHaveLength(1)
    expect(all.filter(({ code }) => code === 'stale')).toHaveLength(2)
    expect(won[0]?.output).toContain(`+${content('a.txt')}`)
  })
})

describe('an edit of a file that has changed', () => {
  it('is refused, also where its text still occurs', async () => {
    const { read, edit, put } = setting({ 'a.txt': 'one\ntwo\n' })
    await read('a.txt', { endLine: 1 })
    put('a.txt', 'one\ntwo\nthree\n')
    for (const change of [
      { oldText: 'two', newText: '2' },
      { insertAfterLine: 2, newText: 'x' },
      { append: true, newText: 'x' },
    ]) {
      expect(await edit('a.txt', change)).toMatchObject({ status: 'error', code: 'stale' })
    }
  })

  it('goes through without a reading when the text says where, and not by a number', async () => {
    const { edit } = setting({ 'a.txt': 'one\ntwo\n' })
    const unread = await edit('a.txt', { insertAfterLine: 1, newText: 'x' })
    expect(unread).toMatchObject({ code: 'unread', output: expect.stringContaining('its lines have no numbers') })
    expect(await edit('a.txt', { oldText: 'two', newText: '2' })).toMatchObject({ status: 'ok' })
    expect(await edit('a.txt', { insertAfterLine: 1, newText: 'x' })).toMatchObject({ status: 'ok' })
  })
})

describe('a text that was copied from something cut', () => {
  const cut = `begin\n${cutMark(812)}\nend\n`

  it.each([
    ['a mark of a result', cut],
    ['what truncateOutput makes', truncateOutput('x\n'.repeat(5000))],
    ['the note of read_file', 'a\n[read_file: lines 1–400 of 2310, 98304 bytes in all; left out: …]'],
  ])('is not written: %s', async (_case, content) => {
    const { write, root } = setting({})
    expect(await write('a.txt', content)).toMatchObject({ status: 'error', code: 'truncated_content' })
    expect(existsSync(join(root, 'a.txt'))).toBe(false)
  })

  it('is written where the file has it already', async () => {
    const { read, write } = setting({ 'a.txt': cut })
    await read('a.txt')
    expect(await write('a.txt', `${cut}more\n`)).toMatchObject({ status: 'ok' })
    expect(await write('a.txt', `${cut}${cutMark(99)}\n`)).toMatchObject({ code: 'truncated_content' })
  })

  it('is told from what only looks alike', async () => {
    const { write } = setting({})
    const code = ['`[… N bytes left out …]`', ' [read_file: x]', '[read_file]'].join('\n')
    expect(await write('a.ts', code)).toMatchObject({ status: 'ok' })
  })
})

describe('what is remembered', () => {
  it('is bounded over 20,000 runs, and that of the last is there', () => {
    const seen = seenFiles()
    const add = (run: number) =>
      seen.add(
        `run ${run}`,
        { real: `/${'x'.repeat(100)}${run}`, stats: { dev: 1, ino: run } },
        { version: 'v', lines: 3, shown: [{ first: 1, last: 3 }] },
      )
    for (let run = 0; run < 10_000; run++) add(run)
    const before = process.memoryUsage().heapUsed
    for (let run = 10_000; run < 30_000; run++) add(run)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000)
    const of = (run: number) =>
      seen.of(`run ${run}`, { real: `/${'x'.repeat(100)}${run}`, stats: { dev: 1, ino: run } }, 'v')
    expect([of(29_999) === null, of(26_000) === null, of(20_000) === null]).toEqual([false, false, true])
  })

  it('of one file is no more than 64 ranges', () => {
    const seen = seenFiles()
    const place = { real: '/a', stats: { dev: 1, ino: 1 } }
    for (let line = 1; line < 1000; line += 2) {
      seen.add('t', place, { version: 'v', lines: 1000, shown: [{ first: line, last: line }] })
    }
    const known = seen.of('t', place, 'v')
    expect(known !== 'stale' && known?.shown).toHaveLength(64)
    seen.add('t', place, { version: 'v', lines: 1000, shown: [{ first: 1, last: 1000 }] })
    expect(seen.of('t', place, 'v')).toMatchObject({ shown: [{ first: 1, last: 1000 }] })
  })
})
