import { createMemory } from '@artoo/mkct'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextChange } from '../src/action-forecast.js'
import { type Bucket, liveSums } from '../src/aggregate.js'
import { actionFor } from '../src/potentials.js'

fc.configureGlobal({ seed: 20260221 })

const start = 1_700_000_000_000
const fastRates = [20_000, 50_000, 100_000, 250_000]

function actionAt(buckets: readonly Bucket[], time: number) {
  const { attention, decision } = liveSums(buckets, time)
  return actionFor(attention, decision)
}

/** Looks at every millisecond. */
function bruteForce(buckets: readonly Bucket[], now: number) {
  const current = actionAt(buckets, now)
  if (current === 'ignore') return null
  for (let at = now + 1; ; at++) {
    const action = actionAt(buckets, at)
    if (action !== current) return { at, action }
  }
}

const bucket = fc.record({
  attention: fc.integer({ min: 1, max: 30 }).map((tenths) => tenths / 10),
  valence: fc.integer({ min: -10, max: 10 }).map((tenths) => tenths / 10),
  age: fc.nat(300),
})

test('the forecast is the first millisecond at which the action has turned', () => {
  fc.assert(
    fc.property(fc.array(bucket, { minLength: 1, maxLength: fastRates.length }), fc.boolean(), (drawn, aged) => {
      const buckets = drawn.map(({ attention, valence, age }, index) => ({
        k: fastRates[index] ?? 1,
        count: 1,
        peak: attention,
        anchor: aged ? start - age : start,
        attention,
        decision: attention * valence,
      }))
      expect(nextChange(buckets, start)).toEqual(bruteForce(buckets, start))
    }),
    { numRuns: 500 },
  )
})

test('a pair that stands on a threshold leaves it a millisecond later', async () => {
  const clock = manualClock(start)
  const memory = createMemory({ clock, ids: sequentialIds('m') })
  memory.write({ space: 's', entity: 'e', state: 'success', content: 'x', f: 0.5 })
  const { action, nextChange } = await memory.explain('s', 'e')
  expect([action, nextChange]).toEqual(['exploit', { at: start + 1, action: 'ignore' }])
  clock.advance(1)
  expect((await memory.potentials('s', 'e')).action).toBe('ignore')
  await memory.close()
})

test('a change years ahead is told to the millisecond', () => {
  const buckets = [{ k: 0.0005, count: 900, anchor: start, peak: 800, attention: 800, decision: -800 }]
  const change = nextChange(buckets, start)
  const at = change?.at ?? 0
  expect(at).toBeGreaterThan(start + 10_000 * 86_400_000)
  expect([actionAt(buckets, at - 1), actionAt(buckets, at)]).toEqual(['avoid', 'ignore'])
})
