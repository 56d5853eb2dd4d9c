import { manualClock } from '@artoo/spec/testing'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { type EvalRun, evaluate } from '../src/index.js'

const cases = [{ name: 'one' }, { name: 'two' }]
const yes = { yes: () => true }
const thrower = (error: Error) => () => {
  throw error
}

describe('a report', () => {
  it('holds each run of each case with its scores and notes, and is plain JSON data', async () => {
    const report = await evaluate({
      cases: [
        { name: 'greet', input: 'Ann', expected: 'Hello Ann' },
        { name: 'part', input: 'Bob', expected: 'Bye Bob' },
      ],
      run: async ({ input }) => ({ text: `Hello ${input}` }),
      checks: {
        exact: ({ result, case: { expected } }) => result.text === expected,
        near: ({ result, case: { input } }) => ({
          score: result.text.endsWith(input) ? 0.5 : 0,
          note: 'names the person',
        }),
        late: async () => 1,
      },
      repeats: 2,
      clock: manualClock(),
    })
    expect(JSON.parse(JSON.stringify(report))).toEqual(report)
    expect(report.runs.map((run) => [run.case, run.repeat])).toEqual([
      ['greet', 1],
      ['greet', 2],
      ['part', 1],
      ['part', 2],
    ])
    expect(report.runs[0]).toEqual({
      ...{ case: 'greet', repeat: 1, seed: expect.any(Number) },
      ...{ scores: { exact: 1, near: 0.5, late: 1 }, notes: { near: 'names the person' }, errors: [] },
      ...{ durationMs: 0, usage: null },
    })
    expect(report).toMatchObject({
      version: 1,
      seed: 1,
      repeats: 2,
      cases: ['greet', 'part'],
      checks: ['exact', 'near', 'late'],
    })
    expect(report.summary.checks.exact).toMatchObject({ mean: 0.5, n: 4 })
    expect(report.summary.checks.exact?.low).toBeCloseTo(0.15, 2)
    expect(report.summary.checks.exact?.high).toBeCloseTo(0.85, 2)
  })

  it('is the same whichever run ends first, and at whatever concurrency', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(
          fc.string({ minLength: 1 }).filter((name) => name.trim() !== ''),
          { minLength: 1, maxLength: 6 },
        ),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 5 }),
        fc.infiniteStream(fc.nat(7)),
        async (names, repeats, concurrency, turns) => {
          const options = {
            cases: names.map((name) => ({ name })),
            checks: { even: ({ result }: { result: number }) => result % 2 === 0 },
            repeats,
            clock: manualClock(),
          }
          const inOrder = await evaluate({ ...options, run: (_, { seed }) => seed, concurrency: 1 })
          const mixed = await evaluate({
            ...options,
            concurrency,
            async run(_, { seed }) {
              for (let turn = Number(turns.next().value); turn > 0; turn--) await Promise.resolve()
              return seed
            },
          })
          expect(mixed).toEqual(inOrder)
        },
      ),
      { seed: 7, numRuns: 50 },
    )
  })

  it('has the same seed for a run whatever other cases there are, and another for another', async () => {
    const run = (_: unknown, { seed }: { seed: number }) => seed
    const seedsOf = ({ runs }: { runs: readonly EvalRun[] }) => runs.map(({ seed }) => seed)
    const two = seedsOf(await evaluate({ cases, run, checks: yes, repeats: 2 }))
    const three = seedsOf(await evaluate({ cases: [{ name: 'zero' }, ...cases], run, checks: yes, repeats: 3 }))
    expect([three[3], three[4], three[6], three[7]]).toEqual(two)
    expect(new Set(three).size).toBe(9)
    const other = seedsOf(await evaluate({ cases, run, checks: yes, seed: 2, repeats: 2 }))
    expect(other.filter((seed) => two.includes(seed))).toEqual([])
    // Seeds stand in reports that were kept: they don't change.
    expect(two[0]).toBe(4_034_615_257)
  })

  it('adds up the usage of the results that report one', async () => {
    const bills = [
      { usage: { byRole: {}, total: { modelCalls: 2, inputTokens: 10, outputTokens: 5, durationMs: 3, cost: null } } },
      { usage: { inputTokens: 1, outputTokens: 2, modelCalls: 1, cost: 0.5 } },
      { usage: 'nothing' },
    ]
    const { runs, summary } = await evaluate({
      cases: bills.map((bill, index) => ({ name: `${index}`, bill })),
      run: ({ bill }) => bill,
      checks: yes,
    })
    expect(runs.map(({ usage }) => usage)).toEqual([
      { modelCalls: 2, inputTokens: 10, outputTokens: 5 },
      { modelCalls: 1, inputTokens: 1, outputTokens: 2, cost: 0.5 },
      null,
    ])
    expect(summary.usage).toEqual({ modelCalls: 3, inputTokens: 11, outputTokens: 7 })
  })
})

