import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { drafted } from '../src/files/draft-folder.js'
import { fileRoot } from '../src/files/file-root.js'
import { restore } from '../src/history/restore.js'
import { writeFiles } from '../src/snapshots/write-files.js'
import { call, toolsOver, workspace } from './workspace.js'

const confirm = () => true

describe.runIf(process.platform === 'linux')('a link that comes after the path was resolved', () => {
  const deep = 'a/b/c/f.txt'

  it.each(['a', 'a/b', 'a/b/c'])('leads nowhere in the place of %s', async (swapped) => {
    const { root, top } = workspace({ [deep]: 'inside' })
    const files = fileRoot(root)
    const real = await files.resolve(deep)
    renameSync(join(root, swapped), join(top, 'outside'))
    symlinkSync(join(top, 'outside'), join(root, swapped))
    const read = files.at(real, async (place) => readFileSync(place, 'utf8'))
    await expect(read).rejects.toMatchObject({ code: 'ENOTDIR' })
  })

  it('does not move a folder that is open', async () => {
    const { root, top } = workspace({ [deep]: 'inside' })
    mkdirSync(join(top, 'outside'))
    const files = fileRoot(root)
    await files.at(await files.resolve(deep), async (place) => {
      renameSync(join(root, 'a/b/c'), join(root, 'moved'))
      symlinkSync(join(top, 'outside'), join(root, 'a/b/c'))
      await drafted(place, 'id', { content: 'new' }, async (draft) => renameSync(draft, place))
    })
    expect(readFileSync(join(root, 'moved/f.txt'), 'utf8')).toBe('new')
    expect(readdirSync(join(top, 'outside'))).toEqual([])
  })

  it('does not move a folder to which a landing writes', async () => {
    const { root, top } = workspace({ 'a/other.txt': '' })
    const staged = join(top, 'staged')
    for (const folder of ['outside', 'staged/a']) mkdirSync(join(top, folder), { recursive: true })
    // Can be opened as soon as the landing reads it, and keeps it waiting.
    const pipe = join(staged, 'a/f.txt')
    execFileSync('mkfifo', [pipe])
    const after = { id: '', kind: 'file', mode: 0o600 } as const
    const landing = writeFiles({ root, staged, id: '0', moves: [{ path: 'a/f.txt', before: null, after }] })
    const source = await open(pipe, 'w')
    renameSync(join(root, 'a'), join(top, 'moved'))
    symlinkSync(join(top, 'outside'), join(root, 'a'))
    await source.writeFile('new')
    await source.close()
    expect(await landing).toEqual([])
    expect(readdirSync(join(top, 'moved')).sort()).toEqual(['f.txt', 'other.txt'])
    expect(readFileSync(join(top, 'moved/f.txt'), 'utf8')).toBe('new')
    expect(readdirSync(join(top, 'outside'))).toEqual([])
  })

  it('keeps an undo from its file, which is left', async () => {
    const { root, top } = workspace({ file: '' })
    mkdirSync(join(top, 'outside'))
    symlinkSync(join(top, 'outside'), join(root, 'link'))
    const to = { content: Buffer.from('old'), mode: 0o600 }
    for (const folder of ['file', 'link']) {
      const place = join(root, folder, 'f.txt')
      expect(await restore({ base: root, place, from: null, to, id: '0' })).toBe(false)
    }
    expect(readdirSync(join(top, 'outside'))).toEqual([])
  })

  it('is not followed in the place of the root', async () => {
    const { root, top, readFile } = workspace({ 'f.txt': 'inside' })
    await call(readFile, { path: 'f.txt' })
    renameSync(root, join(top, 'moved'))
    mkdirSync(join(top, 'outside'))
    writeFileSync(join(top, 'outside/f.txt'), 'secret')
    symlinkSync(join(top, 'outside'), root)
    expect(await call(readFile, { path: 'f.txt' })).toMatchObject({ status: 'error' })
  })

  it('leaves no descriptor open', async () => {
    const { root, readFile, glob, writeFile } = workspace({ [deep]: 'inside' })
    symlinkSync('/etc', join(root, 'out'))
    const open = () => readdirSync('/proc/self/fd').length
    await call(readFile, { path: deep })
    const before = open()
    for (let turn = 0; turn < 5; turn++) {
      for (const path of [deep, 'none/f.txt', 'out/f', `${deep}/x`]) await call(readFile, { path })
      await call(glob, { pattern: '**/*', sort: 'size' })
      await call(writeFile, { path: `new/${turn}/f.txt`, content: '' })
    }
    expect(open()).toBe(before)
  })
})

