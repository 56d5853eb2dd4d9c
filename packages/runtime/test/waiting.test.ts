import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isWaiting, levelJournal, memoryJournal, readEvents, type Waiting } from '@artoo/runtime'
import { fileJournal } from '@artoo/runtime/node'
import { sequentialIds } from '@artoo/spec/testing'
import { defineTool } from '@artoo/tools'
import { MemoryLevel } from 'memory-level'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { boss, errands } from './errand.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'artoo-waiting-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const deciders = () => [boss]
let processes = 0

/** A process of its own, as far as artoo can tell: another runtime over the same files. */
function another(done: string[] = [], options: Parameters<typeof errands>[0] = {}) {
  const send = defineTool({
    name: 'send',
    description: 'sends',
    input: z.object({}),
    effect: 'irreversible',
    execute() {
      done.push('send')
      return 'sent'
    },
  })
  const journal = fileJournal(directory)
  const ids = sequentialIds(`p${++processes}`)
  return { ...errands({ tools: [send], journal, ids, ...options }), journal, done }
}

function waiting(outcome: unknown): Waiting {
  if (isWaiting(outcome)) return outcome
  throw new Error(`it does not wait: ${JSON.stringify(outcome)}`)
}

describe('a run that waits', () => {
  test('says what for, as plain data, and is nowhere but in its journal', async () => {
    const { run, runtime, journal, done } = another()
    const handle = run(['ask a', 'call send'], { onUnanswered: 'wait' })
    const outcome = waiting(await handle)
    expect(outcome).toEqual({
      status: 'waiting',
      taskId: handle.taskId,
      requests: [
        {
          id: 'c1',
          kind: 'confirm',
          askedAt: 1_000,
          tool: 'send',
          target: null,
          input: {},
          action: 'call send',
          full: '"call send"',
          reason: 'the tool says that it is irreversible',
          change: null,
          earlier: null,
        },
      ],
    })
    expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome)
    expect(done).toEqual([])
    await runtime.close()
    const tasks = []
    for await (const task of another().runtime.tasks({ state: 'waiting' })) tasks.push(task)
    expect(tasks).toEqual([
      { taskId: handle.taskId, state: 'waiting', epoch: 1, startedAt: 1_000, requests: outcome.requests },
    ])
    const events = await readEvents(journal, handle.taskId)
    expect(events.map(({ type }) => type)).not.toContain('Outcome')
  })

  test.each([
    [true, ['yes', 'sent'], ['send']],
    [{ allow: 'once', by: 'Ann' } as const, ['yes', 'sent'], ['send']],
    [false, ['yes', expect.stringContaining('not allowed')], []],
  ])('is answered with %j by another process, and goes on', async (answer, heard, deeds) => {
    const first = another()
    const { taskId } = waiting(await first.run(['ask a', 'call send'], { onUnanswered: 'wait' }))
    await first.runtime.close()
    const { runtime, done, model, journal } = another()
    expect(await runtime.resume(taskId, { deciders, answers: { c1: answer } })).toEqual({ reason: 'done', heard })
    expect(done).toEqual(deeds)
    expect(model.requests).toHaveLength(0)
    const answered = (await readEvents(journal, taskId)).find(({ type }) => type === 'ConfirmationAnswer')
    expect(answered?.payload).toMatchObject({ by: typeof answer === 'object' ? 'Ann' : 'host' })
  })

  test('waits on when it is resumed without an answer, and any number of times', async () => {
    const first = another()
    const { taskId, requests } = waiting(await first.run(['call send'], { onUnanswered: 'wait' }))
    await first.runtime.close()
    for (let round = 0; round < 3; round++) {
      const { runtime, done } = another()
      expect(waiting(await runtime.resume(taskId, { deciders })).requests).toEqual(requests)
      expect(done).toEqual([])
      await runtime.close()
    }
  })

  test('does not count the days that it waited', async () => {
    const first = another()
    const { taskId } = waiting(await first.run(['call send'], { onUnanswered: 'wait', limits: { timeMs: 10_000 } }))
    await first.runtime.close()
    const { runtime, clock } = another()
    clock.advance(3 * 86_400_000)
    const handle = runtime.resume(taskId, { deciders, answers: { c0: true } })
    expect(await handle).toEqual({ reason: 'done', heard: ['sent'] })
    expect(handle.events.find(({ type }) => type === 'Waited')?.payload).toEqual({ waitedMs: 3 * 86_400_000 })
  })

  test('waits for a callback that has no answer, throws, or takes too long', async () => {
    const callbacks = [() => undefined as never, () => Promise.reject(new Error('nobody is in'))]
    for (const confirm of callbacks) {
      const { run } = another()
      expect(waiting(await run(['call send'], { onUnanswered: 'wait', confirm })).requests).toHaveLength(1)
    }
    const { run, clock } = another()
    const handle = run(['call send'], {
      onUnanswered: 'wait',
      confirm: () => new Promise(() => {}),
      limits: { personTimeoutMs: 5_000 },
    })
    for await (const { type } of handle) if (type === 'ConfirmationRequest') break
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(5_000)
    expect(waiting(await handle).requests).toHaveLength(1)
  })

  test('takes a no for an answer', async () => {
    const { run } = another()
    const heard = [expect.stringContaining('not allowed')]
    expect(await run(['call send'], { onUnanswered: 'wait', confirm: () => false })).toEqual({ reason: 'done', heard })
  })

  test('asks anew when what was asked about has changed since', async () => {
    const write = (text: string) =>
      defineTool({
        name: 'send',
        description: 'sends',
        input: z.object({}),
        effect: () => ({ kind: 'irreversible', action: `send ${text}`, reason: 'it can’t be unsent' }),
        execute: () => `sent ${text}`,
      })
    const first = another([], { tools: [write('one text')] })
    const { taskId } = waiting(await first.run(['call send'], { onUnanswered: 'wait' }))
    await first.runtime.close()
    const second = another([], { tools: [write('another text')] })
    const outcome = waiting(await second.runtime.resume(taskId, { deciders, answers: { c0: true } }))
    expect(outcome.requests).toMatchObject([{ id: 'c0', action: 'send another text' }])
    await second.runtime.close()
    const third = another([], { tools: [write('another text')] })
    expect(await third.runtime.resume(taskId, { deciders, answers: { c0: true } })).toMatchObject({
      heard: ['sent another text'],
    })
  })

  test('can be aborted instead, and then has a result', async () => {
    const { run } = another()
    const stop = new AbortController()
    const handle = run(['wait 5', 'idle'], { onUnanswered: 'wait', signal: stop.signal })
    stop.abort()
    expect(await handle).toMatchObject({ reason: 'aborted' })
  })
})

describe('waiting is refused', () => {
  test('without a journal, and with one that ends with the process', () => {
    const journals = [undefined, memoryJournal(), levelJournal(new MemoryLevel())]
    for (const journal of journals) {
      const { run } = another([], { journal })
      expect(() => run(['call send'], { onUnanswered: 'wait' })).toThrow(
        expect.objectContaining({ code: 'invalid_option', field: 'onUnanswered' }),
      )
    }
  })
})

test('an answer to what was not asked is refused, and the task is left as it was', async () => {
  const first = another()
  const { taskId } = waiting(await first.run(['call send'], { onUnanswered: 'wait' }))
  await first.runtime.close()
  const before = await readEvents(first.journal, taskId)
  const { runtime, journal } = another()
  await expect(runtime.resume(taskId, { deciders, answers: { c7: true } }).result).rejects.toMatchObject({
    code: 'unknown_request',
    message: expect.stringContaining('c0'),
  })
  expect(await readEvents(journal, taskId)).toEqual(before)
})
