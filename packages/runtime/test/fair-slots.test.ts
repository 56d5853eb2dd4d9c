import { fairSlots } from '@artoo/runtime'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { worked } from '../../../test/worked.js'

fc.configureGlobal({ seed: 20261122 })

const forever = () => new Promise<never>(() => {})
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('one run that hangs in all its places leaves one to the others', async () => {
  const slots = fairSlots(4)
  const hanging = slots.forRun(new AbortController().signal)
  for (let call = 0; call < 20; call++) void hanging(forever)
  const done = await Promise.all([1, 2, 3].map((run) => slots.forRun(new AbortController().signal)(async () => run)))
  expect(done).toEqual([1, 2, 3])
})

test('a place that falls free goes to the run that has the fewest', async () => {
  const slots = fairSlots(3)
  const order: string[] = []
  const [greedy, modest] = ['greedy', 'modest'].map((name) => {
    const inSlot = slots.forRun(new AbortController().signal)
    return () =>
      inSlot(async () => {
        order.push(name)
        await turn()
      })
  })
  const work = [...Array.from({ length: 6 }, () => greedy?.()), modest?.(), modest?.()]
  await Promise.all(work)
  expect(order.slice(0, 5)).toEqual(['greedy', 'greedy', 'modest', 'greedy', 'modest'])
  expect(order).toHaveLength(8)
})

test('there are never more at work than places, all get their turn, and what fails gives its place back', async () => {
  const runs = fc.array(fc.array(fc.boolean(), { maxLength: 8 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), runs, async (places, plan) => {
      const slots = fairSlots(places)
      let [atWork, most, done] = [0, 0, 0]
      await Promise.all(
        plan.flatMap((calls) => {
          const inSlot = slots.forRun(new AbortController().signal)
          return calls.map((fails) =>
            inSlot(async () => {
              most = Math.max(most, ++atWork)
              await turn()
              atWork--
              done++
              if (fails) throw new Error('failed')
            }).catch(() => undefined),
          )
        }),
      )
      expect(most).toBeLessThanOrEqual(places)
      expect(done).toBe(plan.flat().length)
    }),
    { numRuns: 30 },
  )
})

test('what waits for a place when its run ends is rejected and takes none', async () => {
  const slots = fairSlots(1)
  const ending = new AbortController()
  let release = () => {}
  const first = slots.forRun(new AbortController().signal)(
    () =>
      new Promise<void>((resolve) => {
        release = resolve
      }),
  )
  const waiting = slots.forRun(ending.signal)(async () => 'too late')
  ending.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'aborted' })
  release()
  await first
  expect(await slots.forRun(new AbortController().signal)(async () => 'free')).toBe('free')
})

test('runs that ended while they waited are forgotten', async () => {
  const slots = fairSlots(1)
  let release = () => {}
  const first = slots.forRun(new AbortController().signal)(
    () =>
      new Promise<void>((resolve) => {
        release = resolve
      }),
  )
  for (let run = 0; run < 20_000; run++) {
    const ending = new AbortController()
    const waiting = slots.forRun(ending.signal)(async () => 'too late')
    ending.abort()
    await waiting.catch(() => undefined)
  }
  release()
  await first
  const began = worked()
  const later = slots.forRun(new AbortController().signal)
  for (let call = 0; call < 1_000; call++) await later(async () => call)
  // Looking at each of them every time takes several times as long.
  expect(worked() - began).toBeLessThan(300)
})

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('%s is no number of places', (places) => {
  expect(() => fairSlots(places)).toThrow(expect.objectContaining({ code: 'invalid_option', field: 'places' }))
})
