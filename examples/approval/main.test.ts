import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundled } from '../../packages/mkct/test/support/bundled.js'

const run = promisify(execFile)

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'artoo-approval-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

/** Each in a process of its own. */
async function approval(store: string, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, ARTOO_MODEL: '', BRAIN_MODEL: '', TOOL_MODEL: '' }
  const main = await bundled(new URL('main.ts', import.meta.url))
  const { stdout } = await run(process.execPath, [main, ...args, '--dir', directory, '--store', store], { env })
  return stdout
}

test.each(['files', 'level'])('asked in one process, answered in another, with the journal on %s', async (store) => {
  const board = join(directory, 'board.txt')
  const asked = await approval(store, 'ask', 'Announce the party on Friday')
  const [, taskId = ''] = /^waiting (\S+): post "Party on Friday!"\? \(everybody will read it\)/.exec(asked) ?? []
  if (store === 'files') expect(await approval(store, 'list')).toContain(`${taskId} confirm since `)
  expect(existsSync(board)).toBe(false)
  expect(await approval(store, 'answer', taskId, 'yes', '--by', 'Ann')).toBe(
    'complete: it is on the board\n  post: confirmed\n',
  )
  expect(readFileSync(board, 'utf8')).toBe('Party on Friday!\n')
  if (store === 'level') return
  expect(await approval(store, 'list')).toBe('')
  await expect(approval(store, 'answer', taskId, 'yes')).rejects.toMatchObject({ code: 1 })
  expect(readFileSync(board, 'utf8')).toBe('Party on Friday!\n')
})

test('answered with no, nothing is posted', async () => {
  const asked = await approval('files', 'ask', 'Announce the party on Friday')
  const [, taskId = ''] = /^waiting (\S+):/.exec(asked) ?? []
  expect(await approval('files', 'answer', taskId, 'no')).toContain('post: refused')
  expect(existsSync(join(directory, 'board.txt'))).toBe(false)
})

test('answered with done, nothing is posted either: a person has done it', async () => {
  const asked = await approval('files', 'ask', 'Announce the party on Friday')
  const [, taskId = ''] = /^waiting (\S+):/.exec(asked) ?? []
  expect(await approval('files', 'answer', taskId, 'done', '--by', 'Ann', '--note', 'I put it up myself')).toBe(
    'complete: carried out by hand, by a person: I put it up myself\n  post: by_hand\n',
  )
  expect(existsSync(join(directory, 'board.txt'))).toBe(false)
})
