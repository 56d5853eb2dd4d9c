import { type AnyDecider, type Effect, effect, memoryJournal, readEvents } from '@artoo/runtime'
import { manualClock } from '@artoo/spec/testing'
import { defineTool } from '@artoo/tools'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { boss, type Contracts, errands, pass, turn, watching } from './errand.js'

const boom = () => {
  throw new Error('the host broke')
}
const breaksLate = async () => {
  await turn()
  boom()
}

/** An effect under the clerk's name, whose handler never comes back. */
const stuck = (more: Partial<Effect> = {}): Effect => ({
  ...effect<Contracts, 'clerk'>({
    actor: 'clerk',
    unanswered: 'fail',
    bind(port) {
      port.receive(() => new Promise(() => {}))
    },
  }),
  ...more,
})

/** An unhandled rejection or an uncaught exception would fail the test run. */
describe('a part of the host that fails gives a result, and leaves nothing behind:', () => {
  test.each<[string, string, Partial<Parameters<typeof errands>[0]>, Record<string, unknown>]>([
    [
      'a first message that no contract allows',
      'host_failed',
      {},
      { begin: { type: 'Errand', to: 'boss', payload: {} } },
    ],
    ['an effect that throws while it is bound', 'role_failed', { effects: [watching(boom)] }, {}],
    ['an effect that is bound asynchronously and rejects', 'role_failed', { effects: [watching(breaksLate)] }, {}],
    [
      'a decider that is asynchronous and rejects',
      'role_failed',
      {},
      { deciders: [boss, { actor: 'clerk', initial: null, decide: breaksLate as never } satisfies AnyDecider] },
    ],
    ['an effect that ignores the end', 'deadline', { effects: [stuck()] }, {}],
    ['an effect whose unsettled throws', 'deadline', { effects: [stuck({ unsettled: boom })] }, {}],
  ])('%s', async (_, reason, options, given) => {
    const { run, runtime, clock } = errands(options)
    const handle = run(['nudge'], { limits: { timeMs: 3_000 }, ...given })
    expect((await pass(clock, handle)).reason).toBe(reason)
    expect(handle.events[0]?.type).toBe('TaskStarted')
    await pass(clock, runtime.close())
    expect(clock.pending).toBe(0)
  })

  test.each([[null], ['boss'], [[null]], [[{ actor: 'boss' }]]])(
    'deciders that are none are refused: %j',
    (deciders) => {
      const { run, clock } = errands()
      expect(() => run(['ask'], { deciders: deciders as never })).toThrow(
        expect.objectContaining({ code: 'invalid_option', field: 'deciders' }),
      )
      expect(clock.pending).toBe(0)
    },
  )
})

describe('a clock of the host’s', () => {
  test('that calls back at once ends the run at its deadline', async () => {
    const own = {
      now: () => 1_000,
      schedule(_: number, callback: () => void) {
        callback()
        return () => {}
      },
    }
    const { run, runtime } = errands({ clock: own })
    expect((await run(['idle'])).reason).toBe('deadline')
    await runtime.close()
  })

  test('that calls back twice fires a timer once', async () => {
    const clock = manualClock(1_000)
    const twice = (callback: () => void) => () => {
      callback()
      callback()
    }
    const own = { now: clock.now, schedule: (ms: number, callback: () => void) => clock.schedule(ms, twice(callback)) }
    const { run, runtime } = errands({ clock: own })
    expect((await pass(clock, run(['wait 1000', 'wait 5000']))).heard).toEqual(['1000 ms', '5000 ms'])
    await runtime.close()
  })

  test('whose timers can not be cancelled does no harm after the end', async () => {
    const clock = manualClock(1_000)
    const own = {
      now: clock.now,
      schedule(ms: number, callback: () => void) {
        clock.schedule(ms, callback)
        return () => {}
      },
    }
    const { run, runtime } = errands({ clock: own })
    const handle = run(['wait 3600000'])
    await turn()
    await runtime.close()
    const shown = handle.events.length
    expect(() => clock.advance(10_000_000)).not.toThrow()
    await turn()
    expect(handle.events).toHaveLength(shown)
  })
})

test.each([0, 1, 2, 3, 4, 5, 6])(
  'a run that ends while a timer is set leaves none, %i moments later',
  async (moments) => {
    const { run, runtime, clock } = errands()
    const stop = new AbortController()
    const wait = { type: 'TimerRequest', to: 'timer', payload: { key: 'k', delayMs: 10 } } as const
    const decider: typeof boss = {
      ...boss,
      decide(state, message) {
        if (message.type !== 'Errand') return boss.decide(state, message)
        let moment = Promise.resolve()
        for (let passed = 0; passed < moments; passed++) moment = moment.then(() => {})
        void moment.then(() => stop.abort())
        return [state, [wait]]
      },
    }
    expect((await run([], { deciders: [decider], signal: stop.signal })).reason).toBe('aborted')
    expect(clock.pending).toBe(0)
    await runtime.close()
  },
)

describe('close() while a run is being started ends that run, when it is called by', () => {
  test('an effect that is bound', async () => {
    let closing: Promise<void> | undefined
    const home: ReturnType<typeof errands> = errands({
      effects: [
        watching(() => {
          closing = home.runtime.close()
        }),
      ],
    })
    expect((await home.run(['idle'])).reason).toBe('aborted')
    await closing
  })

  test('the id generator', async () => {
    let given = 0
    const home: ReturnType<typeof errands> = errands({
      ids() {
        if (given === 0) void home.runtime.close()
        return `id-${++given}`
      },
    })
    expect((await home.run(['idle'])).reason).toBe('aborted')
    await home.runtime.close()
  })
})

describe('the journal and the handle hold the same', () => {
  test('when an effect has something to say while it is bound', async () => {
    const journal = memoryJournal()
    const early = effect<Contracts, 'timer'>({
      actor: 'timer',
      unanswered: 'fail',
      bind(port) {
        port.publish({ type: 'TimerFired', to: 'boss', payload: { key: 'early' } })
      },
    })
    const { run, runtime } = errands({ journal, effects: [early] })
    const handle = run(['ask'])
    await handle
    expect(handle.events.map(({ type }) => type)).toContain('TimerFired')
    expect(await readEvents(journal, handle.taskId)).toEqual(handle.events)
    await runtime.close()
  })

  test('of long texts that differ in half a character alone', async () => {
    const journal = memoryJournal()
    const halves = ['\ud800', '\ud801', '\ufffd']
    const tell = defineTool({
      name: 'tell',
      description: 'tells',
      input: z.object({}),
      effect: 'read',
      execute: () => 'long '.repeat(200) + halves.shift(),
    })
    const { run, runtime } = errands({ journal, tools: [tell] })
    const handle = run(['call tell', 'call tell', 'call tell'])
    expect(new Set((await handle).heard).size).toBe(3)
    expect(await readEvents(journal, handle.taskId)).toEqual(handle.events)
    await runtime.close()
  })
})
