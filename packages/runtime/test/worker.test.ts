import {
  createWorker,
  type Job,
  type JobControl,
  type JobQueue,
  memoryQueue,
  type Settlement,
  type WorkerEvent,
  type WorkerOptions,
} from '@artoo/runtime'
import { systemClock } from '@artoo/spec'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

const submit = (queue: JobQueue, ...taskIds: readonly string[]) =>
  Promise.all(
    taskIds.map((taskId) =>
      queue.submit({ taskId, kind: 'task', version: '1', input: null, tags: [], priority: 0, delayMs: 0 }),
    ),
  )

type Run = (job: Job, control: JobControl) => Promise<Settlement>

const done: Settlement = { kind: 'done', result: 'done' }
const untilAborted = (signal: AbortSignal) => new Promise((resolve) => signal.addEventListener('abort', resolve))

let names = 0
function workerOf(queue: JobQueue, run: Run, options: Partial<WorkerOptions> = {}) {
  const events: WorkerEvent[] = []
  const worker = createWorker({
    ...{
      queue,
      runners: [{ kind: 'task', version: '1', progress: async () => 0, run }],
      clock: systemClock(),
      ids: () => `worker-${++names}`,
    },
    ...{ pollMs: 20, leaseMs: 150, onEvent: (event) => void events.push(event), ...options },
  })
  onTestFinished(() => worker.close())
  return { worker, events }
}

const stateOf = async (queue: JobQueue, taskId: string) => (await queue.job(taskId))?.state

