import {
  createRuntime,
  type Effect,
  effect,
  isInterrupted,
  isWaiting,
  type Journal,
  type JournalLine,
  memoryJournal,
  readEvents,
} from '@artoo/runtime'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { defineTool } from '@artoo/tools'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { boss, type Contracts, type ErrandOptions, errands, pass, turn } from './errand.js'

const deciders = () => [boss]
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A journal that outlives its processes, as far as they can tell. */
const lasting = (): Journal => ({ ...memoryJournal(), durable: true })

/** A process of that name over the journal of others. No time passes between them. */
function processOver(journal: Journal | undefined, name: string, options: ErrandOptions = {}) {
  const clock = manualClock(1_000)
  const errand = errands({ journal, ids: sequentialIds(name), clock, ...options })
  closing.push(() => errand.runtime.close())
  return { ...errand, clock }
}

async function linesOf(journal: Journal, taskId: string): Promise<JournalLine[]> {
  const lines: JournalLine[] = []
  for await (const line of journal.read(taskId)) lines.push(line)
  return lines
}

async function resultsIn(journal: Journal, taskId: string): Promise<number> {
  return (await readEvents(journal, taskId)).filter(({ type }) => type === 'Outcome').length
}

async function stateOf(journal: Journal, taskId: string): Promise<string | undefined> {
  const { runtime } = processOver(journal, `observer-of-${taskId}`)
  for await (const task of runtime.tasks()) if (task.taskId === taskId) return task.state
  return undefined
}

const steps = ['ask a', 'wait 600', 'ask b']
const undisturbed = { reason: 'done', heard: ['yes', '600 ms', 'yes'] }

describe('close() of a runtime whose journal outlives it', () => {
  test('leaves a run that another process goes on with at once, and that has one result', async () => {
    const journal = lasting()
    const first = processOver(journal, 'first')
    const handle = first.run(steps)
    for await (const { type } of handle) if (type === 'TimerRequest') break
    await first.runtime.close()
    const { taskId } = handle
    const outcome = await handle
    expect(outcome).toEqual({
      ...{ status: 'interrupted', taskId, output: null, directive: null, reason: 'closed' },
      summary: expect.stringContaining('closed'),
      nextMoves: [expect.stringContaining(`resume('${taskId}')`)],
    })
    expect(isInterrupted(outcome)).toBe(true)
    expect(handle.events).toEqual(await readEvents(journal, taskId))
    expect(await resultsIn(journal, taskId)).toBe(0)
    expect(await stateOf(journal, taskId)).toBe('died')

    const second = processOver(journal, 'second')
    expect(await pass(second.clock, second.runtime.resume(taskId, { deciders }))).toEqual(undisturbed)
    expect(await resultsIn(journal, taskId)).toBe(1)
    expect(second.model.requests).toHaveLength(1)
  })

  test('ends a run when nobody could go on with it', async () => {
    for (const journal of [undefined, memoryJournal()]) {
      const { run, runtime } = processOver(journal, 'only')
      const handle = run(['idle'])
      await turn()
      await runtime.close()
      expect(await handle).toMatchObject({ reason: 'aborted' })
      if (journal) expect((await linesOf(journal, handle.taskId)).at(-1)?.kind).toBe('end')
    }
  })

  test('leaves a run that has hardly begun', async () => {
    const journal = lasting()
    const { run, runtime } = processOver(journal, 'first')
    const handle = run(['ask a'])
    await runtime.close()
    expect(await handle).toMatchObject({ status: 'interrupted' })
    const second = processOver(journal, 'second')
    expect(await pass(second.clock, second.runtime.resume(handle.taskId, { deciders }))).toMatchObject({
      reason: 'done',
    })
  })

  test('waits until nothing of the run is left in the process before others may have it', async () => {
    const journal = lasting()
    let stop = () => {}
    const stubborn = defineTool({
      name: 'stubborn',
      description: 'takes its time',
      input: z.object({}),
      effect: 'read',
      execute: () => new Promise<string>((resolve) => (stop = () => resolve('done at last'))),
    })
    const first = processOver(journal, 'first', { tools: [stubborn] })
    const handle = first.run(['call stubborn'])
    for await (const { type } of handle) if (type === 'ToolRequest') break
    await turn()
    const closed = first.runtime.close()
    stop()
    await pass(first.clock, closed)
    expect((await linesOf(journal, handle.taskId)).at(-1)).toMatchObject({ kind: 'lease', until: 0 })
    expect((await readEvents(journal, handle.taskId)).map(({ type }) => type)).not.toContain('ToolResult')
  })
})

