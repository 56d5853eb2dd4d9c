import { createMemory, type MegramState, type Memory, macroStates, type Store } from '@artoo/mkct'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { ClassicLevel } from 'classic-level'
import fc from 'fast-check'
import { MemoryLevel } from 'memory-level'
import { describe, expect, test } from 'vitest'
import { decodeHead, encodeHead } from '../src/journal/head.js'
import { dump, temporaryDirectory } from './support/stores.js'

describe('aggregates', () => {
  fc.configureGlobal({ seed: 20260221 })

  const day = 86_400_000
  const pairs = [
    { space: 'tool:shell', entity: 'path:/a' },
    { space: 'tool:shell', entity: 'path:/b' },
  ] as const

  type Step =
    | {
        readonly type: 'write'
        readonly pair: number
        readonly state: MegramState
        readonly age: number
        readonly rate: number | null
      }
    | { readonly type: 'remember'; readonly pair: number }
    | { readonly type: 'rule'; readonly pair: number; readonly sigma: number }
    | { readonly type: 'forget'; readonly which: number }
    | { readonly type: 'recall'; readonly which: number }
    | { readonly type: 'advance'; readonly days: number }
    | { readonly type: 'jumpBack'; readonly days: number }
    | { readonly type: 'dream' }
    | { readonly type: 'reopen' }

  const pair = fc.integer({ min: 0, max: pairs.length - 1 })
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        type: fc.constant('write' as const),
        pair,
        state: fc.constantFrom(...macroStates),
        age: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 90, noNaN: true })),
        rate: fc.option(fc.double({ min: 0.0001, max: 50, noNaN: true })),
      }),
    },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('remember' as const), pair }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('rule' as const), pair, sigma: fc.constantFrom(-1, 0, 1) }) },
    { weight: 3, arbitrary: fc.record({ type: fc.constant('forget' as const), which: fc.nat(1000) }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('recall' as const), which: fc.nat(1000) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constant('advance' as const),
        days: fc.double({ min: 0, max: 40, noNaN: true }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('jumpBack' as const),
        days: fc.double({ min: 0, max: 40, noNaN: true }),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ type: 'dream' as const }) },
    { weight: 1, arbitrary: fc.constant({ type: 'reopen' as const }) },
  )

  /** A clock that can also be set back, as a machine's can between two runs. */
  function settableClock() {
    const clock = manualClock(1_700_000_000_000)
    let offset = 0
    return {
      now: () => clock.now() + offset,
      schedule: clock.schedule,
      advance: (ms: number) => clock.advance(ms),
      setBack: (ms: number) => {
        offset -= ms
      },
    }
  }

  async function idsOf(memory: Memory): Promise<string[]> {
    const ids: string[] = []
    for await (const { id } of memory.megrams()) ids.push(id)
    return ids
  }

  function close(actual: number, expected: number, attention: number): boolean {
    return Math.abs(actual - expected) <= 1e-9 * attention
  }

  async function expectAggregatesToMatch(memory: Memory): Promise<void> {
    for (const { space, entity } of pairs) {
      const kept = await memory.potentials(space, entity)
      const { attention, decision } = await memory.explain(space, entity)
      expect(close(kept.attention, attention, attention), `attention ${kept.attention} for ${attention}`).toBe(true)
      expect(close(kept.decision, decision, attention), `decision ${kept.decision} for ${decision}`).toBe(true)
    }
  }

  test('aggregates equal the direct sum over random histories, and vanish with the last Megram', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const store = new MemoryLevel<string, string>({ storeEncoding: 'utf8' })
        const clock = settableClock()
        const ids = sequentialIds()
        const open = () => createMemory({ store, clock, ids, check: 'full' })
        let memory = open()
        for (const action of steps) {
          if (action.type === 'reopen') {
            await memory.close()
            memory = open()
          } else await perform(memory, action, clock)
          await expectAggregatesToMatch(memory)
        }
        expect((await memory.verify()).damage).toEqual([])
        for (const { space } of pairs) await memory.forget({ space })
        for (const { space, entity } of pairs) {
          expect(await memory.potentials(space, entity)).toEqual({ attention: 0, decision: 0, action: 'ignore' })
        }
        await memory.close()
      }),
      { numRuns: 25 },
    )
  })

  type Clock = ReturnType<typeof settableClock>

  async function perform(memory: Memory, action: Exclude<Step, { type: 'reopen' }>, clock: Clock): Promise<void> {
    switch (action.type) {
      case 'write': {
        const at = Math.max(0, Math.floor(clock.now() - action.age * day))
        const rate = action.rate === null ? {} : { k: action.rate }
        memory.write({ ...pairOf(action.pair), state: action.state, content: 'x', at, ...rate })
        return
      }
      case 'remember':
        memory.remember({ ...pairOf(action.pair), content: 'fact' })
        return
      case 'rule':
        memory.write({ ...pairOf(action.pair), state: 'accept', content: 'rule', level: 'C', sigma: action.sigma })
        return
      case 'forget':
      case 'recall': {
        const ids = await idsOf(memory)
        const id = ids[action.which % ids.length]
        if (id === undefined) return
        if (action.type === 'forget') await memory.forget({ id })
        else await memory.recall(id)
        return
      }
      case 'advance':
        clock.advance(Math.floor(action.days * day))
        return
      case 'jumpBack':
        clock.setBack(Math.floor(action.days * day))
        return
      case 'dream':
        await memory.dream()
        return
      default: {
        const unknown: never = action
        throw new Error(String(unknown))
      }
    }
  }

  function pairOf(index: number) {
    return pairs[index] ?? pairs[0]
  }

  test('a large fresh Megram can be forgotten without leaving its rounding on the small old ones', async () => {
    const clock = manualClock(1_700_000_000_000)
    const memory = createMemory({ clock, ids: sequentialIds() })
    const pair = { space: 's', entity: 'e' }
    for (let index = 0; index < 20; index++)
      memory.write({ ...pair, state: 'abandon', content: 'old', k: 0.5, at: 1_699_000_000_000 })
    clock.advance(60 * day)
    const { id } = memory.write({ ...pair, state: 'abandon', content: 'new', k: 0.5 })
    await memory.forget({ id })
    const { attention } = await memory.explain('s', 'e')
    expect(attention).toBeGreaterThan(0)
    expect(attention).toBeLessThan(1e-10)
    expect((await memory.potentials('s', 'e')).attention / attention).toBeCloseTo(1, 9)
    await memory.close()
  })

  test('a clock set back pauses decay instead of reversing it', async () => {
    const clock = settableClock()
    const memory = createMemory({ clock, ids: sequentialIds() })
    memory.write({ space: 's', entity: 'e', state: 'success', content: 'x' })
    clock.setBack(30 * day)
    expect((await memory.potentials('s', 'e')).attention).toBe(0.8)
    await memory.close()
  })

  test('a far back-dated Megram that decays fast is scaled to the sum, not the sum to it', async () => {
    const memory = createMemory({ clock: manualClock(1_700_000_000_000), ids: sequentialIds() })
    const megram = { space: 's', entity: 'e', state: 'abandon', content: 'x', k: 50 } as const
    memory.write(megram)
    memory.write({ ...megram, at: 1_700_000_000_000 - 90 * day })
    expect(await memory.potentials('s', 'e')).toEqual({ attention: 0.95, decision: -0.95, action: 'avoid' })
    await memory.close()
  })

  test('a pair keeps its sums when the batch reads other pairs too', async () => {
    const memory = createMemory({ clock: manualClock(0), ids: sequentialIds() })
    const write = (entity: string) => memory.write({ space: 's', entity, state: 'success', content: 'x' })
    for (let count = 0; count < 5; count++) write('a')
    await memory.flush()
    await memory.potentials('s', 'a')
    write('a')
    write('b')
    expect((await memory.potentials('s', 'a')).attention).toBeCloseTo(4.8, 12)
    const pairs = ['a', 'b', 'c'].map((entity) => ({ space: 's', entity }))
    await memory.potentials('s', 'a')
    const { readings } = await memory.consult({ pairs, spaces: [] })
    expect(readings.map(({ attention }) => attention)).toEqual([expect.closeTo(4.8, 12), 0.8, 0])
    expect((await memory.verify()).damage).toEqual([])
    await memory.close()
  })
})

