import { ArtooError, assertOptions, type TokenUsage } from '@artoo/spec'

/** The price of a model, per million tokens, in a currency of the host's choice. */
export interface Price {
  readonly input: number
  readonly output: number
  /** For input that the provider had in its cache. @defaultValue the price of input */
  readonly cachedInput?: number | undefined
}

/** Per token. */
export type TokenPrice = Readonly<Record<'input' | 'output' | 'cachedInput', number>>

export const free: TokenPrice = { input: 0, output: 0, cachedInput: 0 }

export function costOf(
  price: TokenPrice,
  {
    inputTokens,
    outputTokens,
    cachedInputTokens = 0,
  }: Pick<TokenUsage, 'inputTokens' | 'outputTokens' | 'cachedInputTokens'>,
): number {
  const fresh = Math.max(0, inputTokens - cachedInputTokens)
  return fresh * price.input + cachedInputTokens * price.cachedInput + outputTokens * price.output
}

/** @throws {ArtooError} `invalid_option` naming the price that is none. */
export function assertPrices(prices: Readonly<Record<string, Price>>): void {
  assertOptions(prices, Object.keys(Object(prices)), { of: 'prices', path: 'prices' })
  for (const [id, price] of Object.entries(prices)) {
    assertOptions(price, ['input', 'output', 'cachedInput'], { of: `prices.${id}`, path: `prices.${id}` })
    const { input, output, cachedInput = input } = price
    for (const [name, amount] of Object.entries({ input, output, cachedInput })) {
      assertAmount(`prices.${id}.${name}`, amount)
    }
  }
}

/**
 * Asserts that the cost of each model's calls can be known: a limit on cost does not hold otherwise.
 *
 * @throws {ArtooError} `invalid_option` naming the price that is missing.
 */
export function assertPriced(models: Iterable<{ readonly id: string }>, prices: Readonly<Record<string, Price>>): void {
  for (const { id } of models) {
    if (Object.hasOwn(prices, id)) continue
    const message = `limits.cost needs the price of ${id}: give prices: { '${id}': { input, output } } per million tokens`
    throw new ArtooError('invalid_option', message, { field: `prices.${id}` })
  }
}

/** Prices per token. @throws {ArtooError} as `assertPrices` does. */
export function pricesByToken(prices: Readonly<Record<string, Price>>): ReadonlyMap<string, TokenPrice> {
  assertPrices(prices)
  const million = 1_000_000
  return new Map(
    Object.entries(prices).map(([id, { input, output, cachedInput = input }]) => {
      return [id, { input: input / million, output: output / million, cachedInput: cachedInput / million }]
    }),
  )
}

export function assertAmount(field: string, amount: unknown): void {
  if (typeof amount === 'number' && amount >= 0) return
  throw new ArtooError('invalid_option', `${field} must be a number of 0 or more, got ${String(amount)}`, { field })
}