describe('a run that fails', () => {
  it('scores 0 in every check, and its error is in the report', async () => {
    const { runs, summary } = await evaluate({
      cases,
      run({ name }) {
        if (name === 'one') throw Object.assign(new TypeError('no such tool'), { code: 'E_TOOL' })
        return name
      },
      checks: { ...yes, named: ({ result }) => result === 'two' },
    })
    expect(runs[0]).toMatchObject({
      scores: { yes: 0, named: 0 },
      errors: [{ check: null, name: 'TypeError', message: 'no such tool', code: 'E_TOOL' }],
    })
    expect(runs[1]).toMatchObject({ scores: { yes: 1, named: 1 }, errors: [] })
    expect(summary).toMatchObject({ failed: 1, checks: { yes: { mean: 0.5, n: 2 } } })
  })

  it('may throw what is no error', async () => {
    const { runs } = await evaluate({ cases: [{ name: 'one' }], run: () => Promise.reject('gone'), checks: yes })
    expect(runs[0]?.errors).toEqual([{ check: null, name: 'Error', message: 'gone', code: null }])
  })

  it('is told when its time is up, and so is a check', async () => {
    const clock = manualClock()
    const told: unknown[] = []
    const hang = (signal: AbortSignal) =>
      new Promise<true>(() => signal.addEventListener('abort', () => told.push(signal.reason.code)))
    const evaluation = evaluate({
      cases,
      run: async ({ name }, { signal }) => (name === 'one' ? hang(signal) : name),
      checks: { hangs: ({ signal }) => hang(signal), ...yes },
      timeoutMs: 1_000,
      clock,
    })
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(1_000)
    const { runs } = await evaluation
    expect(told).toEqual(['eval_timeout', 'eval_timeout'])
    expect(runs[0]).toMatchObject({
      durationMs: 1_000,
      scores: { hangs: 0, yes: 0 },
      errors: [{ check: null, code: 'eval_timeout' }],
    })
    expect(runs[1]).toMatchObject({
      durationMs: 0,
      scores: { hangs: 0, yes: 1 },
      errors: [{ check: 'hangs', code: 'eval_timeout' }],
    })
    expect(clock.pending).toBe(0)
  })
})

describe('a check', () => {
  it('that throws scores 0, with the message as its note, and the others count', async () => {
    const throws = thrower(new Error('bad regular expression'))
    const { runs } = await evaluate({ cases: [{ name: 'one' }], run: () => 1, checks: { throws, ...yes } })
    expect(runs[0]).toMatchObject({
      scores: { throws: 0, yes: 1 },
      notes: { throws: 'bad regular expression' },
      errors: [{ check: 'throws', name: 'Error', message: 'bad regular expression', code: null }],
    })
  })

  it.each([1.1, -0.1, Number.NaN, 'yes', null, undefined, {}, { score: 2 }, { score: 1, note: 3 }])(
    'that returns %j is told that it is no score',
    async (returned) => {
      const { runs } = await evaluate({
        cases: [{ name: 'one' }],
        run: () => 1,
        checks: { odd: () => returned as never },
      })
      expect(runs[0]).toMatchObject({ scores: { odd: 0 }, errors: [{ check: 'odd', code: 'invalid_score' }] })
    },
  )

  it('knows the types of its case and of the result', async () => {
    await evaluate({
      cases: [{ name: 'one', size: 3 }],
      run: async ({ size }) => ({ text: 'x'.repeat(size) }),
      checks: {
        sized({ case: one, result }) {
          expectTypeOf(one).toEqualTypeOf<{ name: string; size: number }>()
          expectTypeOf(result).toEqualTypeOf<{ text: string }>()
          return result.text.length === one.size
        },
      },
    })
  })
})

describe('an evaluation', () => {
  it('runs at most so many at a time', async () => {
    let [running, most] = [0, 0]
    await evaluate({
      cases: Array.from({ length: 9 }, (_, index) => ({ name: `${index}` })),
      async run() {
        most = Math.max(most, ++running)
        await Promise.resolve()
        running--
      },
      checks: yes,
      concurrency: 3,
    })
    expect(most).toBe(3)
  })

  it('that is aborted rejects with the reason once the runs were told, and begins no other', async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    const [begun, told]: [string[], unknown[]] = [[], []]
    const evaluation = evaluate({
      cases: [...cases, { name: 'three' }],
      run: ({ name }, { signal }) =>
        new Promise(() => {
          begun.push(name)
          signal.addEventListener('abort', () => told.push(name))
        }),
      checks: yes,
      concurrency: 2,
      signal: controller.signal,
    })
    await Promise.resolve()
    controller.abort(reason)
    await expect(evaluation).rejects.toBe(reason)
    expect([begun, told]).toEqual([
      ['one', 'two'],
      ['one', 'two'],
    ])
    await expect(evaluate({ cases, run: () => 1, checks: yes, signal: controller.signal })).rejects.toBe(reason)
  })

  it('shows each run when it has ended, and ends when the host throws there', async () => {
    const shown: unknown[] = []
    await evaluate({
      cases,
      run: ({ name }) => (name === 'one' ? Promise.reject(new Error('no')) : 2),
      checks: yes,
      onResult: (run, one, result) => shown.push([run.case, one.name, result]),
      concurrency: 1,
    })
    expect(shown).toEqual([
      ['one', 'one', undefined],
      ['two', 'two', 2],
    ])
    const full = new Error('the disk is full')
    for (const onResult of [() => Promise.reject(full), thrower(full)]) {
      let told: unknown
      const run = async ({ name }: { name: string }, { signal }: { signal: AbortSignal }) => {
        if (name === 'two') await new Promise(() => signal.addEventListener('abort', () => (told = signal.reason)))
      }
      await expect(evaluate({ cases, run, checks: yes, onResult })).rejects.toBe(full)
      expect(told).toMatchObject({ code: 'aborted', cause: full })
    }
  })
})
