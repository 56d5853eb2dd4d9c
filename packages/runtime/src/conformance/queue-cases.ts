import { ArtooError, errorCode } from '@artoo/spec'
import type { Job, JobQueue, JobWish, NewJob } from '../jobs/job-queue.js'
import type { PersonRequest } from '../people/person-requests.js'
import { assertSame, collect } from './expectations.js'

/** The means of a case beside the queue. */
interface QueueCaseMeans {
  /** Opens the queue as another process would find it. */
  reopen(): JobQueue | Promise<JobQueue>
  /** Lets a number of milliseconds pass for the queue. */
  pass(ms: number): Promise<void>
}

/** A promise that every queue keeps. */
export interface QueueCase {
  readonly name: string
  /** Rejects when the queue breaks the promise. */
  run(queue: JobQueue, means: QueueCaseMeans): Promise<void>
}

const job = (taskId: string, own: Partial<NewJob> = {}): NewJob => ({
  ...{ taskId, kind: 'task', version: '1', input: { text: oddText } },
  ...{ tags: [], priority: 0, delayMs: 0, ...own },
})

const wish = (worker: string, own: Partial<JobWish> = {}): JobWish => ({
  ...{ worker, kinds: ['task'], tags: [], count: 1, suspects: 9, leaseMs: 60_000, ...own },
})

/** A text with line ends, quotes and characters that a cut in the middle, or a database, would break. */
const oddText = 'a\nb\r\n\u2028\u0000"g\\h ﷺ 𝒳 \ud800 👩‍👩‍👧 {"$blob":1}'

const question = (id: string): PersonRequest => ({
  id,
  kind: 'question',
  from: 'executor',
  question: oddText,
  askedAt: 1,
})

const idsOf = (jobs: readonly Pick<Job, 'taskId'>[]) => jobs.map(({ taskId }) => taskId)

async function claimOne(queue: JobQueue, worker = 'Ann', own: Partial<JobWish> = {}): Promise<Job> {
  const [one] = await queue.claim(wish(worker, own))
  if (!one) throw new ArtooError('conformance', 'expected a job for the worker, found none')
  return one
}

const codeOf = (work: Promise<unknown>) => work.then(() => null, errorCode)

