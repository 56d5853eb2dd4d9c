import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import {
  type ArtooOptions,
  createArtoo,
  defineTool,
  type Job,
  type JobQueue,
  type Journal,
  memoryQueue,
  type WorkerEvent,
} from '@artoo/sdk'
import { fileJournal, fileQueue, standardTools } from '@artoo/sdk/node'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'

let directory: string
let queue: ReturnType<typeof memoryQueue>
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'artoo-jobs-'))
  queue = memoryQueue()
})
afterEach(() => rmSync(directory, { recursive: true }))

/** A process of its own, as far as artoo can tell. */
function another(options: Partial<ArtooOptions<Journal>> = {}) {
  const model = scriptedModel({ text: { text: 'done' } }, { repeatLast: true })
  const artoo = createArtoo({
    ...{ depth: 'direct', dreamer: false, model, queue, journal: fileJournal(directory) },
    ...options,
  })
  onTestFinished(() => artoo.close())
  return artoo
}

const calling = (name: string, input: object): readonly ScriptedTurn[] => [
  { toolCalls: [{ name, input }] },
  { text: 'done' },
]

const waitingOn = (taskId: string) =>
  vi.waitFor(async () => {
    const job = await queue.job(taskId)
    expect(job?.state).toBe('waiting')
    return job
  })

describe('a task that is submitted', () => {
  test.each([
    ['in memory', () => queue],
    ['in files', () => fileQueue(join(directory, 'queue'))],
  ])('is carried out by a worker in another process, and awaited and watched from a third: %s', async (_, open) => {
    const submitting = another({ queue: open() })
    const task = submitting.submit('Say hello.', { tags: ['mail'] })
    await task.submitted
    expect(await task.job()).toMatchObject({ state: 'ready', tags: ['mail'], kind: 'task' })
    const watching = another({ queue: open() }).follow(task.taskId)
    another({ queue: open() }).worker({ tags: ['mail'], pollMs: 20 })
    expect(await watching).toMatchObject({ status: 'complete', output: 'done' })
    expect(await task).toEqual(await watching)
    const types: string[] = []
    for await (const { type } of watching) types.push(type)
    expect(types[0]).toBe('TaskStarted')
    expect(types.filter((type) => type === 'FinalResult')).toHaveLength(1)
  })

  test('is given to tools with the context of the worker', async () => {
    const seen: unknown[] = []
    const whoami = defineTool({
      ...{ name: 'whoami', description: 'says who', input: z.object({}), effect: 'read' },
      execute(_, { context }) {
        seen.push(context)
        return 'you'
      },
    })
    const model = scriptedModel({ text: calling('whoami', {}) })
    const task = another().submit('Who am I?')
    another({ model, tools: [whoami] }).worker({ context: (job) => ({ tenant: job.taskId }) })
    expect(await task).toMatchObject({ status: 'complete' })
    expect(seen).toEqual([{ tenant: task.taskId }])
  })

  test.each([
    ['context', { context: {} }],
    ['confirm', { confirm: () => true }],
    ['signal', { signal: new AbortController().signal }],
    ['onUnanswered', { onUnanswered: 'wait' }],
  ])('refuses %s, which no queue can carry', (field, options) => {
    const submit = () => another().submit('Say hello.', options as never)
    expect(submit).toThrow(expect.objectContaining({ code: 'unsupported_option', field }))
  })

  test('is carried out as it was when it was submitted', async () => {
    const files = fileQueue(join(directory, 'queue'))
    const settings = { temperature: 0 }
    const task = another({ queue: files }).submit('Say hello.', { settings })
    settings.temperature = 1
    expect(await task.job()).toMatchObject({ input: ['Say hello.', { settings: { temperature: 0 } }] })
  })

  test('lies in no queue that a tool can reach', () => {
    mkdirSync(join(directory, 'work'))
    const inReach = {
      queue: fileQueue(join(directory, 'work', 'queue')),
      tools: standardTools({ root: join(directory, 'work') }),
    }
    expect(() => another(inReach)).toThrow(expect.objectContaining({ code: 'unsafe_journal', field: 'queue' }))
    expect(() => another({ ...inReach, queue: fileQueue(join(directory, 'queue')) })).not.toThrow()
  })

  test('by an id of its caller is refused the second time, and followed', async () => {
    const artoo = another()
    const submit = () => artoo.submit('Say hello.', { taskId: 'request-7' })
    await submit().submitted
    await expect(submit().submitted).rejects.toMatchObject({ code: 'task_exists' })
    artoo.worker({ pollMs: 20 })
    expect(await artoo.follow('request-7')).toMatchObject({ status: 'complete' })
  })

  test('needs a queue', () => {
    const without = another({ queue: undefined })
    for (const use of [() => without.submit('Hi.'), () => without.follow('a'), () => without.worker()]) {
      expect(use).toThrow(expect.objectContaining({ code: 'no_queue', field: 'queue' }))
    }
  })

  test('and cancelled ends with a result, whether it has begun or not', async () => {
    const hangs = scriptedModel({ text: 'hang' })
    const task = another().submit('Say hello.')
    another({ model: hangs }).worker({ pollMs: 20, leaseMs: 200 })
    await vi.waitFor(async () => expect(await task.job()).toMatchObject({ state: 'leased' }))
    expect(await task.cancel('nobody needs it')).toBe(true)
    expect(await task).toMatchObject({ status: 'failed', reason: 'aborted' })
    const late = another().submit('Say hello.', { delayMs: 60_000 })
    expect(await late.cancel('nobody needs it')).toBe(true)
    expect(await late).toMatchObject({ status: 'failed', reason: 'aborted' })
    expect(hangs.requests).toHaveLength(1)
  })
})

