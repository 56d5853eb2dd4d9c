import { type Budget, createBudget, type ModelCallRecord, metered } from '@artoo/llm'
import {
  ArtooError,
  type LanguageModel,
  type ModelOptions,
  type ModelRequest,
  type ModelResponse,
  ProviderError,
} from '@artoo/spec'
import { describe, expect, it, vi } from 'vitest'

const id = 'acme/metered'
// 16 bytes: 4 tokens by artoo's estimate.
const request: ModelRequest = { messages: [{ role: 'user', content: 'sixteen bytes ok' }], maxOutputTokens: 50 }
const answer: ModelResponse = { text: 'eight by', toolCalls: [], finishReason: 'stop' }
const prices = { [id]: { input: 1_000_000, output: 2_000_000, cachedInput: 500_000 } }

type Behaviour = (request: ModelRequest, options: ModelOptions) => Promise<ModelResponse>

function ask(generate: Behaviour, options: { readonly streams?: boolean; readonly budget?: Budget } = {}) {
  const { streams, budget = createBudget({}, { prices }) } = options
  const model: LanguageModel = { id, streams, generate }
  const records: ModelCallRecord[] = []
  const { signal } = new AbortController()
  const call = metered(model, { budget, onCall: (record) => void records.push(record) }).generate(request, { signal })
  return { call, records, budget }
}

describe('a metered call', () => {
  it('is billed with what the provider reports, and keeps all that it says', async () => {
    const usage = { inputTokens: 9, outputTokens: 7, cachedInputTokens: 4, reasoningTokens: 3, raw: { tier: 'flex' } }
    const { call, records, budget } = ask(async () => ({ ...answer, usage }))
    await expect(call).resolves.toEqual({ ...answer, usage })
    expect(records).toEqual([{ request, usage, cost: 5 + 4 * 0.5 + 7 * 2, outcome: { ...answer, usage } }])
    expect(budget.used).toEqual({ modelCalls: 1, tokens: 16, cost: 21 })
  })

  it.each([
    ['nothing', undefined, { inputTokens: 4, outputTokens: 2, estimated: true }],
    ['only the input', { inputTokens: 9 }, { inputTokens: 9, outputTokens: 2, estimated: true }],
    ['only the output', { outputTokens: 9, raw: 1 }, { inputTokens: 4, outputTokens: 9, raw: 1, estimated: true }],
    [
      '0, as servers do that do not count',
      { inputTokens: 0, outputTokens: 0 },
      { inputTokens: 4, outputTokens: 2, estimated: true },
    ],
  ])('is estimated and marked where the provider reports %s', async (_, usage, billed) => {
    const { call, records, budget } = ask(async () => ({ ...answer, usage }))
    await call
    expect(records[0]?.usage).toEqual(billed)
    expect(budget.used.tokens).toBe(billed.inputTokens + billed.outputTokens)
  })

  it('takes 0 for an answer without words', async () => {
    const { call, records } = ask(async () => ({ ...answer, text: '', usage: { inputTokens: 9, outputTokens: 0 } }))
    await call
    expect(records[0]?.usage).toEqual({ inputTokens: 9, outputTokens: 0 })
  })

  it('estimates tool calls and schemas, too', async () => {
    const tools = [{ name: 'glob', description: 'x'.repeat(400), inputSchema: {} }]
    const model: LanguageModel = {
      id,
      generate: async () => ({ ...answer, text: '', toolCalls: [{ id: '1', name: 'glob', input: 'y'.repeat(400) }] }),
    }
    const onCall = vi.fn<(record: ModelCallRecord) => void>()
    const { generate } = metered(model, { budget: createBudget(), onCall })
    await generate({ ...request, tools }, new AbortController())
    const usage = onCall.mock.calls[0]?.[0].usage
    expect(usage?.inputTokens).toBeGreaterThan(100)
    expect(usage?.outputTokens).toBeGreaterThan(100)
  })

  // The input is estimated at 4 tokens.
  it.each([
    ['as long as was asked for', createBudget(), 300],
    ['shorter, when little is left', createBudget({ tokens: 264 }), 260],
  ])('tells the model how long its answer may be: %s', async (_, budget, granted) => {
    const generate = vi.fn<Behaviour>(async () => answer)
    await metered({ id, generate }, { budget }).generate({ ...request, maxOutputTokens: 300 }, new AbortController())
    expect(generate.mock.calls.map(([asked]) => asked.maxOutputTokens)).toEqual([granted])
  })
})

