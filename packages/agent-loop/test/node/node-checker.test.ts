import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckData } from '@artoo/agent-loop'
import { nodeChecker } from '@artoo/agent-loop/node'
import { beforeEach, expect, it } from 'vitest'
import { put } from './folders.js'
import { temporaryDirectory } from './temporary-directory.js'

const { signal } = new AbortController()
const checker = nodeChecker()
const node = (script: string) => [process.execPath, '-e', script]
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

let directory: string
beforeEach(() => {
  directory = temporaryDirectory()
  put(directory, { 'a.txt': 'one', 'test/a.test.ts': 'a', 'test/deep/b.test.ts': 'b', 'app/[id]/page+(x).ts': 'p' })
})

it('runs a check in the folder, and leaves to a person what only a person can tell', async () => {
  const works = node("process.exit(require('fs').existsSync('a.txt') ? 0 : 1)")
  const allowed = { directory, allowedCommands: [works], signal }
  const good: CheckData = { check: 'assertion', text: 'it reads well' }
  const command: CheckData = { check: 'command', argv: works }
  const of = (...checks: CheckData[]): CheckData => ({ check: 'all', of: checks })
  expect(await checker.run(command, allowed)).toMatchObject({ pass: true })
  expect(await checker.run(of(command, good), allowed)).toEqual({
    pass: null,
    evidence: 'a person has to confirm: "it reads well"',
  })
  expect(await checker.run(of({ check: 'not', of: command }, good), allowed)).toMatchObject({ pass: false })
  expect(await checker.run(of({ check: 'file', path: '.env' }, good), allowed)).toMatchObject({ pass: false })
  expect(await checker.run({ check: 'command', argv: node('') }, allowed)).toMatchObject({
    pass: false,
    evidence: expect.stringContaining('[LAW1]'),
  })
  expect(checker.review(command, [])).toContain('[LAW1]')
  expect(checker.review(of(command, good), [works])).toBeNull()
})

it('hashes what is there, says what is not, and notices a file that was replaced by a link', async () => {
  const hashes = (...paths: string[]) => checker.hashes(directory, paths, signal)
  const before = await hashes('test/**/*.test.ts', 'none.ts', 'app/[id]/page+(x).ts', 'none/**')
  expect(before).toEqual({
    'test/a.test.ts': sha256('a'),
    'test/deep/b.test.ts': sha256('b'),
    'app/[id]/page+(x).ts': sha256('p'),
    'none.ts': 'absent',
    'none/**': 'absent',
  })
  expect(await hashes('test', './test/')).toEqual({ 'test/a.test.ts': sha256('a'), 'test/deep/b.test.ts': sha256('b') })
  rmSync(join(directory, 'test/a.test.ts'))
  rmSync(join(directory, 'app'), { recursive: true })
  const outside = temporaryDirectory()
  renameSync(join(directory, 'test/deep'), join(outside, 'deep'))
  symlinkSync(join(outside, 'deep'), join(directory, 'test/deep'))
  mkdirSync(join(directory, 'node_modules'))
  const after = await hashes(...Object.keys(before))
  expect(after).toMatchObject({ 'test/a.test.ts': 'absent', 'app/[id]/page+(x).ts': 'absent' })
  expect(after['test/deep/b.test.ts']).not.toBe(before['test/deep/b.test.ts'])
  await expect(hashes('../x')).rejects.toMatchObject({ code: 'path_outside_root' })
  await expect(checker.hashes(directory, ['**'], AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
})
