import {
  assertPrices,
  type Budget,
  type BudgetLimits,
  type BudgetOptions,
  createBudget,
  type Reservation,
} from '@artoo/llm'
import { ArtooError, nextMacrotask } from '@artoo/spec'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

fc.configureGlobal({ seed: 20260221 })

const exceeded = (field: string) => expect.objectContaining({ code: 'budget_exceeded', field })
const modelId = 'acme/quick'

/** A reservation with what came of it so far. */
function reserve(budget: Budget, inputTokens: number, maxOutputTokens?: number, model = modelId) {
  const controller = new AbortController()
  const pending = {
    controller,
    state: 'waits' as string,
    reservation: undefined as Reservation | undefined,
    promise: budget.reserve({ modelId: model, inputTokens, maxOutputTokens }, controller),
  }
  pending.promise.then(
    (reservation) => Object.assign(pending, { state: 'granted', reservation }),
    (error: unknown) => Object.assign(pending, { state: ArtooError.isInstance(error) ? error.code : String(error) }),
  )
  return pending
}

const granted = (budget: Budget, inputTokens: number, maxOutputTokens?: number) =>
  budget.reserve({ modelId, inputTokens, maxOutputTokens }, new AbortController())

const nothing = { inputTokens: 0, outputTokens: 0 }

describe('a budget', () => {
  it('admits as many calls as it allows, those that failed included', async () => {
    const budget = createBudget({ modelCalls: 2 })
    const first = await granted(budget, 5)
    first.settle(nothing)
    await granted(budget, 5)
    await expect(granted(budget, 5)).rejects.toEqual(exceeded('modelCalls'))
    expect(budget.used).toEqual({ modelCalls: 2, tokens: 5, cost: 0 })
  })

  // Tokens are limited to 1,000; each row is one call, after those before it were settled.
  it.each([
    ['what was asked for, when it fits', 0, { input: 100, wanted: 500 }, 500],
    ['all that is left, to the token', 0, { input: 500, wanted: 500 }, 500],
    ['a shorter answer when little is left', 600, { input: 100, wanted: 500 }, 300],
    ['the shortest that is worth its call', 644, { input: 100, wanted: 500 }, 256],
    ['nothing when less than that is left', 645, { input: 100, wanted: 500 }, 'tokens'],
    ['less than that to who asks for less', 900, { input: 50, wanted: 50 }, 50],
    ['nothing when the input alone is too much', 600, { input: 401, wanted: 0 }, 'tokens'],
    ['a bound to who asks for none', 0, { input: 100, wanted: undefined }, 900],
  ] as const)('grants %s', async (_, usedBefore, { input, wanted }, output) => {
    const budget = createBudget({ tokens: 1_000 })
    const before = await granted(budget, usedBefore, 0)
    before.settle({ inputTokens: usedBefore, outputTokens: 0 })
    const call = granted(budget, input, wanted)
    if (typeof output === 'string') await expect(call).rejects.toEqual(exceeded(output))
    else await expect(call).resolves.toMatchObject({ maxOutputTokens: output })
  })

  it('leaves the length of an answer to the model when nothing has to be bounded', async () => {
    const budget = createBudget({ modelCalls: 5 })
    expect((await granted(budget, 10)).maxOutputTokens).toBeUndefined()
    expect((await granted(budget, 10, 70)).maxOutputTokens).toBe(70)
    expect((await granted(createBudget({ tokens: 1_000_000 }), 10)).maxOutputTokens).toBe(8_192)
  })

  it('counts what is reserved as used, and replaces it by what was', async () => {
    const budget = createBudget({ tokens: 1_000 })
    const call = await granted(budget, 100, 400)
    expect(budget.used).toEqual({ modelCalls: 1, tokens: 500, cost: 0 })
    call.settle({ inputTokens: 120, outputTokens: 30 })
    expect(budget.used).toEqual({ modelCalls: 1, tokens: 150, cost: 0 })
  })

  it('settles a call once, however often it is told', async () => {
    const budget = createBudget({ tokens: 1_000, cost: 1 }, { prices: { [modelId]: { input: 1, output: 1 } } })
    const call = await granted(budget, 100, 100)
    const cost = call.settle({ inputTokens: 10, outputTokens: 10 })
    const { used } = budget
    expect(call.settle({ inputTokens: 10, outputTokens: 10 })).toBe(cost)
    call.settle({ inputTokens: 900, outputTokens: 900 })
    expect(budget.used).toEqual(used)
    const { reservation: other } = await settledNow(reserve(budget, 100, 880))
    expect(other?.maxOutputTokens).toBe(880)
  })

  it('is unlimited by default, and closed at 0', async () => {
    const budget = createBudget()
    for (let call = 0; call < 100; call++) await granted(budget, 1_000_000, 1_000_000)
    expect(budget.used.modelCalls).toBe(100)
    for (const field of ['modelCalls', 'tokens'] as const) {
      await expect(granted(createBudget({ [field]: 0 }), 1)).rejects.toEqual(exceeded(field))
    }
  })

  it('hands out its use as a copy', () => {
    const budget = createBudget()
    Object.assign(budget.used, { modelCalls: 9 })
    expect(budget.used.modelCalls).toBe(0)
  })
})

