import { scriptedModel } from '@artoo/llm/testing'
import { type ArtooOptions, createArtoo, memoryJournal, type RunEvent } from '@artoo/sdk'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { describe, expect, test } from 'vitest'
import { answers, settle, straightThrough } from './script.js'

const boom = () => {
  throw new Error('the host broke')
}

/** A whole task, in which a part of the host's fails at its n-th use. An unhandled rejection would fail the test run. */
async function taskWith(
  options: (clock: ReturnType<typeof manualClock>) => Partial<ArtooOptions>,
  signal?: AbortSignal,
) {
  const clock = manualClock(1_000)
  const model = scriptedModel(straightThrough, { repeatLast: true })
  const artoo = createArtoo({ depth: 'full', model, clock, ids: sequentialIds(), ...options(clock) })
  const run = artoo.run('Say hello', signal ? { signal } : {})
  const result = await settle(run, clock)
  await artoo.close()
  const finals = run.events.filter((event: RunEvent) => event.type === 'FinalResult')
  expect(finals).toHaveLength(1)
  return { result, clock }
}

/** `own` until its n-th call, which fails. */
function failingAt<Given extends unknown[], T>(n: number, own: (...given: Given) => T, fail: () => T = boom) {
  let calls = 0
  return (...given: Given): T => (++calls >= n ? fail() : own(...given))
}

