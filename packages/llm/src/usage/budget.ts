import { ArtooError, assertOptions, type Deadline, deadlineFor, type TokenUsage } from '@artoo/spec'
import { assertAmount, costOf, free, type Price, pricesByToken, type TokenPrice } from './prices.js'

export interface BudgetLimits {
  /** Calls to a model, those that fail and are tried again included. @defaultValue unlimited */
  readonly modelCalls?: number | undefined
  /** Input and output tokens together. @defaultValue unlimited */
  readonly tokens?: number | undefined
  /** In the currency of `prices`. @defaultValue unlimited */
  readonly cost?: number | undefined
}

export interface BudgetOptions {
  /** By model id, `openai/gpt-5`. A limit on cost needs the price of every model that is asked. @defaultValue none */
  readonly prices?: Readonly<Record<string, Price>> | undefined
  /** The use before this run, which counts towards the limits. @defaultValue nothing */
  readonly used?: BudgetUse | undefined
}

/** A call about to be made. */
interface Spending {
  readonly modelId: string
  /** Estimated. */
  readonly inputTokens: number
  /** The most that the answer may take. @defaultValue 8_192 where a limit on tokens or cost needs a bound */
  readonly maxOutputTokens?: number | undefined
}

export interface Reservation {
  /** To be given to the model; less than was asked for when little is left. */
  readonly maxOutputTokens: number | undefined
  /** Replaces what was reserved by what was used, and says what that cost, null without a price. Only the first call counts. */
  settle(usage: Pick<TokenUsage, 'inputTokens' | 'outputTokens' | 'cachedInputTokens'>): number | null
}

export interface BudgetUse {
  readonly modelCalls: number
  readonly tokens: number
  /** 0 for models without a price. */
  readonly cost: number
}

/** A hard limit over calls in flight: what a call may come to is set aside before it starts. */
export interface Budget {
  /**
   * Sets aside one call. When it doesn't fit only because of calls in flight, waits for them; when little is left it
   * grants a shorter answer. Spending exceeds a limit by no more than the estimates of input were wrong.
   *
   * @throws {ArtooError} `budget_exceeded` with the exhausted limit as `field`; `unknown_price` when there is a limit on
   * cost; `aborted`.
   */
  reserve(spending: Spending, options: { readonly signal: AbortSignal }): Promise<Reservation>
  /**
   * Replaces the limits that are named; one that is `undefined` is lifted. Calls that wait are looked at again, calls in flight go on.
   *
   * @throws {ArtooError} `invalid_option`
   */
  limit(limits: BudgetLimits): void
  /** Settled and reserved together. */
  readonly used: BudgetUse
}

const defaultMaxOutputTokens = 8_192

/** An answer with less room than this is not worth its call. */
const leastOutputTokens = 256

