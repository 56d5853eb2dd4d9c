import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type OpenMemoryOptions, openMemory } from '@artoo/mkct/node'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { expect, test } from 'vitest'
import { temporaryDirectory } from './support/stores.js'

function options(path: string): OpenMemoryOptions {
  return { path, clock: manualClock(1_700_000_000_000), ids: sequentialIds(), compression: false }
}

test('a second process is told the pid of the first', async () => {
  const path = await temporaryDirectory()
  const child = startWriter(path, 1)
  await child.line
  await expect(openMemory(options(path))).rejects.toMatchObject({
    code: 'store_locked',
    message: expect.stringContaining(`process ${child.pid} on `),
  })
  await child.kill()
})

test('a process killed while writing loses no settled receipt, tears no record, and leaves true sums', async () => {
  const path = await temporaryDirectory()
  const settled: number[] = []
  for (let round = 0; round < 4; round++) {
    const child = startWriter(path, round)
    await child.line
    await new Promise((resolve) => setTimeout(resolve, 30 + 40 * round))
    await child.kill()
    settled.push(...child.settled)
  }
  expect(settled.length).toBeGreaterThan(100)
  const memory = await openMemory({ ...options(path), check: 'full' })
  expect((await memory.verify()).damage).toEqual([])
  const written = new Set<number>()
  for await (const { content } of memory.megrams()) written.add(Number(content.split(' ')[0]))
  expect(settled.filter((number) => !written.has(number))).toEqual([])
  await memory.close()
}, 60_000)

/** Runs the crash test's writer: it prints the number of every Megram whose receipt has settled. */
function startWriter(path: string, round: number) {
  const script = fileURLToPath(new URL('../../../test/crash/memory-writer.mjs', import.meta.url))
  const child = spawn(process.execPath, [
    '--import',
    'tsx',
    '--conditions=@artoo/source',
    script,
    path,
    `${round}`,
    round % 2 ? 'large' : 'small',
  ])
  const settled: number[] = []
  let rest = ''
  const line = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (data: Buffer) => {
      const lines = (rest + data.toString()).split('\n')
      rest = lines.pop() ?? ''
      const numbers = lines.filter((line) => line !== 'opening').map(Number)
      settled.push(...numbers)
      if (numbers.length > 0) resolve()
    })
    child.on('exit', () => reject(new Error('The writer ended before it wrote anything.')))
  })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  return {
    pid: child.pid,
    settled,
    line,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