describe('paths', () => {
  it.each(['/proc/self/fd/0', '/proc/self/root/etc/hostname', '/proc/self/cwd'])(
    'like %s lie outside',
    async (path) => {
      const { readFile } = workspace()
      expect(await call(readFile, { path })).toMatchObject({ code: 'path_outside_root' })
    },
  )

  it('of a depth of 200, with newlines, and of 4,096 characters get an answer', async () => {
    const { readFile, writeFile } = workspace()
    for (const path of [`${'d/'.repeat(200)}f.txt`, 'a\nb/c\nd.txt']) {
      expect(await call(writeFile, { path, content: 'x' })).toMatchObject({ status: 'ok' })
      expect(await call(readFile, { path })).toMatchObject({ output: expect.stringContaining('\tx') })
    }
    for (const count of [2000, 2048]) {
      expect(await call(readFile, { path: 'd/'.repeat(count) })).toMatchObject({ status: 'error' })
    }
  })

  it('to a named pipe are not waited at', async () => {
    const { root, readFile } = workspace()
    execFileSync('mkfifo', [join(root, 'pipe')])
    expect(await call(readFile, { path: 'pipe' })).toMatchObject({ code: 'path_not_a_file' })
  })
})

describe('a hard link', () => {
  it('to a private file is not shown unasked', async () => {
    const { root, top, readFile, searchText, editFile } = workspace()
    writeFileSync(join(top, 'key'), 'PRIVATE', { mode: 0o600 })
    linkSync(join(top, 'key'), join(root, 'notes.txt'))
    expect(await call(readFile, { path: 'notes.txt' })).toMatchObject({ status: 'refused', code: 'law1_refused' })
    const edit = { path: 'notes.txt', oldText: 'PRIVATE', newText: 'x' }
    expect(await call(editFile, edit, { confirm })).toMatchObject({ code: 'unread' })
    expect((await call(searchText, { pattern: 'PRIV' })).output).toContain('0 matches')
    expect(await call(readFile, { path: 'notes.txt' }, { confirm })).toMatchObject({
      output: expect.stringContaining('PRIVATE'),
    })
  })

  it('to a file that all may read, as in a store of packages, is read unasked', async () => {
    const { root, top, readFile } = workspace()
    writeFileSync(join(top, 'store'), 'code')
    chmodSync(join(top, 'store'), 0o644)
    linkSync(join(top, 'store'), join(root, 'index.js'))
    expect(await call(readFile, { path: 'index.js' })).toMatchObject({ output: expect.stringContaining('code') })
  })

  it('is never written through', async () => {
    const { root, top } = workspace()
    writeFileSync(join(top, 'store'), 'code\n')
    chmodSync(join(top, 'store'), 0o644)
    linkSync(join(top, 'store'), join(root, 'index.js'))
    const { readFile, editFile, writeFile } = toolsOver(root)
    await call(editFile, { path: 'index.js', oldText: 'code', newText: 'other' }, { confirm })
    expect(readFileSync(join(root, 'index.js'), 'utf8')).toBe('other\n')
    linkSync(join(top, 'store'), join(root, 'second.js'))
    await call(readFile, { path: 'second.js' })
    await call(writeFile, { path: 'second.js', content: 'new' }, { confirm })
    expect(readFileSync(join(root, 'second.js'), 'utf8')).toBe('new')
    expect(readFileSync(join(top, 'store'), 'utf8')).toBe('code\n')
  })
})
