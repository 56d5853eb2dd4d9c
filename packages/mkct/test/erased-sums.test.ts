import { createMemory, decayRates, directSum } from '@artoo/mkct'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import fc from 'fast-check'
import { MemoryLevel } from 'memory-level'
import { expect, test } from 'vitest'
import { addTo, type Bucket, liveSums, removeFrom } from '../src/potentials/aggregate.js'
import type { Contribution } from '../src/potentials/potentials.js'
import { randomFrom } from './support/killed-store.js'

fc.configureGlobal({ seed: 20260221 })

const hour = 3_600_000
const sum = (contributions: readonly Contribution[]) =>
  contributions.reduce<readonly Bucket[]>((buckets, contribution) => addTo(buckets, contribution), [])

function expectToMatch(buckets: readonly Bucket[], left: readonly Contribution[], now: number): void {
  const kept = liveSums(buckets, now)
  const direct = directSum(left, now)
  expect(Math.abs(kept.attention - direct.attention)).toBeLessThanOrEqual(1e-9 * direct.attention)
  expect(Math.abs(kept.decision - direct.decision)).toBeLessThanOrEqual(1e-9 * direct.attention)
}

test('nearly everything can be removed, in any number of steps, within 1e-9 and with few sums made anew', () => {
  fc.assert(
    fc.property(
      fc.record({
        size: fc.integer({ min: 500, max: 4_000 }),
        survivors: fc.integer({ min: 1, max: 40 }),
        small: fc.constantFrom(1, 0.01, 0.001, 0.00001),
        step: fc.constantFrom(1, 7, 500, 4_000),
        rates: fc.uniqueArray(fc.constantFrom(...decayRates.slice(0, 12)), { minLength: 1, maxLength: 2 }),
        pause: fc.constantFrom(0, 1, hour),
        seed: fc.nat(),
      }),
      ({ size, survivors, small, step, rates, pause, seed }) => {
        const random = randomFrom(seed)
        let now = 0
        const all = Array.from({ length: size }, (_, index): Contribution => {
          now += pause
          const f = (0.5 + random() / 2) * (index % Math.ceil(size / survivors) === 0 ? small : 1)
          return { f, sigma: random() < 0.8 ? -1 : 1, k: rates[index % rates.length] ?? 1, anchor: now }
        })
        const kept = all.filter((_, index) => index % Math.ceil(size / survivors) === 0)
        const gone = all.filter((_, index) => index % Math.ceil(size / survivors) !== 0)
        let buckets = sum(all)
        let summed = 0
        for (let start = 0; start < gone.length; start += step) {
          const rest = removeFrom(buckets, gone.slice(start, start + step))
          const left = rest && start + step < gone.length ? null : [...gone.slice(start + step), ...kept]
          if (!rest) summed += left?.length ?? 0
          buckets = rest ?? sum(left ?? [])
          if (left) expectToMatch(buckets, left, now)
        }
        expectToMatch(buckets, kept, now)
        expect(summed).toBeLessThan(size)
      },
    ),
    { numRuns: 40 },
  )
})

test('a Megram that is left when many larger ones of its pair are erased has its exact share', async () => {
  const clock = manualClock(1_700_000_000_000)
  const memory = createMemory({ clock, ids: sequentialIds('m') })
  const random = randomFrom(3)
  const megram = { space: 's', entity: 'e', state: 'abandon', content: 'x' } as const
  memory.write({ ...megram, f: 0.0001 })
  for (let index = 0; index < 300; index++) {
    if (index % 100 === 0) clock.advance(hour)
    memory.write({ ...megram, f: 0.5 + random() / 2, subject: `gone ${index % 3}` })
  }
  for (const part of [0, 1, 2]) await memory.forget({ subject: `gone ${part}` })
  const { attention } = await memory.explain('s', 'e')
  expect(Math.abs((await memory.potentials('s', 'e')).attention - attention)).toBeLessThanOrEqual(1e-9 * attention)
  expect((await memory.verify()).damage).toEqual([])
  await memory.close()
})

test('erasing a few Megrams of a pair, or all of one rate, does not read the rest', async () => {
  const store = new MemoryLevel<string, string>({ storeEncoding: 'utf8' })
  const memory = createMemory({ store, clock: manualClock(1_700_000_000_000), ids: sequentialIds('m') })
  const megram = { space: 's', entity: 'e', content: 'x' } as const
  for (let index = 0; index < 300; index++) {
    memory.write({ ...megram, state: 'abandon', ...(index % 100 === 50 && { subject: 'few' }) })
    if (index % 10 === 0) memory.write({ ...megram, state: 'refine', subject: 'rate' })
  }
  await memory.flush()
  const ranges: string[] = []
  const iterator = store.iterator.bind(store)
  Object.assign(store, {
    iterator: (options: { readonly gte?: string }) => {
      ranges.push(options.gte ?? '')
      return iterator(options)
    },
  })
  expect((await memory.forget({ subject: 'few' })).erased).toBe(3)
  expect((await memory.forget({ subject: 'rate' })).erased).toBe(30)
  expect(ranges.length).toBeGreaterThan(0)
  expect(ranges.filter((from) => from.startsWith('default x '))).toEqual([])
  await memory.close()
})