describe('determinism', () => {
  /** A history with everything in it. */
  async function liveThrough(store: Store, pause: () => Promise<void>): Promise<[string, string][]> {
    const clock = manualClock(1_700_000_000_000)
    const memory = createMemory({ store, clock, ids: sequentialIds('m') })
    for (let index = 0; index < 120; index++) {
      const entity = `path:/資料/${index % 7}`
      const state = index % 3 ? 'abandon' : 'refine'
      memory.write({ space: 'tool:shell', entity, state, content: `try ${index} 🙂`, subject: `user ${index % 5}` })
      if (index % 50 === 0) await pause()
      clock.advance(3_600_000)
    }
    memory.remember({ space: 'tool:shell', entity: 'path:/資料/1', content: 'fact', subject: 'bob' })
    await memory.dream({ distill: async ({ entity }) => `never touch ${entity}` })
    await memory.consult({ pairs: [], spaces: ['tool:shell'] })
    await memory.forget({ space: 'tool:shell', entity: 'path:/資料/2' })
    const practice = { space: 's', entity: 'e', state: 'accept', content: 'practice', key: 'k', level: 'C' } as const
    const { id } = memory.write(practice)
    await memory.flush()
    for (let count = 0; count < 3; count++) await memory.feedback(id, { content: 'refuted', agrees: false })
    clock.advance(86_400_000)
    expect((await memory.dream()).demoted).toEqual([id])
    await memory.close()
    const state = await dump(store as MemoryLevel<string, string>)
    await store.close()
    return state
  }

  test('the same journal and clock give the same state on both stores, byte for byte, however batches fall', async () => {
    const onDisk = new ClassicLevel<string, string>(await temporaryDirectory())
    const first = await liveThrough(new MemoryLevel<string, string>({ storeEncoding: 'utf8' }), async () => {})
    const second = await liveThrough(onDisk, () => new Promise((resolve) => setImmediate(resolve)))
    expect(first.length).toBeGreaterThan(200)
    expect(second).toEqual(first)
  })
})

