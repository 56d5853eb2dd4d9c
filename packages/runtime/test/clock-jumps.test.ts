import { contract } from '@artoo/bus'
import {
  createRuntime,
  type Decider,
  memoryJournal,
  readEvents,
  runContracts,
  timerContracts,
  timerEffect,
} from '@artoo/runtime'
import type { Clock } from '@artoo/spec'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { defineTool } from '@artoo/tools'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { errands, pass, turn } from './errand.js'

const day = 86_400_000

/** Manual time under a wall clock that can be set. */
function settable() {
  const manual = manualClock(1_000 * day)
  let offset = 0
  const clock: Clock = { ...manual, now: () => manual.now() + offset }
  return {
    manual,
    clock,
    set(ms: number) {
      offset += ms
    },
  }
}

const tool = (name: string, execute: () => unknown) =>
  defineTool({ name, description: name, input: z.object({}), effect: 'read', execute })

describe.each([
  ['ahead', day],
  ['back', -day],
])('a wall clock that is set a day %s', (_, jump) => {
  test('ends no task, and lies in no elapsed time', async () => {
    const { manual, clock, set } = settable()
    const journal = memoryJournal()
    const tools = [tool('jump', () => set(jump)), tool('rest', () => manual.advance(250))]
    const { run, runtime } = errands({ clock, tools, journal })
    const handle = run(['ask', 'call jump', 'wait 1000', 'call rest', 'ask'], { limits: { timeMs: 10_000 } })
    expect(await pass(manual, handle)).toMatchObject({ reason: 'done' })
    const events = await readEvents(journal, handle.taskId)
    const spent = (type: string) =>
      events.filter((event) => event.type === type).map(({ payload }) => (payload as { durationMs: number }).durationMs)
    expect(spent('ToolResult')).toEqual([0, 250])
    expect(spent('ModelCall')).toEqual([0, 0])
    const times = events.map(({ at }) => at)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(Number(times.at(-1)) - Number(times[0])).toBeLessThan(10_000)
    await runtime.close()
  })

  test('neither fires nor stops the limit of time', async () => {
    const { manual, clock, set } = settable()
    const { run, runtime } = errands({ clock, tools: [tool('jump', () => set(jump))] })
    const handle = run(['call jump', 'hang'], { limits: { timeMs: 5_000 } })
    for (let turns = 0; turns < 20; turns++) await turn()
    manual.advance(4_999)
    for (let turns = 0; turns < 5; turns++) await turn()
    expect(handle.events.some(({ type }) => type === 'Interrupt')).toBe(false)
    manual.advance(1)
    expect(await handle).toMatchObject({ reason: 'deadline' })
    await runtime.close()
  })

  test('keeps no lease from being renewed', async () => {
    const { manual, clock, set } = settable()
    const journal = memoryJournal()
    const { run, runtime } = errands({ clock, journal })
    const handle = run(['wait 60000'])
    for await (const { type } of handle) if (type === 'TimerRequest') break
    set(jump)
    for (let step = 0; step < 3; step++) {
      manual.advance(15_000)
      for (let turns = 0; turns < 5; turns++) await turn()
    }
    let last = 0
    for await (const line of journal.read(handle.taskId)) if (line.kind === 'lease') last = line.until
    expect(last - clock.now()).toBeGreaterThan(0)
    expect(last - clock.now()).toBeLessThanOrEqual(30_000)
    await pass(manual, handle)
    await runtime.close()
  })
})

describe('a timer until a time on the wall', () => {
  const contracts = {
    ...runContracts('boss'),
    ...timerContracts(['boss']),
    Begin: contract(z.object({ until: z.number() }), [['host', 'boss']]),
    End: contract(z.object({}), [['boss', 'host']]),
  }
  const boss: Decider<typeof contracts, 'boss', null> = {
    actor: 'boss',
    initial: null,
    decide(state, { type, payload }) {
      if (type === 'Begin') return [state, [{ type: 'TimerRequest', to: 'timer', payload: { key: 'k', ...payload } }]]
      return type === 'TaskStarted' ? [state, []] : [state, [{ type: 'End', to: 'host', payload: {} }]]
    },
  }

  function waiting(inMs: number) {
    const { manual, clock, set } = settable()
    const system = { contracts, controller: 'boss', result: 'End' } as const
    const runtime = createRuntime({ system, effects: [timerEffect()], clock, ids: sequentialIds() })
    const begin = { type: 'Begin', to: 'boss', payload: { until: clock.now() + inMs } } as const
    const handle = runtime.run({ begin, deciders: [boss], limits: { timeMs: 10 * day } })
    const isOver = () => handle.events.some(({ type }) => type === 'TimerFired')
    const advance = async (ms: number) => {
      manual.advance(ms)
      for (let turns = 0; turns < 5; turns++) await turn()
      return isOver()
    }
    return { set, advance, handle, close: () => runtime.close() }
  }

  test('goes off then', async () => {
    const { advance, handle, close } = waiting(100_000)
    expect([await advance(0), await advance(99_999), await advance(1)]).toEqual([false, false, true])
    await handle
    await close()
  })

  test('goes off within 30 s when the clock is set behind it', async () => {
    const { set, advance, close } = waiting(day)
    expect(await advance(1_000)).toBe(false)
    set(2 * day)
    expect(await advance(30_000)).toBe(true)
    await close()
  })

  test('goes off later when the clock is set back', async () => {
    const { set, advance, close } = waiting(100_000)
    expect(await advance(50_000)).toBe(false)
    set(-100_000)
    expect([await advance(149_999), await advance(1)]).toEqual([false, true])
    await close()
  })
})
