import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckData } from '@artoo/agent-loop'
import { nodeChecker } from '@artoo/agent-loop/node'
import { beforeEach, expect, it } from 'vitest'
import { put } from './folders.js'
import { temporaryDirectory } from './temporary-directory.js'

const { signal } = new AbortController()
const checker = nodeChecker()
const node = (script: string) => [process.execPath, '-e', script]

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

it('pins files, and says which of them changed, went or are new', async () => {
  const pins = await checker.pin(directory, ['test/**'], signal)
  put(directory, { 'test/a.test.ts': 'other', 'test/new.ts': 'n' })
  rmSync(join(directory, 'test/deep/b.test.ts'))
  expect(await checker.changed(directory, pins, signal)).toEqual([
    'test/a.test.ts',
    'test/deep/b.test.ts',
    'test/new.ts',
  ])
})