test('nothing is decided in a run that has left, on what was cut off: taps see no second end', async () => {
  for (const verb of ['ask', 'wait 600', 'call slow']) {
    const slow = defineTool({
      name: 'slow',
      description: 'is slow',
      input: z.object({}),
      effect: 'read',
      execute: (_, { signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    })
    const { run, runtime, clock } = processOver(lasting(), 'own', { turns: ['hang'], tools: [slow] })
    const seen: string[] = []
    const tap = runtime.tap()
    const watching = (async () => {
      for await (const { type, from } of tap) seen.push(`${from} ${type}`)
    })()
    const handle = run([verb])
    for (let passed = 0; passed < 4; passed++) await turn()
    const before = seen.filter((event) => event.startsWith('boss')).length
    handle.interrupt()
    await pass(clock, handle)
    await runtime.close()
    await watching
    expect(seen.filter((event) => event.startsWith('boss'))).toHaveLength(before)
    expect(seen.filter((event) => event.startsWith('bus'))).toEqual([])
  }
})

describe('a journal that fails', () => {
  /** A journal of which the nth append fails as `fail` does. */
  function failingAt(nth: number, fail: () => void): Journal {
    const kept = lasting()
    let appends = 0
    return { ...kept, append: (...given) => (++appends === nth ? fail() : kept.append(...given)) }
  }

  test.each([
    [
      'takes no more',
      () => {
        throw new Error('the disk is full')
      },
    ],
    ['loses what it was given', () => {}],
  ])(
    'and %s: the run is interrupted, has shown nothing that the journal doesn’t have, and is gone on with',
    async (_, fail) => {
      for (const nth of [2, 3]) {
        const journal = failingAt(nth, fail)
        const { run } = processOver(journal, 'first')
        const handle = run(['ask a', 'ask b'])
        expect(await handle, `append ${nth}`).toMatchObject({ status: 'interrupted', reason: 'host_failed' })
        expect(handle.events, `append ${nth}`).toEqual(await readEvents(journal, handle.taskId))
        const second = processOver(journal, 'second')
        const result = await pass(second.clock, second.runtime.resume(handle.taskId, { deciders, takeOver: 1 }))
        expect(result, `append ${nth}`).toEqual({ reason: 'done', heard: ['yes', 'yes'] })
        expect(await resultsIn(journal, handle.taskId)).toBe(1)
      }
    },
  )
})

describe('interrupt() of a handle', () => {
  test('after any event leaves a run that comes to the same result', async () => {
    const whole = processOver(lasting(), 'whole')
    const reference = whole.run(steps)
    expect(await pass(whole.clock, reference)).toEqual(undisturbed)
    for (let count = 0; count < reference.events.length; count++) {
      const journal = lasting()
      const first = processOver(journal, 'first')
      const handle = first.run(steps)
      const stop = async () => {
        if (count === 0) return handle.interrupt()
        let seen = 0
        for await (const _ of handle) if (++seen === count) return handle.interrupt()
      }
      const [outcome] = await pass(first.clock, Promise.all([handle, stop()]))
      if (!isInterrupted(outcome)) {
        expect(outcome, `after ${count} events`).toEqual(undisturbed)
        continue
      }
      expect(outcome.reason).toBe('interrupted')
      const second = processOver(journal, 'second')
      const resumed = second.runtime.resume(handle.taskId, { deciders })
      expect(await pass(second.clock, resumed), `after ${count} events`).toEqual(undisturbed)
      expect(await resultsIn(journal, handle.taskId)).toBe(1)
    }
  })

  test('can be followed by a resume in the same process', async () => {
    const { run, runtime, clock } = processOver(lasting(), 'own')
    const handle = run(steps)
    await turn()
    handle.interrupt()
    expect(await handle).toMatchObject({ reason: 'interrupted' })
    expect(await pass(clock, runtime.resume(handle.taskId, { deciders }))).toEqual(undisturbed)
  })

  test('holds for a run that is being resumed, and for a fork', async () => {
    const journal = lasting()
    const first = processOver(journal, 'first')
    const handle = first.run(steps)
    for await (const { type } of handle) if (type === 'TimerRequest') break
    handle.interrupt()
    await handle
    const { runtime, clock } = processOver(journal, 'second')
    const resumed = runtime.resume(handle.taskId, { deciders })
    resumed.interrupt()
    expect(await resumed).toMatchObject({ status: 'interrupted', taskId: handle.taskId })
    const fork = runtime.fork(handle.taskId, { deciders, at: handle.events[1]?.id ?? '' })
    fork.interrupt()
    expect(await fork).toMatchObject({ status: 'interrupted', taskId: fork.taskId })
    for (const taskId of [handle.taskId, fork.taskId]) {
      expect(await pass(clock, runtime.resume(taskId, { deciders }))).toEqual(undisturbed)
    }
  })

  test('changes nothing about a run that has a result', async () => {
    const journal = lasting()
    const { run, clock } = processOver(journal, 'own')
    const handle = run(['ask a'])
    const result = await pass(clock, handle)
    handle.interrupt()
    expect(await handle).toEqual(result)
    expect((await linesOf(journal, handle.taskId)).at(-1)?.kind).toBe('end')
  })

  test('is refused where nobody could go on with the run', async () => {
    for (const journal of [undefined, memoryJournal()]) {
      const { run } = processOver(journal, 'own')
      const handle = run(['idle'])
      expect(() => handle.interrupt()).toThrow(expect.objectContaining({ code: 'no_journal', field: 'journal' }))
    }
  })

  test('is refused for a part of another run, which ends with that one', async () => {
    const journal = lasting()
    const refusals: unknown[] = []
    const children: PromiseLike<unknown>[] = []
    const delegate = defineTool({
      name: 'delegate',
      description: 'starts a run of its own',
      input: z.object({}),
      effect: 'read',
      async execute(_, { run: parent }) {
        const child = home.run(['idle'], { parent })
        children.push(child)
        try {
          child.interrupt()
        } catch (error) {
          refusals.push(error)
        }
        return String(await child)
      },
    })
    const home: ReturnType<typeof processOver> = processOver(journal, 'own', { tools: [delegate] })
    const handle = home.run(['call delegate'])
    while (children.length === 0) await turn()
    handle.interrupt()
    expect(await pass(home.clock, handle)).toMatchObject({ status: 'interrupted' })
    expect(refusals).toMatchObject([{ code: 'no_journal', message: expect.stringContaining('a part of another run') }])
    expect(await children[0]).toMatchObject({ reason: 'aborted' })
    expect(JSON.stringify(await readEvents(journal, handle.taskId))).not.toContain('Outcome')
  })
})

describe('a part of the host that fails leaves a run to be gone on with:', () => {
  const boom = () => {
    throw new Error('the host broke')
  }

  /** Fails at its n-th write, that one alone. */
  function failingOnce(n: number, fail: () => void | Promise<void> = boom) {
    const journal = lasting()
    let writes = 0
    return { ...journal, append: (...given) => (++writes === n ? fail() : journal.append(...given)) } satisfies Journal
  }

  test.each([
    ['throws', boom],
    ['rejects', () => Promise.reject(new Error('the host broke'))],
  ])('a journal whose append %s, whichever write it is', async (_, fail) => {
    let interrupted = 0
    for (let n = 1; n < 12; n++) {
      const journal = failingOnce(n, fail)
      const { run, runtime, clock } = processOver(journal, 'own')
      const handle = run(steps)
      const outcome = await pass(clock, handle)
      if (!isInterrupted(outcome)) {
        // Nothing but its end was not written, or nothing at all.
        expect(await resultsIn(journal, handle.taskId)).toBe(1)
        continue
      }
      interrupted++
      expect(outcome).toMatchObject({ reason: 'host_failed', summary: expect.stringContaining('the host broke') })
      if ((await linesOf(journal, handle.taskId)).length === 0) continue
      expect(await resultsIn(journal, handle.taskId)).toBe(0)
      // The disk has room again: the same process need not wait for its own lease.
      expect(await pass(clock, runtime.resume(handle.taskId, { deciders })), `write ${n}`).toEqual(undisturbed)
      expect(await resultsIn(journal, handle.taskId)).toBe(1)
    }
    expect(interrupted).toBeGreaterThan(3)
  })

  test('a journal that has no room for the result: there is not one result here and another there', async () => {
    const journal = lasting()
    let full = true
    const narrow: Journal = {
      ...journal,
      append(taskId, lines) {
        const isResult = lines.some((line) => line.kind === 'event' && line.event.type === 'Outcome')
        if (full && isResult) throw new Error('no space left')
        return journal.append(taskId, lines)
      },
    }
    const first = processOver(narrow, 'first')
    const handle = first.run(['ask a'])
    expect(await pass(first.clock, handle)).toMatchObject({ status: 'interrupted', reason: 'host_failed' })
    full = false
    expect(await pass(first.clock, first.runtime.resume(handle.taskId, { deciders }))).toMatchObject({ heard: ['yes'] })
    expect(await resultsIn(journal, handle.taskId)).toBe(1)
  })

  test('a journal whose append never ends', async () => {
    const journal: Journal = { ...lasting(), append: () => new Promise<void>(() => {}) }
    const { run, clock } = processOver(journal, 'own')
    expect(await pass(clock, run(['ask a'], { limits: { timeMs: 5_000 } }))).toMatchObject({
      status: 'interrupted',
      reason: 'host_failed',
    })
  })

  test('a journal that does not take the end alone changes no result', async () => {
    const journal = lasting()
    const endless: Journal = {
      ...journal,
      append: (taskId, lines) => (lines.some(({ kind }) => kind === 'end') ? boom() : journal.append(taskId, lines)),
    }
    const { run, clock } = processOver(endless, 'own')
    expect(await pass(clock, run(['ask a']))).toMatchObject({ reason: 'done' })
  })

  test('a journal that does not take the question of a run that would wait', async () => {
    const journal = lasting()
    const deaf: Journal = {
      ...journal,
      append: (taskId, lines) =>
        JSON.stringify(lines).includes('ConfirmationRequest') ? boom() : journal.append(taskId, lines),
    }
    const risky = defineTool({ name: 'risky', description: 'risks it', input: z.object({}), execute: () => 'done' })
    const { run, clock } = processOver(deaf, 'own', { tools: [risky] })
    const outcome = await pass(clock, run(['call risky'], { onUnanswered: 'wait' }))
    expect([isWaiting(outcome), isInterrupted(outcome)]).toEqual([false, true])
  })

  test.each([
    ['ids', 2],
    ['ids', 8],
    ['clock.now', 3],
    ['clock.now', 12],
    ['clock.schedule', 2],
  ])('%s from its call %i on', async (part, n) => {
    const journal = lasting()
    const clock = manualClock(1_000)
    let calls = 0
    const failing =
      <Given extends unknown[], T>(own: (...given: Given) => T) =>
      (...given: Given): T =>
        ++calls >= n ? boom() : own(...given)
    const own = {
      ids: { ids: failing(sequentialIds('own')) },
      'clock.now': { clock: { ...clock, now: failing(clock.now) } },
      'clock.schedule': { clock: { ...clock, schedule: failing(clock.schedule) } },
    }[part]
    const { run } = errands({ journal, ids: sequentialIds('own'), clock, ...own })
    const handle = run(steps)
    const outcome = await pass(clock, handle)
    expect(outcome).toMatchObject({ reason: 'host_failed', summary: expect.stringContaining('the host broke') })
    expect(isInterrupted(outcome)).toBe(true)
    // A clock of another process shows another time.
    const later = manualClock(Date.now())
    const { runtime } = processOver(journal, 'other', { clock: later })
    const resumed = runtime.resume(handle.taskId, { deciders, limits: { timeMs: 1e13 } })
    expect(await pass(later, resumed)).toEqual(undisturbed)
  })

  test('a lease that another process took meanwhile: what that one comes to is the only result', async () => {
    const journal = lasting()
    const slow = processOver(journal, 'slow')
    const lost = slow.run(['ask a', 'wait 100000', 'ask b'])
    for await (const { type } of lost) if (type === 'TimerRequest') break
    const quickClock = manualClock(60_000)
    const quick = processOver(journal, 'quick', { clock: quickClock })
    expect(await pass(quickClock, quick.runtime.resume(lost.taskId, { deciders }))).toMatchObject({ reason: 'done' })
    slow.clock.advance(200_000)
    expect(await pass(slow.clock, lost)).toMatchObject({ status: 'interrupted', reason: 'taken_over' })
    expect(await resultsIn(journal, lost.taskId)).toBe(1)
  })
})

test('a part of the host that fails for a while, in the process that goes on with the run', async () => {
  const clock = manualClock(1_000)
  let fails = false
  const now = () => {
    if (fails) throw new Error('the host broke')
    return clock.now()
  }
  const { run, runtime } = errands({ journal: lasting(), ids: sequentialIds('own'), clock: { ...clock, now } })
  closing.push(() => runtime.close())
  const handle = run(steps)
  await turn()
  fails = true
  expect(await pass(clock, handle)).toMatchObject({ reason: 'host_failed' })
  fails = false
  const again = runtime.resume(handle.taskId, { deciders, limits: { timeMs: 1e13 } })
  expect(await pass(clock, again)).toEqual(undisturbed)
})

test('close() while a run is being taken up leaves it to others at once', async () => {
  const journal = lasting()
  const first = processOver(journal, 'first')
  const handle = first.run(steps)
  await turn()
  await first.runtime.close()
  const slow: Journal = {
    ...journal,
    async *read(taskId) {
      await turn()
      yield* journal.read(taskId)
    },
  }
  for (let turns = 0; turns < 6; turns++) {
    const second = processOver(slow, `second-${turns}`)
    const taken = second.runtime.resume(handle.taskId, { deciders })
    for (let passed = 0; passed < turns; passed++) await turn()
    await pass(second.clock, second.runtime.close())
    expect(await taken).toMatchObject({ status: 'interrupted', reason: 'closed' })
  }
  const last = processOver(journal, 'last')
  expect(await pass(last.clock, last.runtime.resume(handle.taskId, { deciders }))).toEqual(undisturbed)
})

test('nothing begins of which the journal does not know, in no part of a run that leaves', async () => {
  for (let moments = 0; moments < 12; moments++) {
    const journal = lasting()
    const deeds: string[] = []
    const deed = defineTool({
      name: 'deed',
      description: 'does it',
      input: z.object({}),
      effect: 'repeatable',
      execute(_, { taskId }) {
        deeds.push(taskId)
        return 'done'
      },
    })
    const delegate = defineTool({
      name: 'delegate',
      description: 'starts a run of its own',
      input: z.object({}),
      effect: 'repeatable',
      execute: async (_, { run: parent }) => String(await home.run(['call deed'], { parent })),
    })
    const home: ReturnType<typeof processOver> = processOver(journal, 'own', { tools: [deed, delegate] })
    const handle = home.run(['call deed', 'call delegate'])
    for await (const { type } of handle) if (type === 'ChildEvent') break
    for (let moment = 0; moment < moments; moment++) await Promise.resolve()
    handle.interrupt()
    await pass(home.clock, handle)
    const written = JSON.stringify(await readEvents(journal, handle.taskId))

    expect(written.match(/"type":"ToolRequest"/g)?.length).toBeGreaterThanOrEqual(deeds.length)
  }
})

describe('what still ends with a result:', () => {
  test('a run of a system that nobody resumes', async () => {
    const { system } = errands()
    const runtime = createRuntime({ system: { ...system, resumes: false }, effects: [], journal: lasting() })
    const handle = runtime.run({
      begin: { type: 'Errand', to: 'boss', payload: { steps: ['idle'] } },
      deciders: [boss],
    })
    await turn()
    expect(() => handle.interrupt()).toThrow(expect.objectContaining({ code: 'no_journal' }))
    await runtime.close()
    expect(await handle).toMatchObject({ reason: 'aborted' })
  })

  test('a run whose journal says that it can’t be gone on with', async () => {
    const journal = lasting()
    const once: Effect = effect<Contracts, 'clerk'>({
      actor: 'clerk',
      unanswered: 'fail',
      bind: (port) => port.receive(() => new Promise(() => {})),
    })
    const first = processOver(journal, 'first', { effects: [once] })
    const handle = first.run(['nudge'])
    for await (const { type } of handle) if (type === 'Nudge') break
    handle.interrupt()
    expect(await pass(first.clock, handle)).toMatchObject({ status: 'interrupted' })
    const second = processOver(journal, 'second', { effects: [once] })
    const resumed = second.runtime.resume(handle.taskId, { deciders })
    expect(await pass(second.clock, resumed)).toMatchObject({ reason: 'host_failed' })
    expect(await resultsIn(journal, handle.taskId)).toBe(1)
  })

  test('a run that its caller aborts', async () => {
    const journal = lasting()
    const stop = new AbortController()
    const { run, clock } = processOver(journal, 'own')
    const handle = run(['idle'], { signal: stop.signal })
    await turn()
    stop.abort()
    expect(await pass(clock, handle)).toMatchObject({ reason: 'aborted' })
    expect((await linesOf(journal, handle.taskId)).at(-1)?.kind).toBe('end')
  })
})