async function settledNow<Pending extends { readonly promise: Promise<unknown> }>(pending: Pending): Promise<Pending> {
  await nextMacrotask()
  return pending
}

describe('calls in flight', () => {
  it('are waited for when a call does not fit only because of them', async () => {
    const budget = createBudget({ tokens: 1_000 })
    const first = await granted(budget, 100, 800)
    const second = await settledNow(reserve(budget, 100, 300))
    expect(second.state).toBe('waits')
    first.settle({ inputTokens: 100, outputTokens: 200 })
    await nextMacrotask()
    expect(second.reservation?.maxOutputTokens).toBe(300)
  })

  it('leave room in the order in which it was asked for', async () => {
    const budget = createBudget({ tokens: 1_000 })
    const first = await granted(budget, 0, 1_000)
    const waiting = [reserve(budget, 0, 600), reserve(budget, 0, 600)]
    await nextMacrotask()
    first.settle(nothing)
    await nextMacrotask()
    expect(waiting.map(({ state }) => state)).toEqual(['granted', 'waits'])
  })

  it('wake up those who wait in vain, too', async () => {
    const budget = createBudget({ tokens: 1_000 })
    const first = await granted(budget, 0, 1_000)
    const second = reserve(budget, 0, 600)
    await nextMacrotask()
    first.settle({ inputTokens: 0, outputTokens: 900 })
    await expect(second.promise).rejects.toEqual(exceeded('tokens'))
  })

  it('are not waited for when the number of calls is what is exhausted', async () => {
    const budget = createBudget({ modelCalls: 1 })
    await granted(budget, 1)
    await expect(granted(budget, 1)).rejects.toEqual(exceeded('modelCalls'))
  })
})

describe('a limit that is changed', () => {
  it('lets in who waits, counts what was spent, and refuses what is no amount', async () => {
    const budget = createBudget({ tokens: 1_000 })
    const first = await granted(budget, 0, 1_000)
    const second = await settledNow(reserve(budget, 0, 600))
    budget.limit({ tokens: 1_600 })
    await nextMacrotask()
    expect(second.state).toBe('granted')
    first.settle({ inputTokens: 0, outputTokens: 1_000 })
    budget.limit({ tokens: 1_200 })
    second.reservation?.settle({ inputTokens: 0, outputTokens: 600 })
    await expect(granted(budget, 0, 300)).rejects.toEqual(exceeded('tokens'))
    budget.limit({ tokens: undefined })
    expect((await granted(budget, 0, 9_000)).maxOutputTokens).toBe(9_000)
    expect(() => budget.limit({ tokens: Number.NaN })).toThrow(expect.objectContaining({ code: 'invalid_option' }))
  })
})

describe('an aborted reservation', () => {
  it('is refused at once, and uses up nothing', async () => {
    const budget = createBudget({ tokens: 1_000 })
    const late = budget.reserve({ modelId, inputTokens: 1 }, { signal: AbortSignal.abort('too late') })
    await expect(late).rejects.toMatchObject({ name: 'ArtooError', code: 'aborted', cause: 'too late' })
    expect(budget.used).toEqual({ modelCalls: 0, tokens: 0, cost: 0 })
  })

  it('stops waiting and takes no room when there is some', async () => {
    const budget = createBudget({ tokens: 1_000 })
    const first = await granted(budget, 0, 1_000)
    const [gone, next] = [reserve(budget, 0, 1_000), reserve(budget, 0, 1_000)]
    await nextMacrotask()
    gone.controller.abort('user left')
    await expect(gone.promise).rejects.toMatchObject({ code: 'aborted', cause: 'user left' })
    first.settle(nothing)
    await nextMacrotask()
    expect(next.state).toBe('granted')
    expect(budget.used.modelCalls).toBe(2)
  })
})

