import { createMemory, type MegramState, type Memory, macroStates } from '@artoo/mkct'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import fc from 'fast-check'
import { MemoryLevel } from 'memory-level'
import { expect, test, vi } from 'vitest'
import { createKeys } from '../src/keys.js'

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
    arbitrary: fc.record({ type: fc.constant('advance' as const), days: fc.double({ min: 0, max: 40, noNaN: true }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('jumpBack' as const), days: fc.double({ min: 0, max: 40, noNaN: true }) }),
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
    { numRuns: 60 },
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

test('a pair found in a small cache keeps its sums when the batch reads other pairs too', async () => {
  const memory = createMemory({ clock: manualClock(0), ids: sequentialIds(), cacheSize: 1 })
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

test('a sum read before it was put right does not come back', async () => {
  const store = new MemoryLevel<string, string>()
  const memory = createMemory({ store, clock: manualClock(0), ids: sequentialIds(), cacheSize: 1 })
  const write = (entity: string) => memory.write({ space: 's', entity, state: 'success', content: 'x' }).settled
  await write('a')
  const key = createKeys('default').aggregate('s', 'a')
  const outdated = (await store.get(key)) ?? ''
  await write('a')
  await write('b')
  await store.put(key, outdated)
  let release = () => {}
  const getMany = store.getMany.bind(store)
  vi.spyOn(store, 'getMany').mockImplementationOnce(async (keys) => {
    const values = await getMany(keys as string[])
    await new Promise<void>((resolve) => {
      release = resolve
    })
    return values
  })
  const pairs = ['c', 'd', 'e', 'f', 'a'].map((entity) => ({ space: 's', entity }))
  const consulted = memory.consult({ pairs, spaces: [] })
  await vi.waitFor(() => expect(store.getMany).toHaveBeenCalled())
  expect((await memory.verify()).damage).toEqual([{ type: 'aggregate', space: 's', entity: 'a' }])
  release()
  await consulted
  expect((await memory.potentials('s', 'a')).attention).toBeCloseTo(1.6, 12)
  await memory.close()
})
