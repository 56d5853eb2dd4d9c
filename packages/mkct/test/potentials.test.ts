import { actionFor, createMemory, decay, decayRates, directSum, macroStates, quantization } from '@artoo/mkct'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quantizedRate } from '../src/megram/quantization.js'
import { type Bucket, liveSums } from '../src/potentials/aggregate.js'
import { nextChange } from '../src/read/explain.js'

describe('potentials', () => {
  fc.configureGlobal({ seed: 20260221 })

  const day = 86_400_000

  test('the quantization matrix is that of the paper', () => {
    expect(macroStates.map((state) => [state, ...Object.values(quantization[state])])).toEqual([
      ['abandon', 0.95, -1, 0.05],
      ['accept', 0.9, 1, 0.05],
      ['change_approach', 0.85, -1, 0.05],
      ['success', 0.8, 1, 0.05],
      ['break_symmetry', 0.75, 1, 0.05],
      ['change_path', 0.3, 0, 0.2],
      ['refine', 0.1, 0.5, 0.5],
    ])
  })

  test.each([
    [0.05, 13.862943611198906],
    [0.2, 3.4657359027997265],
    [0.5, 1.3862943611198906],
  ])('a decay rate of %d per day halves in %d days', (rate, days) => {
    expect(decay(rate, days * day)).toBeCloseTo(0.5, 12)
  })

  test.each([
    [0.499999, -5, 'ignore'],
    [0.5, 0.2, 'caution'],
    [0.5, -0.2, 'caution'],
    [0.5, 0.2000001, 'exploit'],
    [0.5, -0.2000001, 'avoid'],
    [9, 0, 'caution'],
    [0, 0, 'ignore'],
  ] as const)('attention %d and decision %d mean %s', (attention, decision, action) => {
    expect(actionFor(attention, decision)).toBe(action)
  })

  test.each([
    [Number.NaN, 0, 'attention'],
    [1, Number.NaN, 'decision'],
  ])('NaN is a typed error (%d, %d)', (attention, decision, field) => {
    expect(() => actionFor(attention, decision)).toThrow(expect.objectContaining({ code: 'invalid_potential', field }))
  })

  test('the direct sum keeps attention and decision apart', () => {
    const anchor = 0
    const both = [
      { ...quantization.abandon, anchor },
      { ...quantization.accept, anchor },
    ]
    expect(directSum(both, 0)).toEqual({ attention: 1.85, decision: expect.closeTo(-0.05, 12), action: 'caution' })
  })

  test('a decay rate goes to the nearest of a few, by ratio', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.0001, max: 50, noNaN: true }), (rate) => {
        const quantized = quantizedRate(rate)
        const distance = (candidate: number) => Math.abs(Math.log(candidate / rate))
        expect(Math.min(...decayRates.map(distance))).toBe(distance(quantized))
      }),
    )
    for (const rate of decayRates) expect(quantizedRate(rate)).toBe(rate)
  })

  const buckets = fc.uniqueArray(
    fc.record({
      k: fc.constantFrom(0.05, 0.2, 0.5, 2),
      count: fc.constant(1),
      anchor: fc.constant(0),
      attention: fc.double({ min: 0.1, max: 4, noNaN: true }),
      lean: fc.double({ min: -1, max: 1, noNaN: true }),
    }),
    { selector: ({ k }) => k, minLength: 1, maxLength: 4 },
  )

  test('the next change by decay comes when the forecast says, and none before', () => {
    fc.assert(
      fc.property(buckets, (drawn) => {
        const pair: Bucket[] = drawn.map(({ lean, ...bucket }) => ({
          ...bucket,
          peak: bucket.attention,
          decision: lean * bucket.attention,
        }))
        const actionAt = (time: number) => {
          const { attention, decision } = liveSums(pair, time)
          return actionFor(attention, decision)
        }
        const now = actionAt(0)
        const change = nextChange(pair, 0)
        if (!change) {
          expect(now).toBe('ignore')
          return
        }
        for (let share = 0; share < 1; share += 0.01) expect(actionAt(change.at * share - 1000)).toBe(now)
        expect(actionAt(change.at + 1000)).toBe(change.action)
      }),
      { numRuns: 40 },
    )
  })
})