describe('cost', () => {
  const prices = { [modelId]: { input: 2, output: 10, cachedInput: 0.5 }, 'acme/plain': { input: 2, output: 10 } }

  it.each([
    ['input and output', modelId, { inputTokens: 1_000_000, outputTokens: 100_000 }, 3],
    ['cached input', modelId, { inputTokens: 1_000_000, outputTokens: 0, cachedInputTokens: 400_000 }, 1.4],
    [
      'cached input without a price of its own',
      'acme/plain',
      { inputTokens: 1_000, outputTokens: 0, cachedInputTokens: 400 },
      0.002,
    ],
    [
      'a cache said to hold more than there was',
      modelId,
      { inputTokens: 100, outputTokens: 0, cachedInputTokens: 200 },
      0.0001,
    ],
    ['a model without a price', 'acme/free', { inputTokens: 1_000_000, outputTokens: 1_000_000 }, 0],
  ] as const)('is counted for %s', async (_, model, usage, cost) => {
    const budget = createBudget({}, { prices })
    const call = await budget.reserve({ modelId: model, inputTokens: 1 }, new AbortController())
    expect(call.settle(usage)).toBeCloseTo(cost, 9)
    expect(budget.used.cost).toBeCloseTo(cost, 9)
  })

  it('is limited by shorter answers, then by none', async () => {
    const budget = createBudget({ cost: 0.01 }, { prices })
    const call = await granted(budget, 1_000, 5_000)
    expect(call.maxOutputTokens).toBe(800)
    call.settle({ inputTokens: 1_000, outputTokens: 700 })
    await expect(granted(budget, 100, 5_000)).rejects.toEqual(exceeded('cost'))
  })

  it('names the limit that is tighter', async () => {
    const tight = createBudget({ tokens: 100, cost: 1 }, { prices })
    await expect(granted(tight, 90, 300)).rejects.toEqual(exceeded('tokens'))
    const dear = createBudget({ tokens: 1_000_000, cost: 0.001 }, { prices })
    await expect(granted(dear, 490, 300)).rejects.toEqual(exceeded('cost'))
  })

  it('can not be limited for a model whose price nobody knows', async () => {
    const budget = createBudget({ cost: 1 }, { prices })
    const unknown = budget.reserve({ modelId: 'acme/new', inputTokens: 1 }, new AbortController())
    await expect(unknown).rejects.toMatchObject({ code: 'unknown_price', field: 'prices.acme/new' })
    expect(budget.used.modelCalls).toBe(0)
  })
})

describe('the options of a budget', () => {
  it.each([
    [{ modelCalls: Number.NaN }, {}, 'modelCalls', 'a number of 0 or more, got NaN'],
    [{ modelCalls: -1 }, {}, 'modelCalls', 'got -1'],
    [{ tokens: '100' }, {}, 'tokens', 'got 100'],
    [{ tokens: null }, {}, 'tokens', 'got null'],
    [{ cost: Number.NaN }, {}, 'cost', 'got NaN'],
    [{ modelcalls: 5 }, {}, 'modelcalls', 'did you mean modelCalls?'],
    [null, {}, 'options', 'not null'],
    [100, {}, 'options', 'not number'],
    [{}, { price: {} }, 'price', 'did you mean prices?'],
    [{}, { prices: null }, 'prices', 'not null'],
    [{}, { prices: { 'acme/a': 3 } }, 'prices.acme/a', 'not number'],
    [{}, { prices: { 'acme/a': { input: 1 } } }, 'prices.acme/a.output', 'got undefined'],
    [{}, { prices: { 'acme/a': { input: Number.NaN, output: 1 } } }, 'prices.acme/a.input', 'got NaN'],
    [{}, { prices: { 'acme/a': { input: 1, output: 1, cachedInput: -1 } } }, 'prices.acme/a.cachedInput', 'got -1'],
    [{}, { prices: { 'acme/a': { input: 1, output: 1, cached: 1 } } }, 'prices.acme/a.cached', 'has no option cached'],
  ])('refuses %j with %j, naming %s', (limits, options, field, message) => {
    const refusal = { code: 'invalid_option', field, message: expect.stringContaining(message) }
    expect(() => createBudget(limits as BudgetLimits, options as BudgetOptions)).toThrow(
      expect.objectContaining(refusal),
    )
    const { prices } = (options ?? {}) as BudgetOptions
    if (prices !== undefined) expect(() => assertPrices(prices)).toThrow(expect.objectContaining(refusal))
  })

  it('takes prices as they should be', () => {
    expect(() => assertPrices({ 'acme/a': { input: 1, output: 0 } })).not.toThrow()
  })
})