describe('the events of a submitted task', () => {
  const next = (task: AsyncIterable<unknown>) => task[Symbol.asyncIterator]().next()

  test('end with its job, when that was removed or is dead', async () => {
    const task = another().submit('Say hello.')
    await task.submitted
    const removed = expect(next(task)).rejects.toMatchObject({ code: 'unknown_task' })
    await queue.remove(task.taskId)
    await removed
    const dead = another().submit('Say hello.')
    await dead.submitted
    const [job] = await queue.claim({
      ...{ worker: 'Ann', kinds: ['task'], tags: [], count: 1, suspects: 1, leaseMs: 60_000 },
    })
    await queue.settle(job as Job, { kind: 'dead', result: null, problem: 'its workers died' })
    expect(await next(dead)).toMatchObject({ done: true })
  })

  test('and its end are waited for with one listener', async () => {
    let listeners = 0
    const onChange: JobQueue['onChange'] = (listener) => {
      listeners++
      return queue.onChange(listener)
    }
    const task = another({ queue: { ...queue, onChange } }).submit('Say hello.', { delayMs: 60_000 })
    const result = task.result
    for (let times = 0; times < 3; times++) {
      await queue.cancel(task.taskId, '')
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    another().worker({ pollMs: 20 })
    expect(await result).toMatchObject({ reason: 'aborted' })
    expect(listeners).toBe(1)
  })
})

describe('a question of a submitted task', () => {
  const pay = () => {
    const paid: number[] = []
    const tool = defineTool({
      ...{ name: 'pay', description: 'pays', input: z.object({ euros: z.number() }), effect: 'irreversible' },
      execute({ euros }) {
        paid.push(euros)
        return 'paid'
      },
    })
    return { tool, paid }
  }

  test('waits in the queue for anybody’s answer, and another worker goes on', async () => {
    const { tool, paid } = pay()
    const script = { text: calling('pay', { euros: 5 }) }
    const first = another({ tools: [tool], model: scriptedModel(script) })
    const worker = first.worker({ pollMs: 20 })
    const task = another().submit('Pay 5.')
    const job = await waitingOn(task.taskId)
    await worker.close()
    const [request] = job?.requests ?? []
    expect(request).toMatchObject({ kind: 'confirm', tool: 'pay' })
    await another().answer(task.taskId, { [request?.id ?? '']: { allow: 'once', by: 'Ada' } })
    await expect(another().answer(task.taskId, { [request?.id ?? '']: false })).rejects.toMatchObject({
      code: 'unknown_request',
    })
    another({ tools: [tool] }).worker({ pollMs: 20 })
    expect(await task).toMatchObject({ status: 'complete' })
    expect(paid).toEqual([5])
  })

  /** Submits a payment, and answers its question once the first worker is gone. */
  async function answeredPayment(tool: ReturnType<typeof pay>['tool']) {
    const model = scriptedModel({ text: calling('pay', { euros: 5 }) })
    const worker = another({ tools: [tool], model }).worker({ pollMs: 20 })
    const task = another().submit('Pay 5.')
    const [request] = (await waitingOn(task.taskId))?.requests ?? []
    await worker.close()
    await another().answer(task.taskId, { [request?.id ?? '']: true })
    // In an object, since a task is awaited for its result.
    return { task }
  }

  /** A queue for a worker that dies without a word to it. */
  const unsettled = () => ({ ...queue, settle: async () => false })

  test('is not put again when a worker dies with the answer before it was taken in', async () => {
    const { tool, paid } = pay()
    const { task } = await answeredPayment(tool)
    const whole = fileJournal(directory)
    let claimed = false
    const append: Journal['append'] = async (taskId, lines, texts) => {
      if (claimed) throw new Error('the process is gone')
      claimed = lines.some(({ kind }) => kind === 'lease')
      return whole.append(taskId, lines, texts)
    }
    const dying = another({ tools: [tool], journal: { ...whole, append }, queue: unsettled() })
    const { close } = dying.worker({ pollMs: 20, leaseMs: 300 })
    await vi.waitFor(() => expect(claimed).toBe(true))
    await close()
    another({ tools: [tool] }).worker({ pollMs: 20 })
    expect(await task).toMatchObject({ status: 'complete' })
    expect(paid).toEqual([5])
  })

  test('is answered once though its worker dies behind the end of the task', async () => {
    const { tool, paid } = pay()
    const { task } = await answeredPayment(tool)
    const { close } = another({ tools: [tool], queue: unsettled() }).worker({ pollMs: 20, leaseMs: 300 })
    for await (const { type } of task) if (type === 'FinalResult') break
    await close()
    another({ tools: [tool] }).worker({ pollMs: 20 })
    expect(await task).toMatchObject({ status: 'complete' })
    expect(paid).toEqual([5])
  })

  test('refuses an answer that can’t be read, or that holds a secret', async () => {
    const { tool } = pay()
    another({ tools: [tool], model: scriptedModel({ text: calling('pay', { euros: 5 }) }) }).worker({ pollMs: 20 })
    const task = another().submit('Pay 5.')
    const [request] = (await waitingOn(task.taskId))?.requests ?? []
    const answering = (answer: unknown) => another().answer(task.taskId, { [request?.id ?? '']: answer as never })
    await expect(answering('yes')).rejects.toMatchObject({ code: 'invalid_answer' })
    const unknown = another().answer('nobody', null as never)
    await expect(unknown).rejects.toMatchObject({ code: 'invalid_option', field: 'answers' })
    await expect(another().answer(task.taskId, { other: true })).rejects.toMatchObject({ code: 'unknown_request' })
    await answering(false)
    expect((await task).status).not.toBe('waiting')
  })
})

describe('a worker', () => {
  test('that closes leaves its tasks to others, which go on where it stopped', async () => {
    const slow = scriptedModel({ text: [{ toolCalls: [{ name: 'look', input: {} }] }, 'hang'] })
    const looked: string[] = []
    const look = defineTool({
      ...{ name: 'look', description: 'looks', input: z.object({}), effect: 'read' },
      execute() {
        looked.push('once')
        return 'seen'
      },
    })
    const task = another().submit('Look.')
    const worker = another({ model: slow, tools: [look] }).worker({ pollMs: 20 })
    await vi.waitFor(() => expect(slow.requests).toHaveLength(2))
    await worker.close()
    expect(await task.job()).toMatchObject({ state: 'ready', lost: 0 })
    another({ tools: [look] }).worker({ pollMs: 20 })
    expect(await task).toMatchObject({ status: 'complete', output: 'done' })
    expect(looked).toEqual(['once'])
  })

  test('with weaker tools leaves a task to those that fit, and says so', async () => {
    const tool = (effect: 'read' | 'irreversible') =>
      defineTool({ name: 'send', description: 'sends', input: z.object({}), effect, execute: () => 'sent' })
    const model = () => scriptedModel({ text: calling('send', {}) }, { repeatLast: true })
    const task = another().submit('Send it.')
    const first = another({ tools: [tool('irreversible')], model: model() }).worker({ pollMs: 20 })
    const [request] = (await waitingOn(task.taskId))?.requests ?? []
    await first.close()
    const events: WorkerEvent[] = []
    const weak = another({ tools: [tool('read')], model: model() }).worker({
      ...{ name: 'weak', pollMs: 20 },
      onEvent: (event) => events.push(event),
    })
    await another().answer(task.taskId, { [request?.id ?? '']: true })
    await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ type: 'settled', settlement: { kind: 'left' } }))
    expect((await task.job()).left).toEqual({ [weak.name]: expect.stringContaining('tools.send.effect') })
    another({ tools: [tool('irreversible')] }).worker({ pollMs: 20 })
    expect(await task).toMatchObject({ status: 'complete' })
  })

  test('whose context hangs lets a cancelled task end, and closes', async () => {
    const task = another().submit('Say hello.')
    const other = another().submit('Say hello.')
    const worker = another().worker({ pollMs: 20, leaseMs: 200, context: () => new Promise(() => {}) })
    await vi.waitFor(() => expect(worker.running).toHaveLength(2))
    await task.cancel('nobody needs it')
    expect(await task).toMatchObject({ status: 'failed', reason: 'aborted' })
    await worker.close()
    expect(await other.job()).toMatchObject({ state: 'ready', lost: 0 })
  })

  test('beside another of its instance that has lost a task waits until that one has left it', async () => {
    let finish = () => {}
    const work = defineTool({
      ...{ name: 'work', description: 'works', input: z.object({}), effect: 'read' },
      execute: () => new Promise<string>((resolve) => (finish = () => resolve('worked'))),
    })
    // The first worker learns nothing of its loss.
    const renew: JobQueue['renew'] = async (leases) => leases.map(() => 'held')
    const claim: JobQueue['claim'] = async (wish) =>
      wish.worker.startsWith('frozen') && model.requests.length > 0 ? [] : queue.claim(wish)
    const model = scriptedModel({ text: calling('work', {}) })
    const artoo = another({ model, tools: [work], queue: { ...queue, renew, claim } })
    const task = artoo.submit('Work.')
    artoo.worker({ pollMs: 20, leaseMs: 100, name: 'frozen' })
    await vi.waitFor(() => expect(model.requests).toHaveLength(1))
    const events: WorkerEvent[] = []
    artoo.worker({ pollMs: 20, leaseMs: 60_000, onEvent: (event) => events.push(event) })
    const later = { type: 'settled', taskId: task.taskId, settlement: { kind: 'ready', delayMs: 2_000 } }
    await vi.waitFor(() => expect(events).toContainEqual(later))
    finish()
  })

  test('that was lost three times with a task gives it up as a failed one, with no further call', async () => {
    const task = another().submit('Say hello.')
    await task.submitted
    for (let times = 0; times < 3; times++) {
      await queue.claim({ worker: `dies-${times}`, kinds: ['task'], tags: [], count: 1, suspects: 1, leaseMs: 1 })
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const model = scriptedModel({ text: { text: 'done' } })
    another({ model }).worker({ pollMs: 20 })
    expect(await task).toMatchObject({ status: 'failed', reason: 'aborted', output: null })
    expect(await task.job()).toMatchObject({ state: 'dead', problem: expect.stringContaining('3 workers') })
    expect(model.requests).toHaveLength(0)
  })

  test('and its queue forget ended tasks together, and none whose end is not in the queue yet', async () => {
    const task = another().submit('Say hello.')
    const worker = another().worker({ pollMs: 20 })
    await task
    await worker.close()
    const slow = another().submit('Say hello.')
    let letGo = (_: boolean) => {}
    const settle = () => new Promise<boolean>((resolve) => (letGo = resolve))
    another({ queue: { ...queue, settle } }).worker({ pollMs: 20, leaseMs: 60_000 })
    onTestFinished(() => letGo(false))
    // Its journal has come to its end.
    for await (const { type } of slow)
      if (type === 'FinalResult') expect(await slow.job()).toMatchObject({ result: null })
    const keeping = another({ retention: { keep: 0 } })
    await vi.waitFor(async () => expect((await keeping.stats()).retention).toMatchObject({ removed: 1, error: null }))
    expect(await queue.job(task.taskId)).toBeNull()
    expect((await keeping.stats()).jobs).toMatchObject({ leased: 1, done: 0 })
    expect(await slow.job()).toMatchObject({ state: 'leased' })
  })
})
