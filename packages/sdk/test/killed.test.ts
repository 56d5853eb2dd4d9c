import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { replay } from '@artoo/insight'
import { readEvents } from '@artoo/runtime'
import { expect, onTestFinished, test } from 'vitest'
import { bundled } from '../../mkct/test/support/bundled.js'
import type { RunEvent } from '../src/index.js'
import { fileJournal } from '../src/node.js'

async function killedIn(way: 'agent' | 'fallback') {
  const directory = await mkdtemp(join(tmpdir(), 'artoo-killed-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const host = await bundled(new URL('killed-host.ts', import.meta.url))
  const run = promisify(execFile)
  expect(await run(process.execPath, [host, directory, way, 'die']).catch(({ signal }) => signal)).toBe('SIGKILL')
  const { stdout } = await run(process.execPath, [host, directory, way])
  const { taskId, ...ended } = JSON.parse(stdout)
  const journal = fileJournal(join(directory, 'journal'))
  expect((await replay(journal, taskId)).parting).toBeNull()
  return { ended, events: await readEvents<RunEvent>(journal, taskId) }
}

test('an agent behind a tool that is killed in its call makes it again under the same key', async () => {
  const { ended, events } = await killedIn('agent')
  expect(ended).toMatchObject({ status: 'complete', output: 'boss: done' })
  expect(ended.paidBy).toHaveLength(2)
  expect(new Set(ended.paidBy).size).toBe(1)
  expect(events.find(({ type }) => type === 'ToolResult')).toMatchObject({ payload: { output: 'clerk: done' } })
})

test('a task that a second model works on is killed, and goes on with it', async () => {
  const { ended, events } = await killedIn('fallback')
  expect(ended).toMatchObject({ status: 'complete', output: 'backup: done' })
  expect(new Set(ended.paidBy).size).toBe(1)
  // The first model is asked again: it may be up by now.
  expect(events.filter(({ type }) => type === 'ModelFallback')).toHaveLength(2)
})
