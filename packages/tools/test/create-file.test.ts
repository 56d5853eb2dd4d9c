import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { link } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFile } from '../src/files/create-file.js'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'artoo-create-'))
  mkdirSync(join(root, 'sub'))
})
afterEach(() => rmSync(root, { recursive: true }))

const create = (linkTo?: typeof link) =>
  createFile(
    { path: 'a.txt', place: join(root, 'sub/a.txt'), id: 'f00', signal: new AbortController().signal, linkTo },
    'whole',
  )

test('nothing stands at the place before the draft is whole', async () => {
  const seen: unknown[] = []
  await create(async (draft, place) => {
    seen.push(readFileSync(draft, 'utf8'), existsSync(place))
    await link(draft, place)
  })
  expect(seen).toEqual(['whole', false])
  expect(readFileSync(join(root, 'sub/a.txt'), 'utf8')).toBe('whole')
  expect(statSync(join(root, 'sub/a.txt'))).toMatchObject({ nlink: 1 })
  expect(statSync(join(root, 'sub/a.txt')).mode & 0o777).toBe(0o666 & ~process.umask())
  expect(readdirSync(join(root, 'sub'))).toEqual(['a.txt'])
})

test('a file that somebody else made meanwhile stays', async () => {
  const made = create(async (draft, place) => {
    writeFileSync(place, 'mine')
    await link(draft, place)
  })
  await expect(made).rejects.toMatchObject({ code: 'law1_refused' })
  expect(readFileSync(join(root, 'sub/a.txt'), 'utf8')).toBe('mine')
  expect(readdirSync(join(root, 'sub'))).toEqual(['a.txt'])
})

test('a file system without hard links gets the file nevertheless', async () => {
  await create(() => Promise.reject(Object.assign(new Error('no links'), { code: 'EPERM' })))
  expect(readFileSync(join(root, 'sub/a.txt'), 'utf8')).toBe('whole')
  expect(readdirSync(join(root, 'sub'))).toEqual(['a.txt'])
})