/** @throws {ArtooError} `invalid_option` for a limit or price that is not a number of 0 or more. */
export function createBudget(limits: BudgetLimits = {}, options: BudgetOptions = {}): Budget {
  assertOptions(options, ['prices', 'used'], { of: 'createBudget' })
  const { prices: priceList = {} } = options
  let { modelCalls, tokens, cost } = allowed(limits, 'createBudget')
  const prices = pricesByToken(priceList)
  const used = { modelCalls: 0, tokens: 0, cost: 0, ...options.used }
  const waiting = new Set<() => void>()
  let inFlight = 0

  function priceOf(modelId: string): TokenPrice {
    const price = prices.get(modelId)
    if (price) return price
    if (cost === Infinity) return free
    const message = `there is a limit on cost, but prices has no ${modelId}: give its prices per million tokens`
    throw new ArtooError('unknown_price', message, { field: `prices.${modelId}` })
  }

  /** The longest answer that still fits, and what forbids a longer one. */
  function roomFor(inputTokens: number, price: TokenPrice): { readonly output: number; readonly limit: Limit } {
    const byTokens = tokens - used.tokens - inputTokens
    const money = cost - used.cost - inputTokens * price.input
    const byCost = money < 0 ? money : price.output === 0 ? Infinity : money / price.output
    return byCost < byTokens ? { output: byCost, limit: 'cost' } : { output: byTokens, limit: 'tokens' }
  }

  function grant(inputTokens: number, output: number | undefined, price: TokenPrice): Reservation {
    const reserved = {
      tokens: inputTokens + (output ?? 0),
      cost: costOf(price, { inputTokens, outputTokens: output ?? 0 }),
    }
    used.modelCalls++
    used.tokens += reserved.tokens
    used.cost += reserved.cost
    inFlight++
    let settled = false
    return {
      maxOutputTokens: output,
      settle(usage) {
        const spent = costOf(price, usage)
        const known = price === free ? null : spent
        if (settled) return known
        settled = true
        inFlight--
        used.tokens += usage.inputTokens + usage.outputTokens - reserved.tokens
        used.cost += spent - reserved.cost
        wakeAll()
        return known
      },
    }
  }

  function wakeAll(): void {
    for (const wake of waiting) wake()
    waiting.clear()
  }

  async function someSettled(deadline: Deadline): Promise<void> {
    let wake = () => {}
    const settled = new Promise<void>((resolve) => {
      wake = resolve
    })
    waiting.add(wake)
    try {
      await deadline.race(() => settled)
    } finally {
      waiting.delete(wake)
    }
  }

  /** The reservation, or null when calls in flight have to settle first. */
  function tryToReserve({ modelId, inputTokens, maxOutputTokens }: Spending): Reservation | null {
    const price = priceOf(modelId)
    const isBounded = tokens !== Infinity || cost !== Infinity
    const wanted = maxOutputTokens ?? (isBounded ? defaultMaxOutputTokens : undefined)
    if (used.modelCalls >= modelCalls) throw exceeded('modelCalls', modelCalls)
    const { output, limit } = roomFor(inputTokens, price)
    if (wanted === undefined || output >= wanted) return grant(inputTokens, wanted, price)
    if (inFlight > 0) return null
    if (output >= Math.min(wanted, leastOutputTokens)) return grant(inputTokens, Math.floor(output), price)
    throw exceeded(limit, limit === 'cost' ? cost : tokens)
  }

  return Object.assign(new Account(used), {
    async reserve(spending: Spending, { signal }: { readonly signal: AbortSignal }) {
      let reservation = signal.aborted ? null : tryToReserve(spending)
      if (reservation) return reservation
      const deadline = deadlineFor(signal)
      try {
        while (!reservation) {
          await someSettled(deadline)
          if (!signal.aborted) reservation = tryToReserve(spending)
        }
        return reservation
      } finally {
        deadline.release()
      }
    },
    limit(changes: BudgetLimits) {
      ;({ modelCalls, tokens, cost } = allowed({ modelCalls, tokens, cost, ...changes }, 'limit'))
      wakeAll()
    },
  })
}

// A class, since V8 keeps all that a getter of an object literal closes over until its next full collection.
class Account {
  readonly #used: BudgetUse

  constructor(used: BudgetUse) {
    this.#used = used
  }

  get used(): BudgetUse {
    return { ...this.#used }
  }
}

function allowed(limits: BudgetLimits, of: string) {
  assertOptions(limits, ['modelCalls', 'tokens', 'cost'], { of })
  const { modelCalls = Infinity, tokens = Infinity, cost = Infinity } = limits
  const amounts = { modelCalls, tokens, cost }
  for (const [field, limit] of Object.entries(amounts)) assertAmount(field, limit)
  return amounts
}

type Limit = keyof BudgetLimits

const unitOf = { modelCalls: 'model calls', tokens: 'tokens', cost: 'in cost' } as const satisfies Record<Limit, string>

function exceeded(field: Limit, limit: number): ArtooError {
  return new ArtooError('budget_exceeded', `the limit of ${limit} ${unitOf[field]} leaves no room for another call`, {
    field,
  })
}
