import { ProviderError, type ProviderErrorCode } from '@artoo/spec'
import { answers, type Habits } from './answers.js'
import { type Call, callsOf } from './calls.js'
import { kinds } from './kinds.js'
import type { Random } from './random.js'
import { hugeTexts, wrongTexts } from './texts.js'
import { anyValue, plainValue, thrown } from './values.js'

/** What a model does when it is asked once. */
export type Turn =
  | {
      readonly kind: 'answer'
      readonly text: string
      readonly calls: readonly Call[]
      /** Fields of the response that are not as they should be. */
      readonly odd: Readonly<Record<string, unknown>>
      readonly afterMs: number
      /** Pieces of progress that are reported before it. */
      readonly pieces: number
    }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'throw'; readonly error: unknown }
  | { readonly kind: 'hang' }
  /** Answers, or throws, so long after it was aborted. */
  | { readonly kind: 'late'; readonly ms: number; readonly throws: boolean }

export interface Asked {
  /** Of the output. */
  readonly name: string
  readonly offersTools: boolean
  /** Only what JSON can hold. */
  readonly inJson: boolean
}

type Maker = (random: Random, asked: Asked, habits: Habits) => Turn

const answer = (text: string, more: Partial<Extract<Turn, { kind: 'answer' }>> = {}): Turn => {
  return { kind: 'answer', text, calls: [], odd: {}, afterMs: 0, pieces: 0, ...more }
}

function validText(random: Random, { name }: Asked, habits: Habits): string {
  return JSON.stringify(answers[name]?.(random, habits) ?? {})
}

const codes: readonly ProviderErrorCode[] = [
  'provider_rate_limited',
  'provider_unavailable',
  'provider_unauthorized',
  'provider_rejected',
  'provider_failed',
]
const waits = [undefined, 0, 100, 2_000, 3_600_000, -5, Number.NaN, Infinity, 2 ** 40] as const
const usages = [
  undefined,
  null,
  {},
  { inputTokens: -1, outputTokens: 5 },
  { inputTokens: Number.NaN, outputTokens: 5 },
  { inputTokens: Infinity },
  { inputTokens: 1e308, outputTokens: 1e308 },
  { inputTokens: '12', outputTokens: 0 },
  { inputTokens: 0.5, outputTokens: 0, cachedInputTokens: 1e9 },
  { inputTokens: 1, outputTokens: 1, raw: { a: [] } },
] as const
const reasons = ['stop', 'length', 'content_filter', 'error', 'other', 'tool_calls', 'unheard of', '', null, 7] as const

const nothings = kinds('nothing', [
  [0.1, (random: Random) => answer(random.of(hugeTexts))],
  [1, () => answer('')],
] as const)

const wild = kinds<Maker>('turn', [
  (random) => answer(random.of(wrongTexts)),
  (random) => answer(random.of(wrongTexts)),
  (random, asked, habits) => {
    const text = validText(random, asked, habits)
    const finishReason = random.pick(['length', 'stop', 'other'])
    return answer(text.slice(0, random.int(0, text.length)), { odd: { finishReason } })
  },
  (random) => answer(JSON.stringify(plainValue(random)) ?? ''),
  (random, _, habits) => answer(validText(random, { name: random.pick(Object.keys(answers)) } as Asked, habits)),
  (random, asked, habits) => answer(`${random.of(wrongTexts)}\n${validText(random, asked, habits)}`),
  (random, asked, habits) => answer(validText(random, asked, habits), { odd: { finishReason: random.pick(reasons) } }),
  (random, asked, habits) => answer(validText(random, asked, habits), { odd: { usage: random.pick(usages) } }),
  (random, asked, habits) => answer(validText(random, asked, habits), { pieces: random.pick([1, 100, 20_000]) }),
  (random, asked, habits) => answer(validText(random, asked, habits), { odd: { opaque: anyValue(random) } }),
  (random, asked, habits) => answer(validText(random, asked, habits), { afterMs: random.int(1, 20) }),
  (random, { inJson }, { toolNames }) => answer('', { calls: callsOf(random, toolNames, inJson) }),
  (random) => ({ kind: 'throw', error: random.of(thrown) }),
  (random) => ({ kind: 'throw', error: random.of(thrown) }),
  (random) => {
    const options = { status: random.pick([undefined, 429, 500, Number.NaN]), retryAfterMs: random.pick(waits) }
    return { kind: 'throw', error: new ProviderError(random.pick(codes), 'the provider says no', options) }
  },
  () => ({ kind: 'hang' }),
  (random) => ({ kind: 'late', ms: random.pick([0, 1, 30]), throws: random.chance(0.5) }),
  (random, { inJson }) => (inJson ? answer('') : { kind: 'value', value: anyValue(random) }),
  (random, { inJson }) => answer('', inJson ? {} : { odd: { text: anyValue(random), toolCalls: anyValue(random) } }),
  (random) => random.weighted(nothings),
])

/** How likely a model calls tools once more. */
const calling = 0.7

/** The turn that a model takes: a good one as a rule, or, as likely as `wildness`, any. */
export function turnFor(random: Random, asked: Asked, habits: Habits, wildness: number): Turn {
  if (random.chance(wildness)) return random.pick(wild)(random, asked, habits)
  const afterMs = random.chance(0.1) ? random.int(1, 5) : 0
  if (asked.offersTools && random.chance(calling)) {
    return answer('', { calls: callsOf(random, habits.toolNames, asked.inJson), afterMs })
  }
  return answer(validText(random, asked, habits), { afterMs })
}
