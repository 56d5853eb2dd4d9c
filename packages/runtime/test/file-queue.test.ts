import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Job, JobQueue } from '@artoo/runtime'
import { testQueue } from '@artoo/runtime/conformance'
import { fileQueue } from '@artoo/runtime/node'
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { bundled } from '../../mkct/test/support/bundled.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'artoo-queue-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

describe('a queue in files', () => {
  testQueue({ test, open: () => fileQueue(directory), reopen: () => fileQueue(directory) })
})

const wish = { worker: 'Ann', kinds: ['task'], tags: [], count: 1, suspects: 9, leaseMs: 60_000 }
const job = (taskId: string) => ({
  ...{ taskId, kind: 'task', version: '1', input: 'a', tags: [], priority: 0, delayMs: 0 },
})

async function filled(count: number): Promise<JobQueue> {
  const queue = fileQueue(directory)
  await Promise.all(Array.from({ length: count }, (_, index) => queue.submit(job(`job-${index}`))))
  return queue
}

async function all(queue: JobQueue): Promise<readonly string[]> {
  const found: string[] = []
  for await (const { taskId } of queue.jobs()) found.push(taskId)
  return found.sort()
}

describe('processes that share a queue in files', () => {
  let script: string
  beforeAll(async () => {
    script = await bundled(new URL('queue-process.ts', import.meta.url))
  })

  function claimer() {
    const child = spawn(process.execPath, [script, directory, 'claims'], { stdio: ['pipe', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const told: string[] = []
    createInterface({ input: child.stdout }).on('line', (line) => told.push(line))
    return { told, child, ended: once(child, 'close') }
  }

  test('claim each job once, both of them at the same time', async () => {
    let shares: readonly number[] = [0, 0]
    // On a busy machine one of them may be done before the other has begun.
    for (let turn = 0; turn < 10 && Math.min(...shares) === 0; turn++) {
      rmSync(directory, { recursive: true, force: true })
      await filled(40)
      const claimers = [claimer(), claimer()]
      await vi.waitFor(() => expect(claimers.map(({ told }) => told)).toEqual([['ready'], ['ready']]), 10_000)
      for (const { child } of claimers) child.stdin.end('g')
      await Promise.all(claimers.map(({ ended }) => ended))
      const [one = [], other = []] = claimers.map(({ told }) => told.slice(1))
      expect([...one, ...other].sort()).toEqual(await all(fileQueue(directory)))
      shares = [one.length, other.length]
    }
    expect(Math.min(...shares)).toBeGreaterThan(0)
  })

  /** Kills a process in the middle of a change, while this one has looked at the queue before. */
  const killedAt = (deed: string, moves: number) =>
    expect(spawnSync(process.execPath, [script, directory, deed, `${moves}`]).signal).toBe('SIGKILL')

  test('lose none and double none when one is killed in the middle of a claim', async () => {
    const queue = await filled(3)
    killedAt('claim', 2)
    const free = await queue.claim({ ...wish, count: 9 })
    expect(await queue.counts()).toMatchObject({ leased: 3 })
    expect(free).toHaveLength(2)
    expect(await all(queue)).toEqual(['job-0', 'job-1', 'job-2'])
  })

  test('have a job whole or not at all when one is killed in the middle of its submission', async () => {
    const queue = await filled(1)
    killedAt('submit', 1)
    expect(await all(queue)).toEqual(['job-0'])
    await queue.submit(job('new'))
    expect(await all(queue)).toEqual(['job-0', 'new'])
  })

  test.each([
    ['before the end is written', 1, 'leased'],
    ['before its file is put away', 2, 'done'],
  ])('know where a job stands when one is killed %s', async (_, moves, state) => {
    const queue = await filled(1)
    await queue.claim(wish)
    killedAt('settle', moves)
    expect(await queue.counts()).toMatchObject({ [state]: 1 })
    expect(await queue.job('job-0')).toMatchObject({ state, result: state === 'done' ? 'result' : null })
    expect(await all(queue)).toEqual(['job-0'])
    expect(await queue.settle({ taskId: 'job-0', claims: 1 }, { kind: 'ready', delayMs: 0 })).toBe(state === 'leased')
  })

  test('hear of what comes after one that was killed in the middle of a line of the list of changes', async () => {
    const queue = await filled(1)
    killedAt('submit', 0)
    await fileQueue(directory).submit(job('after'))
    expect(await queue.counts()).toMatchObject({ ready: 2 })
  })
})

describe('a queue in files, beside others', () => {
  test('tells listeners of a change by another', async () => {
    const heard: string[] = []
    onTestFinished(fileQueue(directory).onChange((taskId) => heard.push(taskId)))
    await fileQueue(directory).submit(job('a'))
    await vi.waitFor(() => expect(heard).toContain('a'))
  })

  test('takes no more jobs than it holds, whoever submits', async () => {
    await fileQueue(directory, { maxReady: 1 }).submit(job('a'))
    await expect(fileQueue(directory, { maxReady: 1 }).submit(job('b'))).rejects.toMatchObject({
      code: 'job_queue_full',
    })
  })

  test('goes on beside a job whose file was damaged, and says so of that one', async () => {
    const queue = await filled(1)
    for (const [taskId, text] of Object.entries({ torn: '{"version":1,"jo', later: '{"version":2,"job":{}}' })) {
      mkdirSync(join(directory, 'open'), { recursive: true })
      writeFileSync(join(directory, 'open', `${taskId}.json`), text)
      await expect(queue.job(taskId)).rejects.toMatchObject({ code: 'damaged_journal' })
    }
    writeFileSync(join(directory, 'open', 'no id.json'), '')
    expect(await all(queue)).toEqual(['job-0'])
    const jobs: readonly Job[] = await fileQueue(directory).claim({ ...wish, count: 9 })
    expect(jobs.map(({ taskId }) => taskId)).toEqual(['job-0'])
  })

  test('refuses an id that can’t be a file name', async () => {
    const queue = fileQueue(directory)
    await expect(queue.submit(job('../a'))).rejects.toMatchObject({ code: 'invalid_task_id' })
    await expect(queue.remove('../a')).rejects.toMatchObject({ code: 'invalid_task_id' })
  })
})