describe('a call that came to nothing', () => {
  const refused = new ProviderError('provider_rate_limited', 'busy', { status: 429 })
  const broken = new ProviderError('provider_unavailable', 'the stream broke')
  const late = new ArtooError('model_timeout', 'too late')

  // Each row: who streams, what arrived, how it ended, what is billed. The input is estimated at 4 tokens, 50 were reserved.
  it.each([
    ['that the provider refused', false, [], refused, { inputTokens: 0, outputTokens: 0 }],
    ['that a streaming provider refused', true, [], refused, { inputTokens: 0, outputTokens: 0 }],
    ['whose stream broke', true, ['eight', ' by'], broken, { inputTokens: 4, outputTokens: 2, estimated: true }],
    ['that was too slow', true, ['eight', ' by'], late, { inputTokens: 4, outputTokens: 2, estimated: true }],
    ['that never began to speak', true, [], late, { inputTokens: 4, outputTokens: 0, estimated: true }],
    ['that nobody saw', false, [], late, { inputTokens: 4, outputTokens: 50, estimated: true }],
  ] as const)('%s is billed fairly', async (_, streams, pieces, error, usage) => {
    const generate: Behaviour = async (_request, { onProgress }) => {
      for (const piece of pieces) onProgress?.(piece)
      throw error
    }
    const { call, records, budget } = ask(generate, { streams })
    await expect(call).rejects.toBe(error)
    const cost = usage.inputTokens + usage.outputTokens * 2
    expect(records).toEqual([{ request, usage, cost, outcome: { error } }])
    expect(budget.used).toEqual({ modelCalls: 1, tokens: usage.inputTokens + usage.outputTokens, cost })
  })

  it('that the budget refused was not made and is not recorded', async () => {
    const generate = vi.fn<Behaviour>()
    const { call, records } = ask(generate, { budget: createBudget({ modelCalls: 0 }) })
    await expect(call).rejects.toMatchObject({ code: 'budget_exceeded', field: 'modelCalls' })
    expect([generate.mock.calls.length, records.length]).toEqual([0, 0])
  })

  it('that was aborted before is not made either', async () => {
    const generate = vi.fn<Behaviour>()
    const model = metered({ id, generate }, { budget: createBudget() })
    await expect(model.generate(request, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' })
    expect(generate).not.toHaveBeenCalled()
  })
})

describe('the record of a call', () => {
  it('is made once, even when making it fails', async () => {
    const onCall = vi.fn(() => {
      throw new Error('log is full')
    })
    const budget = createBudget()
    const model = metered({ id, generate: async () => answer }, { budget, onCall })
    await expect(model.generate(request, new AbortController())).rejects.toThrow('log is full')
    expect(onCall).toHaveBeenCalledTimes(1)
    expect(budget.used).toEqual({ modelCalls: 1, tokens: 6, cost: 0 })
  })

  it('is not needed', async () => {
    const model = metered({ id, generate: async () => answer }, { budget: createBudget() })
    await expect(model.generate(request, new AbortController())).resolves.toBe(answer)
  })

  it('does not keep progress from who listens', async () => {
    const pieces: string[] = []
    const generate: Behaviour = async (_, { onProgress }) => {
      onProgress?.('a')
      onProgress?.('b')
      return answer
    }
    const model = metered({ id, streams: true, generate }, { budget: createBudget() })
    const { signal } = new AbortController()
    await model.generate(request, { signal, onProgress: (piece) => void pieces.push(piece) })
    expect(pieces).toEqual(['a', 'b'])
    expect(model.streams).toBe(true)
  })
})
