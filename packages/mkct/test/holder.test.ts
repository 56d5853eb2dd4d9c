import { spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { openMemory } from '@artoo/mkct/node'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { expect, test } from 'vitest'
import { temporaryDirectory } from './support/stores.js'

function options(path: string) {
  return { path, clock: manualClock(1_700_000_000_000), ids: sequentialIds('m') }
}

/** A store with one Megram, said to be held by process `pid`. */
async function heldBy(pid: number): Promise<string> {
  const path = await temporaryDirectory()
  const memory = await openMemory(options(path))
  memory.write({ space: 's', entity: 'e', state: 'success', content: 'x' })
  await memory.close()
  const holder = { token: 'old', pid, host: hostname(), since: '2026-01-01T00:00:00.000Z' }
  await writeFile(join(path, 'artoo-holder.json'), JSON.stringify(holder))
  return path
}

/** The pid of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['--version']).pid
}

/** As after a crash in the middle of swapping files, when LevelDB's own lock says nothing. */
async function beginSwap(path: string): Promise<void> {
  await mkdir(join(path, 'rewrite'))
  await writeFile(join(path, 'artoo-rewrite.json'), JSON.stringify(['CURRENT']))
}

test('what a dead process held is taken over', async () => {
  const path = await heldBy(deadPid())
  const memory = await openMemory(options(path))
  expect((await memory.summary()).megrams).toBe(1)
  expect(JSON.parse(await readFile(join(path, 'artoo-holder.json'), 'utf8'))).toMatchObject({ pid: process.pid })
  await expect(openMemory(options(path))).rejects.toMatchObject({
    code: 'store_locked',
    message: expect.stringContaining(`process ${process.pid} on ${hostname()}, since 2023-11-14`),
  })
  await memory.close()
})

test('while files are being swapped a living holder keeps others out, by name', async () => {
  const path = await heldBy(process.ppid)
  await beginSwap(path)
  await expect(openMemory(options(path))).rejects.toMatchObject({
    code: 'store_locked',
    message: expect.stringContaining(`process ${process.ppid} on ${hostname()}, since 2026-01-01`),
  })
})