describe('action forecast', () => {
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
      { numRuns: 80 },
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
})

describe('explain', () => {
  const day = 86_400_000
  const start = 1_700_000_000_000

  function setUp() {
    const clock = manualClock(start)
    return { clock, memory: createMemory({ clock, ids: sequentialIds('m') }) }
  }

  test('every contribution is shown with its share, and the shares make the whole', async () => {
    const { clock, memory } = setUp()
    memory.write({ space: 's', entity: 'e', state: 'abandon', content: 'old' })
    clock.advance(10 * day)
    memory.write({ space: 's', entity: 'e', state: 'accept', content: 'new' })
    const explanation = await memory.explain('s', 'e')
    expect(explanation.contributions.map(({ megram, share }) => [megram.content, share])).toEqual([
      ['new', expect.closeTo(0.9 / (0.9 + 0.95 * Math.exp(-0.5)), 12)],
      ['old', expect.closeTo((0.95 * Math.exp(-0.5)) / (0.9 + 0.95 * Math.exp(-0.5)), 12)],
    ])
    const { attention, decision, action } = await memory.potentials('s', 'e')
    expect(explanation).toMatchObject({ attention, decision, action, now: clock.now() })
    await memory.close()
  })

  test('a lone abandon will be ignored when its attention reaches 0.5, at the closed-form time', async () => {
    const { clock, memory } = setUp()
    memory.write({ space: 's', entity: 'e', state: 'abandon', content: 'x' })
    const { nextChange } = await memory.explain('s', 'e')
    const expected = start + (Math.log(0.95 / 0.5) / 0.05) * day
    expect(nextChange?.action).toBe('ignore')
    expect(nextChange?.at).toBeGreaterThanOrEqual(expected - 1)
    expect(nextChange?.at).toBeLessThan(expected + 10)
    clock.advance((nextChange?.at ?? 0) - start - 10)
    expect((await memory.potentials('s', 'e')).action).toBe('avoid')
    clock.advance(10)
    expect((await memory.potentials('s', 'e')).action).toBe('ignore')
    await memory.close()
  })

  test('a fast fading good memory over a slow bad one turns by itself', async () => {
    const { clock, memory } = setUp()
    memory.write({ space: 's', entity: 'e', state: 'accept', content: 'good', k: 0.5 })
    memory.write({ space: 's', entity: 'e', state: 'accept', content: 'good', k: 0.5 })
    memory.write({ space: 's', entity: 'e', state: 'abandon', content: 'bad' })
    const actions: string[] = []
    for (let steps = 0; steps < 5; steps++) {
      const { action, nextChange } = await memory.explain('s', 'e')
      actions.push(action)
      if (!nextChange) break
      clock.advance(nextChange.at - clock.now() + 1000)
      expect((await memory.potentials('s', 'e')).action).toBe(nextChange.action)
    }
    expect(actions).toEqual(['exploit', 'caution', 'avoid', 'ignore'])
    await memory.close()
  })

  test('what would change the action is said, and holds', async () => {
    const { memory } = setUp()
    const first = memory.write({ space: 's', entity: 'e', state: 'abandon', content: 'x' })
    const { remedies } = await memory.explain('s', 'e')
    expect(remedies).toEqual([
      { type: 'write', state: 'accept', count: 1, action: 'caution' },
      { type: 'write', state: 'success', count: 1, action: 'caution' },
      { type: 'write', state: 'break_symmetry', count: 1, action: 'caution' },
      { type: 'write', state: 'refine', count: 15, action: 'caution' },
      { type: 'without', id: first.id, action: 'ignore' },
    ])
    for (let count = 0; count < 15; count++) {
      expect((await memory.potentials('s', 'e')).action).toBe('avoid')
      memory.write({ space: 's', entity: 'e', state: 'refine', content: 'x' })
    }
    expect((await memory.potentials('s', 'e')).action).toBe('caution')
    await memory.close()
  })

  test('an empty pair is explained as such', async () => {
    const { memory } = setUp()
    expect(await memory.explain('s', 'e')).toMatchObject({ action: 'ignore', contributions: [], nextChange: null })
    await memory.close()
  })
})