/** One step of a run: a call asks for room, one that waits is aborted, or one that was granted ends. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('reserve' as const),
      inputTokens: fc.nat(400),
      maxOutputTokens: fc.option(fc.nat(2_000), { nil: undefined }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      which: fc.nat(9),
      /** Of the estimate; the rest was wrong. */
      realInput: fc.double({ min: 0, max: 2, noNaN: true }),
      realOutput: fc.double({ min: 0, max: 1, noNaN: true }),
      cached: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('abort' as const), which: fc.nat(9) }) },
)

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const price = { input: 3, output: 15, cachedInput: 0.3 }
const perToken = (amount: number) => amount / 1_000_000

/** Plays a run, ends every call in the end, and keeps its own account beside the budget's. */
async function play(budget: Budget, steps: readonly Step[], checkAfter: (account: Account) => void): Promise<string[]> {
  const account = { tokens: 0, cost: 0, tokenErrors: 0, costErrors: 0 }
  const all: ReturnType<typeof reserve>[] = []
  const estimates = new Map<object, number>()
  const inFlight = () => all.filter(({ state }) => state === 'granted')
  const waiting = () => all.filter(({ state }) => state === 'waits')

  function settle(
    call: ReturnType<typeof reserve>,
    { realInput, realOutput, cached }: Extract<Step, { kind: 'settle' }>,
  ) {
    const { reservation } = call
    if (!reservation) throw new Error('only what was granted can be settled')
    const estimate = estimates.get(call) ?? 0
    const inputTokens = Math.round(estimate * realInput)
    const outputTokens = Math.floor((reservation.maxOutputTokens ?? 0) * realOutput)
    const cachedInputTokens = Math.floor(inputTokens * cached)
    const cost =
      (inputTokens - cachedInputTokens) * perToken(price.input) +
      cachedInputTokens * perToken(price.cachedInput) +
      outputTokens * perToken(price.output)
    const error = Math.max(0, inputTokens - estimate)
    account.tokens += inputTokens + outputTokens
    account.cost += cost
    account.tokenErrors += error
    account.costErrors += error * perToken(price.input)
    call.state = 'settled'
    expect(reservation.settle({ inputTokens, outputTokens, cachedInputTokens })).toBeCloseTo(cost, 12)
  }

  for (const one of steps) {
    if (one.kind === 'reserve') {
      if (inFlight().length + waiting().length >= 10) continue
      const call = reserve(budget, one.inputTokens, one.maxOutputTokens)
      estimates.set(call, one.inputTokens)
      all.push(call)
    } else if (one.kind === 'settle') {
      const call = inFlight()[one.which % Math.max(1, inFlight().length)]
      if (call) settle(call, one)
    } else {
      waiting()[one.which % Math.max(1, waiting().length)]?.controller.abort()
    }
    await nextMacrotask()
    checkAfter(account)
  }
  for (let call = inFlight()[0]; call; call = inFlight()[0]) {
    settle(call, { kind: 'settle', which: 0, realInput: 1.5, realOutput: 1, cached: 0 })
    await nextMacrotask()
    checkAfter(account)
  }
  expect(budget.used.tokens).toBe(account.tokens)
  expect(budget.used.cost).toBeCloseTo(account.cost, 9)
  return all.map(({ state }) => state)
}

interface Account {
  readonly tokens: number
  readonly cost: number
  readonly tokenErrors: number
  readonly costErrors: number
}

describe('up to ten calls in flight', () => {
  const runs = fc.array(step, { minLength: 5, maxLength: 40 })
  const ends = ['settled', 'budget_exceeded', 'aborted']

  it('never spend more tokens than the limit and the errors of the estimates, and never hang', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 100, max: 8_000 }), runs, async (tokens, steps) => {
        const budget = createBudget({ tokens }, { prices: { [modelId]: price } })
        const states = await play(budget, steps, (account) => {
          expect(account.tokens).toBeLessThanOrEqual(tokens + account.tokenErrors)
          expect(budget.used.tokens).toBeLessThanOrEqual(tokens + account.tokenErrors)
        })
        expect(ends).toEqual(expect.arrayContaining(states))
      }),
    )
  })

  it('never cost more than the limit and the errors of the estimates, and never hang', async () => {
    const limit = fc.double({ min: 0.001, max: 0.1, noNaN: true })
    const rounding = 1e-9
    await fc.assert(
      fc.asyncProperty(limit, runs, async (cost, steps) => {
        const budget = createBudget({ cost }, { prices: { [modelId]: price } })
        const states = await play(budget, steps, (account) => {
          expect(account.cost).toBeLessThanOrEqual(cost + account.costErrors + rounding)
          expect(budget.used.cost).toBeLessThanOrEqual(cost + account.costErrors + rounding)
        })
        expect(ends).toEqual(expect.arrayContaining(states))
      }),
    )
  })
})
