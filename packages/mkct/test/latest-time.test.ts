import { createMemory } from '@artoo/mkct'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import { expect, test } from 'vitest'
import { decodeHead, encodeHead } from '../src/head.js'

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

test.each(['recalled fact', 'demoted rule'])('a repair without a head finds the latest time anew: %s', async (what) => {
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
})

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
    now = start + 100 * day
  }
  await memory.close()
})