describe('a worker', () => {
  test('has as many jobs at once as it may, and takes the next when one ends', async () => {
    const queue = memoryQueue()
    await submit(queue, 'a', 'b', 'c', 'd', 'e')
    let running = 0
    let most = 0
    workerOf(
      queue,
      async () => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 10))
        running--
        return done
      },
      { concurrency: 2, pollMs: 60_000 },
    )
    await vi.waitFor(async () => expect((await queue.counts()).done).toBe(5))
    expect(most).toBe(2)
  })

  test('that gets fewer jobs than it has places for does not ask again at once', async () => {
    const queue = memoryQueue()
    await submit(queue, 'a')
    const claim = vi.spyOn(queue, 'claim')
    const { events } = workerOf(queue, (_, { leaving }) => untilAborted(leaving).then(() => done), { pollMs: 60_000 })
    await vi.waitFor(() => expect(events).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(claim).toHaveBeenCalledTimes(1)
  })

  test('keeps a job that takes longer than its lease', async () => {
    const queue = memoryQueue()
    await submit(queue, 'a')
    workerOf(queue, async () => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      return done
    })
    const other = workerOf(queue, async () => ({ kind: 'done', result: 'of another' }))
    await vi.waitFor(async () => expect(await stateOf(queue, 'a')).toBe('done'))
    expect((await queue.job('a'))?.claims).toBe(1)
    expect(other.events).toEqual([])
  })

  test('lets go of a job that another has taken, whose result counts', async () => {
    const queue = memoryQueue()
    await submit(queue, 'a')
    const steal = () =>
      queue.claim({ worker: 'other', kinds: ['task'], tags: [], count: 1, suspects: 1, leaseMs: 60_000 })
    let stolen: readonly Job[] = []
    const { events } = workerOf(
      { ...queue, renew: async (leases) => leases.map(() => 'lost') },
      async (_, { leaving }) => {
        await untilAborted(leaving)
        while (stolen.length === 0) stolen = await steal()
        return { kind: 'done', result: 'too late' }
      },
    )
    await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: 'lost', taskId: 'a' }))
    expect(await queue.settle(stolen[0] as Job, done)).toBe(true)
    expect((await queue.job('a'))?.result).toBe('done')
  })

  test('that is cut off from the queue lets go of its jobs before others may take them', async () => {
    const queue = memoryQueue()
    await submit(queue, 'a')
    const away = () => new Promise<never>(() => {})
    let leftAt = 0
    let claimedAt = 0
    workerOf({ ...queue, renew: away }, async (_, { leaving }) => {
      claimedAt = performance.now()
      await untilAborted(leaving)
      leftAt = performance.now()
      return { kind: 'ready', delayMs: 0 }
    })
    await vi.waitFor(() => expect(leftAt).toBeGreaterThan(0))
    expect(leftAt - claimedAt).toBeLessThan(150)
  })

  test('goes on when the queue is back', async () => {
    const queue = memoryQueue()
    await submit(queue, 'a')
    let failures = 3
    const flaky = <Arguments extends unknown[], Result>(work: (...given: Arguments) => Promise<Result>) => {
      return async (...given: Arguments) => {
        if (failures-- > 0) throw new Error('no connection')
        return work(...given)
      }
    }
    workerOf({ ...queue, claim: flaky(queue.claim), settle: flaky(queue.settle) }, async () => done)
    await vi.waitFor(async () => expect(await stateOf(queue, 'a')).toBe('done'))
  })

  test('that was stopped for longer than its lease ends its old run before it begins the job again', async () => {
    const queue = memoryQueue()
    await submit(queue, 'a')
    const log: string[] = []
    workerOf({ ...queue, renew: async (leases) => leases.map(() => 'held') }, async ({ claims }, { leaving }) => {
      log.push(`begins ${claims}`)
      if (claims > 1) return done
      await untilAborted(leaving)
      await new Promise((resolve) => setTimeout(resolve, 30))
      log.push(`ends ${claims}`)
      return done
    })
    await vi.waitFor(async () => expect(await stateOf(queue, 'a')).toBe('done'), 5_000)
    expect(log).toEqual(['begins 1', 'ends 1', 'begins 2'])
  })

  test('leaves a job of another version to others', async () => {
    const queue = memoryQueue()
    await queue.submit({ taskId: 'a', kind: 'task', version: '2', input: null, tags: [], priority: 0, delayMs: 0 })
    const { worker } = workerOf(queue, async () => done, { name: 'pod-0' })
    await vi.waitFor(async () => expect((await queue.job('a'))?.left[worker.name]).toContain('version 1'))
    expect(await stateOf(queue, 'a')).toBe('ready')
    await worker.close()
    const runners = [{ kind: 'task', version: '2', progress: async () => 0, run: async () => done }]
    workerOf(queue, async () => done, { name: 'pod-0', runners })
    await vi.waitFor(async () => expect(await stateOf(queue, 'a')).toBe('done'))
  })

  test('whose claim was answered after the lease was over gives the job back before it begins', async () => {
    const queue = memoryQueue()
    await submit(queue, 'a')
    let isFrozen = true
    const claim: JobQueue['claim'] = async (wish) => {
      const jobs = await queue.claim(wish)
      if (isFrozen && jobs.length > 0) await new Promise((resolve) => setTimeout(resolve, wish.leaseMs))
      if (jobs.length > 0) isFrozen = false
      return jobs
    }
    const begun: number[] = []
    workerOf({ ...queue, claim }, async ({ claims }) => {
      begun.push(claims)
      return done
    })
    await vi.waitFor(async () => expect(await stateOf(queue, 'a')).toBe('done'))
    expect(begun).toEqual([2])
  })

  test('keeps its other jobs while it reads how far one has come that was lost twice', async () => {
    const queue = memoryQueue()
    await submit(queue, 'a', 'b')
    for (const _ of [1, 2]) {
      await queue.claim({ worker: 'dies', kinds: ['task'], tags: [], count: 1, suspects: 1, leaseMs: 1 })
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    let looks = 0
    const progress = () => (looks++ === 0 ? Promise.resolve(0) : new Promise<number>(() => {}))
    const left: string[] = []
    const run: Run = async ({ taskId }, { leaving }) => {
      leaving.addEventListener('abort', () => left.push(taskId))
      await new Promise((resolve) => setTimeout(resolve, 400))
      return done
    }
    workerOf(queue, run, { runners: [{ kind: 'task', version: '1', progress, run }] })
    await vi.waitFor(async () => expect(await queue.counts()).toMatchObject({ done: 2 }), 2_000)
    expect([looks, left]).toEqual([2, []])
  })

  test('outlives a log and a queue that are not as they should be', async () => {
    const queue = memoryQueue()
    await submit(queue, 'a', 'b')
    const foreign = [{ ...(await queue.job('a')), taskId: 'x', kind: 'other' } as Job]
    const claim: JobQueue['claim'] = async (wish) => [
      ...(await queue.claim({ ...wish, count: 9 })),
      ...foreign.splice(0),
    ]
    const failures: unknown[] = []
    const onEvent = async (event: WorkerEvent) => {
      if (event.type === 'queue_failed') failures.push(event.error)
      throw new Error('the log is down')
    }
    const run: Run = async () => done
    workerOf({ ...queue, claim }, run, { concurrency: 1, onEvent })
    await vi.waitFor(async () => expect(await queue.counts()).toMatchObject({ done: 2 }))
    expect(failures[0]).toBeInstanceOf(TypeError)
  })

  test('gives a job up whose runs fail one after the other, with what was wrong', async () => {
    const queue = memoryQueue()
    await submit(queue, 'a')
    const delays: number[] = []
    const settle: JobQueue['settle'] = (lease, settlement) => {
      if (settlement.kind !== 'failed') return queue.settle(lease, settlement)
      delays.push(settlement.delayMs)
      return queue.settle(lease, { ...settlement, delayMs: 0 })
    }
    workerOf({ ...queue, settle }, async (_, { cancelled }) => {
      if (cancelled.aborted) return { kind: 'done', result: { status: 'failed' } }
      throw new Error('the disk is full')
    })
    await vi.waitFor(async () => expect(await stateOf(queue, 'a')).toBe('dead'))
    expect(delays).toEqual([2_000, 8_000, 32_000])
    expect(await queue.job('a')).toMatchObject({
      result: { status: 'failed' },
      problem: expect.stringContaining('the disk is full'),
    })
  })

  test('closes when its runs have left, and gives them back at once', async () => {
    const queue = memoryQueue()
    await submit(queue, 'a', 'b')
    const { worker } = workerOf(queue, async (_, { leaving }) => {
      await untilAborted(leaving)
      return { kind: 'ready', delayMs: 0 }
    })
    await vi.waitFor(() => expect(worker.running).toHaveLength(2))
    await worker.close()
    expect(await queue.counts()).toMatchObject({ ready: 2, leased: 0 })
  })

  test.each([
    ['concurrency', 0],
    ['leaseMs', 0],
    ['pollMs', 0],
  ])('refuses a %s of %s', (field, value) => {
    expect(() => workerOf(memoryQueue(), async () => done, { [field]: value })).toThrow(
      expect.objectContaining({ code: 'invalid_option', field }),
    )
  })
})