describe('latest time', () => {
  const day = 86_400_000
  const start = 1_700_000_000_000
  const pair = { space: 's', entity: 'e' }

  /** An export whose only Megram is 40 days old and decays from today: a demoted rule that was recalled. */
  async function exportOfDemoted(): Promise<readonly string[]> {
    const clock = manualClock(start)
    const memory = createMemory({ clock, ids: sequentialIds('m') })
    const rule = memory.write({ ...pair, state: 'accept', level: 'C', content: 'rule' })
    await rule.settled
    clock.advance(40 * day)
    await memory.recall(rule.id)
    for (const content of ['1', '2']) memory.write({ ...pair, state: 'abandon', content, subject: 'x' })
    expect((await memory.dream()).demoted).toEqual([rule.id])
    await memory.forget({ subject: 'x' })
    const lines: string[] = []
    for await (const line of memory.export()) lines.push(line)
    await memory.close()
    return lines
  }

  test('a clock set back after an import does not reverse the decay of a demoted rule', async () => {
    const clock = manualClock(start + 10 * day)
    const target = createMemory({ clock: { now: () => now, schedule: clock.schedule } })
    let now = start + 40 * day
    await target.import(await exportOfDemoted())
    now = clock.now()
    expect((await target.potentials('s', 'e')).attention).toBe(0.9)
    expect((await target.verify()).ok).toBe(true)
    await target.close()
  })

  test.each(['recalled fact', 'demoted rule'])(
    'a repair without a head finds the latest time anew: %s',
    async (what) => {
      const store = new MemoryLevel<string, string>({ storeEncoding: 'utf8' })
      const clock = manualClock(start)
      const before = createMemory({ store, clock, ids: sequentialIds('m') })
      if (what === 'recalled fact') {
        const { id, settled } = before.remember({ ...pair, content: 'fact' })
        await settled
        clock.advance(40 * day)
        await before.recall(id)
      } else {
        clock.advance(40 * day)
        await before.import(await exportOfDemoted())
      }
      const { attention } = await before.potentials('s', 'e')
      await before.close()
      await store.put('default h ', 'broken')
      const after = createMemory({ store, clock: manualClock(start + 20 * day), onDamage: 'report' })
      await after.repair()
      expect((await after.potentials('s', 'e')).attention).toBe(attention)
      expect(await after.verify()).toEqual({ ok: true, megrams: 1, damage: [] })
      await after.close()
    },
  )

  test.each(['recall', 'decay'])('a head whose latest time lies before a %s is found damaged', async (what) => {
    const store = new MemoryLevel<string, string>({ storeEncoding: 'utf8' })
    const clock = manualClock(start + 40 * day)
    let memory = createMemory({ store, clock, ids: sequentialIds('m') })
    await memory.import(await exportOfDemoted())
    if (what === 'recall') {
      clock.advance(day)
      await memory.recall('m-1')
    }
    await memory.close()
    const head = decodeHead((await store.get('default h ')) ?? '')
    if (!head) throw new Error('no head')
    await store.put('default h ', encodeHead({ ...head, latest: head.latest - 1 }))
    memory = createMemory({ store, clock, onDamage: 'report' })
    expect((await memory.verify()).damage).toEqual([{ type: 'head' }])
    await memory.close()
  })

  /** Forty episodes of four pairs on forty days, then one at a time that is far off, and the clock as it should be. */
  async function withWrongClock(wrong: number) {
    const store = new MemoryLevel<string, string>({ storeEncoding: 'utf8' })
    let now = start
    const problems: unknown[] = []
    const open = () =>
      createMemory({
        store,
        clock: { now: () => now, schedule: () => () => undefined },
        onProblem: (error) => problems.push(error),
      })
    const memory = open()
    for (let index = 0; index < 40; index++, now += day) {
      memory.write({ space: 's', entity: `e${index % 4}`, state: 'abandon', content: `${index}` })
    }
    const before = await memory.consult({ pairs: [], spaces: ['s'] })
    const right = now
    now = wrong
    await memory.write({ space: 's', entity: 'e0', state: 'abandon', content: 'wrong time' }).settled
    now = right
    return { memory, open, before, problems }
  }

  test('one write at a wrong time neither silences the memory nor has it forget, is told, and repaired', async () => {
    const { memory, open, before, problems } = await withWrongClock(Date.UTC(2099, 0, 1))
    const others = (readings: readonly { entity: string | null }[]) =>
      readings.filter(({ entity }) => entity !== null && entity !== 'e0')
    const after = await memory.consult({ pairs: [], spaces: ['s'] })
    expect(others(before.readings)).toHaveLength(3)
    expect(others(after.readings)).toEqual(others(before.readings))
    expect(problems).toMatchObject([{ code: 'clock_jump', field: 'clock' }])
    expect((await memory.dream()).forgotten).toBe(0)
    await memory.write({ space: 's', entity: 'e1', state: 'abandon', content: 'right time' }).settled
    const rise = (await memory.potentials('s', 'e1')).attention
    expect(rise).toBeCloseTo(0.95 + (before.readings.find(({ entity }) => entity === 'e1')?.attention ?? 0), 9)
    await memory.close()
    const again = open()
    expect(await again.opened()).toMatchObject([{ type: 'clock_jump', latest: Date.UTC(2099, 0, 1) }])
    expect(await again.verify()).toMatchObject({ ok: true, megrams: 42 })
    expect(await again.repair()).toMatchObject({ lost: 0, megrams: 42 })
    const { attention, contributions } = await again.explain('s', 'e0')
    expect(contributions).toHaveLength(11)
    expect((await again.potentials('s', 'e0')).attention).toBeCloseTo(attention, 9)
    expect(attention).toBeCloseTo(0.95 + (before.readings.find(({ entity }) => entity === 'e0')?.attention ?? 0), 9)
    expect(await again.verify()).toEqual({ ok: true, megrams: 42, damage: [] })
    await again.close()
  })

  test('a clock that falls behind everything, or little behind, still only pauses decay', async () => {
    let now = start
    const memory = createMemory({ clock: { now: () => now, schedule: () => () => undefined } })
    await memory.write({ ...pair, state: 'abandon', content: 'x' }).settled
    now += 100 * day
    await memory.write({ ...pair, state: 'abandon', content: 'y' }).settled
    const { attention } = await memory.potentials('s', 'e')
    for (const wrong of [0, start - 50 * day, now - 40 * day]) {
      now = wrong
      expect((await memory.potentials('s', 'e')).attention).toBe(attention)
      expect((await memory.explain('s', 'e')).attention).toBeCloseTo(attention, 12)
      now = start + 100 * day
    }
    await memory.close()
  })
})