describe('a part of the host that fails ends the task, never the process', () => {
  test.each([1, 2, 5, 12, 25])('ids that throw from their call %i on', async (n) => {
    const { result } = await taskWith(() => ({ ids: failingAt(n, sequentialIds()) }))
    expect(result).toMatchObject({ directive: 'abandon', reason: 'host_failed' })
    expect(result.summary).toContain('ids failed: the host broke')
  })

  test.each([[''], [5], [undefined]])('ids that give %o', async (id) => {
    const { result } = await taskWith(() => ({ ids: () => id as never }))
    expect(result).toMatchObject({ reason: 'host_failed', summary: expect.stringContaining(`ids gave ${id}`.trim()) })
  })

  test.each([1, 3, 10, 30])('a clock whose now throws from its call %i on', async (n) => {
    const { result } = await taskWith((clock) => ({ clock: { ...clock, now: failingAt(n, clock.now) } }))
    expect(result).toMatchObject({ reason: 'host_failed', summary: expect.stringContaining('clock.now failed') })
  })

  test('a part that fails again and again interrupts a task once', async () => {
    const clock = manualClock(1_000)
    const artoo = createArtoo({
      depth: 'full',
      model: scriptedModel({ ...straightThrough, plan: 'hang' }),
      ids: sequentialIds(),
      clock: { ...clock, now: failingAt(10, clock.now) },
    })
    const run = artoo.run('Say hello')
    expect((await settle(run, clock)).reason).toBe('host_failed')
    await artoo.close()
    expect(run.events.filter(({ type }) => type === 'Interrupt')).toHaveLength(1)
  })

  test.each([1, 2, 4])('a clock whose schedule throws from its call %i on', async (n) => {
    const { result } = await taskWith((clock) => ({
      clock: { ...clock, schedule: failingAt<Parameters<typeof clock.schedule>, () => void>(n, clock.schedule) },
    }))
    expect(result).toMatchObject({ reason: 'host_failed', summary: expect.stringContaining('clock.schedule failed') })
  })

  test.each<[string, () => void | Promise<void>]>([
    ['throws', boom],
    ['rejects', () => Promise.reject(new Error('the host broke'))],
    ['rejects late', () => new Promise((_, reject) => setImmediate(() => reject(new Error('the host broke'))))],
  ])('a journal whose append %s', async (_, fail) => {
    for (const n of [1, 2, 3, 5]) {
      const journal = { ...memoryJournal(), append: failingAt<unknown[], void | Promise<void>>(n, () => {}, fail) }
      const { result } = await taskWith(() => ({ journal }))
      expect(result).toMatchObject({ reason: 'host_failed', summary: expect.stringContaining('the host broke') })
    }
  })

  test('a journal whose append never ends: nothing is begun that it does not hold', async () => {
    const model = scriptedModel(straightThrough)
    const journal = { ...memoryJournal(), append: () => new Promise<void>(() => {}) }
    const { result } = await taskWith(() => ({ model, journal, limits: { timeMs: 5_000 } }))
    expect(result.reason).toBe('deadline')
    expect(model.requests).toEqual([])
  })

  test.each<[string, () => void | Promise<void>]>([
    ['throws', boom],
    ['rejects', () => Promise.reject(new Error('the host broke'))],
  ])('an onAudit that %s is reported to itself', async (_, onAudit) => {
    const clock = manualClock(1_000)
    const model = scriptedModel({ ...straightThrough, task_spec: 'hang' })
    const artoo = createArtoo({ depth: 'full', model, clock, ids: sequentialIds(), onAudit })
    artoo.run('Say hello', { limits: { timeMs: 3_600_000 } })
    clock.advance(300_000)
    await new Promise((resolve) => setImmediate(resolve))
    const { anomalies } = await artoo.audit()
    expect(anomalies.map(({ text }) => text)).toEqual(['a report was not taken: the host broke'])
    await artoo.close()
  })

  test.each<[string, Partial<Record<keyof AbortSignal, unknown>>]>([
    ['has no removeEventListener', { aborted: false, addEventListener() {} }],
    ['can not be listened to', { aborted: false, addEventListener: boom, removeEventListener() {} }],
  ])('a signal that %s is refused, and leaves nothing behind', async (_, signal) => {
    const clock = manualClock(1_000)
    const artoo = createArtoo({ depth: 'full', model: scriptedModel(straightThrough), clock })
    expect(() => artoo.run('Say hello', { signal: signal as never })).toThrow(
      expect.objectContaining({ code: 'invalid_option', field: 'signal' }),
    )
    await artoo.close()
    expect(clock.pending).toBe(0)
  })

  test('a signal whose aborted throws at its second reading, or that can not be left, does no harm', async () => {
    let readings = 0
    const signal = {
      get aborted() {
        if (++readings > 2) boom()
        return false
      },
      addEventListener() {},
      removeEventListener: boom,
    }
    expect((await taskWith(() => ({}), signal as never)).result.reason).toBe('accepted')
  })

  test.each<[string, Partial<ArtooOptions>]>([
    ['ids', { ids: (async () => boom()) as never }],
    ['clock.now', { clock: { ...manualClock(), now: (async () => boom()) as never } }],
    ['clock.schedule', { clock: { ...manualClock(), schedule: (async () => boom()) as never } }],
  ])('%s that are asynchronous and reject', async (name, options) => {
    const { result } = await taskWith(() => options)
    expect(result).toMatchObject({
      reason: 'host_failed',
      summary: expect.stringContaining(`${name} gave [object Promise]`),
    })
  })

  test('a timer that can not be cancelled', async () => {
    const { result } = await taskWith((clock) => ({
      clock: {
        ...clock,
        schedule(...timer) {
          clock.schedule(...timer)
          return boom
        },
      },
    }))
    expect(result.directive).toBeDefined()
  })

  test('ids that repeat while the first task of that name still runs', async () => {
    const artoo = createArtoo({
      depth: 'full',
      model: scriptedModel({ ...straightThrough, task_spec: 'hang' }),
      ids: () => 'same',
    })
    const [first, second] = [artoo.run('Say hello'), artoo.run('Say hello again')]
    expect(second.taskId).not.toBe(first.taskId)
    expect(await second).toMatchObject({
      reason: 'host_failed',
      summary: expect.stringContaining('ids gave same twice'),
    })
    await artoo.close()
    expect((await first).reason).toBe('aborted')
  })

  test('a signal whose getters throw is refused; one that gives no reason still aborts', async () => {
    const artoo = createArtoo({ depth: 'full', model: scriptedModel(straightThrough) })
    const odd = Object.defineProperty(new AbortController().signal, 'aborted', { get: boom })
    expect(() => artoo.run('Say hello', { signal: odd })).toThrow(
      expect.objectContaining({ code: 'invalid_option', field: 'signal' }),
    )
    await artoo.close()
    const controller = new AbortController()
    Object.defineProperty(controller.signal, 'reason', { get: boom })
    const abortingModel = scriptedModel({
      ...straightThrough,
      plan: () => {
        controller.abort()
        return answers.plan
      },
    })
    const { result } = await taskWith(() => ({ model: abortingModel }), controller.signal)
    expect(result).toMatchObject({ reason: 'aborted', summary: expect.stringContaining('gave no reason') })
  })
})