export const queueCases: readonly QueueCase[] = [
  {
    name: 'keeps a job as it was submitted, for every process',
    async run(queue, { reopen }) {
      const given = job('a', { tags: ['gpu'], priority: 3, input: { text: oddText, list: [1, null, {}] } })
      await queue.submit(given)
      for (const found of [queue, await reopen()]) {
        const { state, input, tags, priority, kind, version, claims, result } = (await found.job('a')) as Job
        assertSame(
          { state, input, tags, priority, kind, version, claims, result },
          {
            ...{ state: 'ready', input: given.input, tags: ['gpu'], priority: 3, kind: 'task', version: '1' },
            ...{ claims: 0, result: null },
          },
        )
        assertSame(idsOf(await collect(found.jobs({ state: 'ready', kind: 'task' }))), ['a'])
        assertSame(await collect(found.jobs({ state: 'done' })), [])
        assertSame((await found.counts()).ready, 1)
      }
    },
  },
  {
    name: 'refuses a second job of one id, also when the first has ended',
    async run(queue, { reopen }) {
      await queue.submit(job('a'))
      assertSame(await codeOf(queue.submit(job('a'))), 'task_exists')
      await queue.settle(await claimOne(queue), { kind: 'done', result: 1 })
      assertSame(await codeOf((await reopen()).submit(job('a'))), 'task_exists')
      assertSame((await queue.job('a'))?.result, 1)
    },
  },
  {
    name: 'knows nothing of a job that it was not given',
    async run(queue) {
      assertSame(await queue.job('nobody'), null)
      assertSame(await queue.cancel('nobody', ''), false)
      assertSame(await codeOf(queue.answer('nobody', { 'q.1': 'yes' })), 'unknown_task')
      assertSame(await queue.renew([{ taskId: 'nobody', claims: 1 }], 1_000), ['lost'])
      assertSame(await queue.settle({ taskId: 'nobody', claims: 1 }, { kind: 'done', result: 1 }), false)
      assertSame(await queue.claim(wish('Ann')), [])
      await queue.remove('nobody')
    },
  },
  {
    name: 'gives a job to one worker only, however many ask at once',
    async run(queue, { reopen }) {
      const ids = Array.from({ length: 24 }, (_, index) => `job-${String(index).padStart(2, '0')}`)
      for (const id of ids) await queue.submit(job(id))
      const queues = [queue, await reopen(), await reopen()]
      const claims = await Promise.all(
        Array.from({ length: 12 }, (_, index) => queues[index % 3]?.claim(wish(`worker-${index}`, { count: 3 }))),
      )
      // A claim may find fewer than there are while others are claiming.
      const left = await queue.claim(wish('last', { count: 100 }))
      assertSame(idsOf([...claims.flatMap((jobs) => jobs ?? []), ...left]).sort(), ids)
    },
  },
  {
    name: 'gives out jobs by priority, and among equals the first one first',
    async run(queue) {
      const given = [
        job('a'),
        job('b', { priority: 1 }),
        job('c'),
        job('d', { priority: -1 }),
        job('e', { priority: 1 }),
      ]
      const order: string[] = []
      for (const one of given) await queue.submit(one)
      while (order.length < given.length) order.push((await claimOne(queue)).taskId)
      assertSame(order.slice(0, 2).sort(), ['b', 'e'])
      assertSame(order.slice(2, 4).sort(), ['a', 'c'])
      assertSame(order[4], 'd')
    },
  },
  {
    name: 'gives a job to a worker of its kind that has all of its tags',
    async run(queue) {
      await queue.submit(job('a', { tags: ['gpu', 'eu'] }))
      for (const own of [{ tags: ['gpu'] }, { tags: [] }, { tags: ['gpu', 'eu'], kinds: ['loop'] }]) {
        assertSame(await queue.claim(wish('Ann', own)), [])
      }
      assertSame((await claimOne(queue, 'Ann', { tags: ['eu', 'other', 'gpu'] })).taskId, 'a')
    },
  },
  {
    name: 'holds a delayed job back',
    async run(queue, { pass }) {
      await queue.submit(job('a', { delayMs: 150 }))
      assertSame(await queue.claim(wish('Ann')), [])
      await pass(200)
      assertSame((await claimOne(queue)).taskId, 'a')
    },
  },
  {
    name: 'takes a delay that is no whole number of milliseconds, or that never ends',
    async run(queue, { pass }) {
      await queue.submit(job('a', { delayMs: 1 / 3 }))
      await queue.submit(job('b', { delayMs: Number.MAX_VALUE }))
      await pass(20)
      assertSame(await queue.settle(await claimOne(queue), { kind: 'ready', delayMs: 0.5 }), true)
      await pass(20)
      assertSame(idsOf(await queue.claim(wish('Ann', { count: 9 }))), ['a'])
    },
  },
  {
    name: 'keeps a job with the worker that renews its lease, and gives it to another when that stops',
    async run(queue, { reopen, pass }) {
      const other = await reopen()
      await queue.submit(job('a'))
      const first = await claimOne(queue, 'Ann', { leaseMs: 300 })
      assertSame([first.state, first.worker, first.claims, first.lost], ['leased', 'Ann', 1, 0])
      await pass(200)
      assertSame(await queue.renew([first], 300), ['held'])
      await pass(200)
      assertSame(await other.claim(wish('Bob')), [])
      await pass(200)
      const second = await claimOne(other, 'Bob')
      assertSame([second.worker, second.claims, second.lost], ['Bob', 2, 1])
      assertSame(await queue.renew([first], 300), ['lost'])
      assertSame(await queue.settle(first, { kind: 'done', result: 'of Ann' }), false)
      assertSame(await other.settle(second, { kind: 'done', result: 'of Bob' }), true)
      assertSame((await queue.job('a'))?.result, 'of Bob')
    },
  },
  {
    name: 'lets a worker go on whose lease ran out and that no other succeeded',
    async run(queue, { pass }) {
      await queue.submit(job('a'))
      const lease = await claimOne(queue, 'Ann', { leaseMs: 50 })
      await pass(100)
      assertSame(await queue.renew([lease], 60_000), ['held'])
      assertSame(await queue.claim(wish('Bob')), [])
      assertSame(await queue.settle(lease, { kind: 'done', result: 1 }), true)
    },
  },
  {
    name: 'counts the leases in a row that were lost, until a worker gives the job back itself',
    async run(queue, { pass }) {
      await queue.submit(job('a'))
      for (const lost of [0, 1, 2]) {
        assertSame((await claimOne(queue, 'Ann', { leaseMs: 20 })).lost, lost)
        await pass(60)
      }
      const last = await claimOne(queue)
      assertSame(last.lost, 3)
      await queue.settle(last, { kind: 'ready', delayMs: 0 })
      assertSame((await claimOne(queue)).lost, 0)
    },
  },
  {
    name: 'counts the last loss only when the run has gone on since the one before',
    async run(queue, { pass }) {
      await queue.submit(job('a'))
      const lostAfter = async (progress: number) => {
        const lease = await claimOne(queue, 'Ann', { leaseMs: 60 })
        assertSame(await queue.renew([{ ...lease, progress }], 60), ['held'])
        await pass(120)
        return (await queue.job('a'))?.lost
      }
      for (const [progress, lost] of [
        [0, 0],
        [5, 1],
        [5, 2],
        [9, 1],
        [8, 2],
      ] as const) {
        assertSame(await lostAfter(progress), lost)
      }
      assertSame((await queue.job('a'))?.progress, 9)
    },
  },
  {
    name: 'gives out as many jobs that were lost twice in a row as a worker wants, and any others',
    async run(queue, { pass }) {
      for (const id of ['a', 'b', 'c']) await queue.submit(job(id))
      const given: number[] = []
      for (const suspects of [0, 0, 1, 0, 9]) {
        given.push((await queue.claim(wish('Ann', { count: 9, leaseMs: 60, suspects }))).length)
        await pass(120)
      }
      assertSame(given, [3, 3, 1, 0, 3])
      for (const id of ['d', 'e']) await queue.submit(job(id))
      assertSame(idsOf(await queue.claim(wish('Bob', { count: 9, suspects: 0 }))).sort(), ['d', 'e'])
    },
  },
  {
    name: 'counts an attempt that failed as lost, and gives the job out again after a while',
    async run(queue, { pass }) {
      await queue.submit(job('a'))
      await queue.settle(await claimOne(queue), { kind: 'failed', problem: oddText, delayMs: 100 })
      assertSame(await queue.claim(wish('Ann')), [])
      assertSame((await queue.job('a'))?.problem, oddText)
      await pass(150)
      assertSame((await claimOne(queue)).lost, 1)
    },
  },
  {
    name: 'keeps the end of a job, for every process',
    async run(queue, { reopen }) {
      for (const id of ['a', 'b']) await queue.submit(job(id))
      const [one, two] = (await queue.claim(wish('Ann', { count: 2 }))) as [Job, Job]
      const result = { output: oddText, list: [1] }
      assertSame(await queue.settle(one, { kind: 'done', result }), true)
      assertSame(await queue.settle(two, { kind: 'dead', result: null, problem: oddText }), true)
      assertSame(await queue.settle(one, { kind: 'ready', delayMs: 0 }), false)
      const later = await reopen()
      const [done, dead] = [await later.job(one.taskId), await later.job(two.taskId)]
      assertSame([done?.state, done?.result, done?.problem], ['done', result, null])
      assertSame([dead?.state, dead?.result, dead?.problem], ['dead', null, oddText])
      if (done?.endedAt == null) throw new ArtooError('conformance', 'expected the time of the end')
      assertSame(await later.claim(wish('Bob', { count: 9 })), [])
      assertSame(await later.counts(), { ready: 0, leased: 0, waiting: 0, done: 1, dead: 1 })
    },
  },
  {
    name: 'gives a job that does not fit one worker to others only',
    async run(queue) {
      await queue.submit(job('a'))
      assertSame(await queue.settle(await claimOne(queue), { kind: 'left', reason: oddText }), true)
      assertSame(await queue.claim(wish('Ann')), [])
      assertSame((await queue.job('a'))?.left, { Ann: oddText })
      assertSame((await claimOne(queue, 'Bob')).taskId, 'a')
    },
  },
  {
    name: 'holds a job until people have answered, whichever process they answer in',
    async run(queue, { reopen }) {
      await queue.submit(job('a'))
      const requests = [question('q.1'), question('q.2')]
      await queue.settle(await claimOne(queue), { kind: 'waiting', requests })
      const later = await reopen()
      assertSame(await later.claim(wish('Bob')), [])
      const waiting = await later.job('a')
      assertSame([waiting?.state, waiting?.requests], ['waiting', requests])
      await later.answer('a', { 'q.1': { answer: oddText, by: 'Ann' } })
      const again = await claimOne(queue)
      assertSame([again.answers, again.requests], [{ 'q.1': { answer: oddText, by: 'Ann' } }, []])
    },
  },
  {
    name: 'counts the first answer to a question only',
    async run(queue, { reopen }) {
      await queue.submit(job('a'))
      await queue.settle(await claimOne(queue), { kind: 'waiting', requests: [question('q.1')] })
      const queues = [queue, await reopen()]
      const codes = await Promise.all(queues.map((one, index) => codeOf(one.answer('a', { 'q.1': `${index}` }))))
      assertSame(codes.filter((code) => code === null).length, 1)
      assertSame(codes.filter((code) => code === 'unknown_request').length, 1)
      assertSame(await codeOf(queue.answer('a', { 'q.9': 'yes' })), 'unknown_request')
    },
  },
  {
    name: 'keeps answers for the worker that comes after one that was lost',
    async run(queue, { pass }) {
      await queue.submit(job('a'))
      await queue.settle(await claimOne(queue), { kind: 'waiting', requests: [question('q.1')] })
      await queue.answer('a', { 'q.1': 'yes' })
      await claimOne(queue, 'Ann', { leaseMs: 20 })
      await pass(60)
      assertSame((await claimOne(queue, 'Bob')).answers, { 'q.1': 'yes' })
    },
  },
  {
    name: 'gives a cancelled job to a worker at once, or tells the worker that has it',
    async run(queue) {
      await queue.submit(job('late', { delayMs: 60_000 }))
      assertSame(await queue.cancel('late', 'not needed'), true)
      const late = await claimOne(queue)
      assertSame(late.cancelled, 'not needed')
      assertSame(await queue.renew([late], 1_000), ['cancelled'])
      await queue.settle(late, { kind: 'done', result: 1 })
      assertSame(await queue.cancel('late', ''), false)
      await queue.submit(job('asks'))
      await queue.settle(await claimOne(queue), { kind: 'waiting', requests: [question('q.1')] })
      assertSame(await queue.cancel('asks', 'nobody is there'), true)
      const asks = await claimOne(queue)
      assertSame(asks.cancelled, 'nobody is there')
      // It would have waited again.
      await queue.settle(asks, { kind: 'waiting', requests: [question('q.1')] })
      assertSame((await claimOne(queue)).taskId, 'asks')
    },
  },
  {
    name: 'tells listeners of changes, in this process at least',
    async run(queue) {
      const heard = new Set<string>()
      const stopFailing = queue.onChange(() => {
        throw new Error('a listener must not fail the change')
      })
      const stop = queue.onChange((taskId) => heard.add(taskId))
      await queue.submit(job('a'))
      for (let looks = 0; looks < 100 && !heard.has('a'); looks++)
        await new Promise((resolve) => setTimeout(resolve, 20))
      stop()
      stopFailing()
      assertSame([...heard], ['a'])
    },
  },
  {
    name: 'removes a job, and no other',
    async run(queue, { reopen }) {
      for (const id of ['a', 'ab']) await queue.submit(job(id))
      const [one] = (await queue.claim(wish('Ann', { count: 2 }))) as [Job]
      await queue.remove(one.taskId)
      assertSame(await queue.renew([one], 1_000), ['lost'])
      assertSame(await queue.settle(one, { kind: 'done', result: 1 }), false)
      assertSame((await collect((await reopen()).jobs())).length, 1)
    },
  },
]
