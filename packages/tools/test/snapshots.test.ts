import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { snapshots } from '@artoo/tools/node'
import { describe, expect, it, onTestFinished } from 'vitest'

const hasGit = spawnSync('git', ['version']).status === 0

function put(directory: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), content)
  }
}

function world(files: Readonly<Record<string, string | Buffer>>) {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-snapshots-')))
  onTestFinished(() => rmSync(top, { recursive: true, force: true }))
  const [root, other, folder] = ['root', 'other', 'kept'].map((name) => join(top, name)) as [string, string, string]
  mkdirSync(other)
  put(root, files)
  return {
    root,
    other,
    folder,
    kept: snapshots({ root, folder }),
    /** With a git that runs a line of a shell before it writes files of a snapshot. */
    keptWith(line: string) {
      const git = join(top, 'git.sh')
      writeFileSync(git, `#!/bin/sh\ncase "$*" in *checkout-index*) ${line};; esac\nexec git "$@"\n`, { mode: 0o755 })
      return snapshots({ root, folder, git })
    },
    read: (path: string) => readFileSync(join(root, path), 'utf8'),
  }
}

describe.skipIf(!hasGit)(`snapshots${hasGit ? '' : ' (skipped: git is not installed)'}`, () => {
  it('keep raw bytes, whatever attributes and filters the folder has, and leave its git alone', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 128, 10])
    const { root, other, kept } = world({ 'a.txt': 'one\r\ntwo\n', 'b.bin': bytes, 'äö\n.txt': 'odd name' })
    execFileSync('git', ['init', '--quiet', root])
    put(root, { '.gitattributes': '* text=auto eol=lf filter=shout ident\n', '.gitignore': '*' })
    put(root, {
      '.git/config': '[filter "shout"]\n clean = tr a-z A-Z\n smudge = tr a-z A-Z\n[core]\n autocrlf = true\n',
    })
    const git = () => readdirSync(join(root, '.git'), { recursive: true }).sort()
    const before = git()
    const paths = ['a.txt', 'b.bin', 'äö\n.txt', 'missing.txt']
    const from = await kept.take('from', paths)
    put(other, { 'a.txt': '$Id$\r\n' })
    const to = await kept.take('to', ['a.txt'], other)
    expect(await kept.move(from, to, '')).toEqual({ status: 'moved', changed: ['a.txt', 'b.bin', 'äö\n.txt'] })
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('$Id$\r\n')
    expect(existsSync(join(root, 'b.bin'))).toBe(false)
    expect(await kept.takeBack()).toMatchObject({ left: [] })
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one\r\ntwo\n')
    expect(readFileSync(join(root, 'b.bin'))).toEqual(bytes)
    expect(git()).toEqual(before)
    expect(await kept.takeBack()).toBeNull()
  })

  it('show what differs as a person reads it', async () => {
    const { other, kept } = world({ 'a.txt': 'one\n', 'gone.txt': 'x\n', 'b.bin': Buffer.from([0]) })
    const from = await kept.take('from', ['a.txt', 'gone.txt', 'b.bin'])
    put(other, { 'a.txt': 'two\n', 'b.bin': Buffer.from([0, 1]) })
    symlinkSync('a.txt', join(other, 'link'))
    const to = await kept.take('to', ['a.txt', 'b.bin', 'link'], other)
    const found = await kept.diff(from, to)
    expect(found.map(({ path, kind }) => `${kind} ${path}`)).toEqual([
      'changed a.txt',
      'changed b.bin',
      'deleted gone.txt',
      'added link',
    ])
    expect(found.map(({ change }) => change.diff?.split('\n').slice(3))).toEqual([
      ['-one', '+two', ''],
      undefined,
      ['-x', ''],
      ['+a.txt', ''],
    ])
    expect((await kept.diff(from, to, ['link'])).map(({ path }) => path)).toEqual(['link'])
  })

  it('move a folder as a whole or not at all: what others changed, hid or linked stays as it is', async () => {
    const { root, other, kept, read } = world({ 'a.txt': 'a', 'deep/b.txt': 'b', 'c.txt': 'c' })
    const from = await kept.take('from', ['a.txt', 'deep/b.txt', 'c.txt'])
    put(other, { 'a.txt': 'A', 'deep/b.txt': 'B', 'c.txt/below': 'C', 'new/x.txt': 'X' })
    const to = await kept.take('to', ['a.txt', 'deep/b.txt', 'c.txt/below', 'new/x.txt'], other)
    const refused = async (paths: readonly string[]) => {
      expect(await kept.move(from, to, '')).toEqual({ status: 'refused', paths })
      expect(read('a.txt')).toBe('a')
      expect(await kept.last()).toBeNull()
    }
    put(root, { 'deep/b.txt': 'mine' })
    await refused(['deep/b.txt'])
    put(root, { 'deep/b.txt': 'b', new: 'a file in the place of a folder' })
    await refused(['new'])
    rmSync(join(root, 'new'))
    put(root, { 'new/x.txt/hidden': 'a folder in the place of a file' })
    await refused(['new/x.txt/hidden'])
    rmSync(join(root, 'new'), { recursive: true })
    renameSync(join(root, 'deep'), join(root, '..', 'elsewhere'))
    symlinkSync('../elsewhere', join(root, 'deep'))
    await refused(['deep', 'deep/b.txt'])
    rmSync(join(root, 'deep'))
    renameSync(join(root, '..', 'elsewhere'), join(root, 'deep'))

    mkdirSync(join(root, 'new/x.txt'), { recursive: true })
    chmodSync(join(root, 'a.txt'), 0o640)
    expect(await kept.move(from, to, 'a note')).toMatchObject({ status: 'moved' })
    expect([read('a.txt'), read('deep/b.txt'), read('c.txt/below'), read('new/x.txt')]).toEqual(['A', 'B', 'C', 'X'])
    expect(statSync(join(root, 'a.txt')).mode & 0o777).toBe(0o640)
    expect(await kept.last()).toEqual({ note: 'a note' })
    put(root, { 'a.txt': 'mine since' })
    expect(await kept.takeBack()).toEqual({
      restored: ['c.txt', 'c.txt/below', 'deep/b.txt', 'new/x.txt'],
      left: ['a.txt'],
    })
    expect([read('a.txt'), read('deep/b.txt'), read('c.txt')]).toEqual(['mine since', 'b', 'c'])
    expect(readdirSync(root).sort()).toEqual(['a.txt', 'c.txt', 'deep'])
  })

  it('keep the last move when the next one is refused half-way', async () => {
    const { root, other, kept, keptWith, read } = world({ 'a.txt': 'a', 'b.txt': 'b' })
    const from = await kept.take('from', ['a.txt', 'b.txt'])
    put(other, { 'a.txt': 'A', 'b.txt': 'b' })
    const middle = await kept.take('middle', ['a.txt', 'b.txt'], other)
    await kept.move(from, middle, 'the first')
    put(other, { 'a.txt': '1', 'b.txt': 'B' })
    const to = await kept.take('to', ['a.txt', 'b.txt'], other)
    const next = keptWith(`printf mine > '${join(root, 'b.txt')}'`)
    expect(await next.move(middle, to, 'the second')).toEqual({ status: 'refused', paths: ['b.txt'] })
    expect([read('a.txt'), read('b.txt')]).toEqual(['A', 'mine'])
    expect(await kept.last()).toEqual({ note: 'the first' })
    expect(await kept.takeBack()).toEqual({ restored: ['a.txt'], left: [] })
    expect([read('a.txt'), read('b.txt')]).toEqual(['a', 'mine'])
    expect(await kept.takeBack()).toBeNull()
  })

  it('hear a signal before a file is written, and keep the last move', async () => {
    const { root, other, kept, keptWith, read } = world({ 'a.txt': 'a' })
    const from = await kept.take('from', ['a.txt'])
    put(other, { 'a.txt': 'A' })
    const to = await kept.take('to', ['a.txt'], other)
    const aborted = AbortSignal.abort(new Error('enough'))
    await expect(kept.take('x', ['a.txt'], undefined, aborted)).rejects.toThrow('enough')
    await expect(kept.diff(from, to, undefined, aborted)).rejects.toThrow('enough')
    await kept.move(from, to, 'the first')
    const begun = join(root, '..', 'begun')
    const next = keptWith(`[ -e '${begun}' ] || { touch '${begun}'; exec sleep 30; }`)
    const stop = new AbortController()
    const moved = next.move(to, from, 'the second', stop.signal)
    const look = setInterval(() => existsSync(begun) && stop.abort(new Error('enough')), 5)
    await expect(moved).rejects.toThrow('enough')
    clearInterval(look)
    expect(read('a.txt')).toBe('A')
    expect(await kept.last()).toEqual({ note: 'the first' })
  })

  it('end what a dead process began: forward, or back when somebody has changed a file since', async () => {
    for (const isEdited of [false, true]) {
      const { root, other, folder, kept, read } = world({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' })
      const from = await kept.take('from', ['a.txt', 'b.txt', 'c.txt'])
      put(other, { 'a.txt': 'A', 'b.txt': 'B', 'd.txt': 'D' })
      const to = await kept.take('to', ['a.txt', 'b.txt', 'd.txt'], other)
      await kept.move(from, to, '')
      // As if the process had died after its first file.
      const record = JSON.parse(readFileSync(join(folder, 'move.json'), 'utf8'))
      put(folder, { 'move.json': JSON.stringify({ ...record, state: 'forward' }) })
      put(root, { 'b.txt': 'b', 'c.txt': 'c', [`.artoo-${record.id}.draft`]: 'half' })
      rmSync(join(root, 'd.txt'))
      if (isEdited) put(root, { 'b.txt': 'mine' })
      const next = snapshots({ root, folder })
      await next.settle()
      const names = isEdited ? ['a.txt', 'b.txt', 'c.txt'] : ['a.txt', 'b.txt', 'd.txt']
      expect(readdirSync(root).sort()).toEqual(names)
      expect(names.map(read)).toEqual(isEdited ? ['a', 'mine', 'c'] : ['A', 'B', 'D'])
      expect(await next.last()).toEqual(isEdited ? null : { note: '' })
      await next.settle()
      await next.remove()
      expect(existsSync(folder)).toBe(false)
    }
  })

  it('refuse a record that can not be read, and say which', async () => {
    const { folder, kept } = world({})
    for (const content of ['', '{}', '{"version":2}']) {
      put(folder, { 'move.json': content })
      await expect(kept.settle()).rejects.toMatchObject({
        code: 'damaged_landing',
        message: expect.stringContaining(join(folder, 'move.json')),
      })
    }
  })
})
