import type { LanguageModelV2Usage } from '@ai-sdk/provider'
import { type AiSdkModel, checked, createBudget, extractJson, fromAiSdk, fromFunction, metered } from '@artoo/llm'
import { ArtooError, type LanguageModel, type Message, type ModelRequest, ProviderError } from '@artoo/spec'
import { describe, expect, it, vi } from 'vitest'
import { worked } from '../../../test/worked.js'

const user: Message = { role: 'user', content: 'hello' }
const request: ModelRequest = { messages: [user] }
const { signal } = new AbortController()

interface Part {
  readonly type: string
  readonly [field: string]: unknown
}

const finish = {
  type: 'finish',
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: { inputTokens: { total: 3 }, outputTokens: { total: 2 } },
}
const text = (delta: string): Part => ({ type: 'text-delta', id: '1', delta })

/** A model whose stream gives these parts; `prompts` is what it was sent. */
function streaming(source: (controller: ReadableStreamDefaultController<Part>) => void, prompts: unknown[] = []) {
  const model: AiSdkModel = {
    specificationVersion: 'v3',
    provider: 'mean',
    modelId: 'm',
    doGenerate: () => Promise.reject(new Error('it streams')),
    doStream: async ({ prompt }: { prompt: unknown }) => {
      prompts.push(prompt)
      return { stream: new ReadableStream<Part>({ pull: source }) }
    },
  }
  return fromAiSdk(model)
}

const once = (...parts: readonly Part[]) =>
  streaming((controller) => {
    for (const part of parts) controller.enqueue(part)
    controller.close()
  })

describe('a stream', () => {
  it('that always has more at hand lets timers fire', async () => {
    const endless = streaming((controller) => controller.enqueue(text('a')))
    const abort = AbortSignal.timeout(50)
    await expect(endless.generate(request, { signal: abort })).rejects.toThrow()
    expect(abort.aborted).toBe(true)
  })

  it.each(['text', 'reasoning', 'tool-input'])(
    'of more than eight million characters of %s is no answer',
    async (kind) => {
      const delta = 'a'.repeat(1_000_000)
      let parts = 0
      const long = streaming((controller) => {
        if (parts++ < 9) controller.enqueue({ type: `${kind}-delta`, id: '1', delta })
        else controller.enqueue(finish)
      })
      await expect(long.generate(request, { signal })).rejects.toMatchObject({
        code: 'invalid_model_response',
        field: 'text',
      })
    },
  )

  it('has ended when it says so, whatever its connection does then', async () => {
    const open = streaming((controller) => {
      controller.enqueue(text('done'))
      controller.enqueue(finish)
    })
    await expect(open.generate(request, { signal })).resolves.toMatchObject({ text: 'done' })
    const failing = once(text('done'), finish, { type: 'error', error: new Error('reset') })
    await expect(failing.generate(request, { signal })).resolves.toMatchObject({ text: 'done' })
  })
})

it('is read as far as it can be, when what a provider throws has broken getters', async () => {
  const error = Object.defineProperty(Object.assign(new Error(), { statusCode: 503 }), 'message', {
    get() {
      throw new Error('broken')
    },
  })
  const failing: AiSdkModel = {
    specificationVersion: 'v3',
    provider: 'mean',
    modelId: 'm',
    doGenerate: () => Promise.reject(new Error('it streams')),
    doStream: () => Promise.reject(error),
  }
  await expect(checked(fromAiSdk(failing)).generate(request, { signal })).rejects.toMatchObject({
    code: 'provider_unavailable',
    status: 503,
  })
})

describe('what no journal can hold', () => {
  const cycle: Record<string, unknown> = {}
  cycle.self = cycle

  it.each<[string, unknown]>([
    ['a bigint', { openai: { id: 1n } }],
    ['a cycle', cycle],
  ])('is left out of what a provider wants back: %s', async (_, providerMetadata) => {
    const usage = { ...finish.usage, raw: providerMetadata }
    const model = once({ ...text('hi'), providerMetadata }, { ...finish, usage })
    await expect(checked(model).generate(request, { signal })).resolves.toMatchObject({ text: 'hi', opaque: undefined })
  })

  it.each<[string, unknown]>([
    ['a date', new Date(0)],
    ['a function', () => 1],
    ['an abyss', JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)],
  ])('makes an answer of a host’s own model invalid: %s', async (_, input) => {
    const model: LanguageModel = {
      id: 'own',
      generate: async () => ({ text: '', toolCalls: [{ id: '1', name: 'x', input }], finishReason: 'tool_calls' }),
    }
    await expect(checked(model).generate(request, { signal })).rejects.toMatchObject({
      code: 'invalid_model_response',
      field: 'toolCalls.0.input',
    })
  })

  it('stays text as the input of a call: the tool then says what is wrong with it', async () => {
    const input = `{"n":${'['.repeat(4_000)}${']'.repeat(4_000)}}`
    const model = once({ type: 'tool-call', toolCallId: 'c1', toolName: 'x', input }, finish)
    const budget = createBudget()
    const { toolCalls } = await metered(checked(model), { budget }).generate(request, { signal })
    expect(toolCalls[0]?.input).toBe(input)
    expect(budget.used.tokens).toBe(5)
  })

  it('is no JSON object in a text', () => {
    expect(() => extractJson(`{"n":${'['.repeat(4_000)}${']'.repeat(4_000)}}`)).toThrow(
      expect.objectContaining({ code: 'no_json' }),
    )
  })
})

describe('a prompt', () => {
  it('repeats neither a name that no tool can have nor a blank text', async () => {
    const prompts: { role: string; content: { type: string; toolName?: string }[] }[][] = []
    const model = streaming((controller) => {
      controller.enqueue(text('ok'))
      controller.enqueue(finish)
    }, prompts)
    const name = 'functions.look up\ud800'
    const messages: Message[] = [
      user,
      { role: 'assistant', content: '\n\n', toolCalls: [{ id: 'c1', name, input: {} }] },
      { role: 'tool', toolCallId: 'c1', name, content: 'there is no such tool' },
    ]
    await model.generate({ messages }, { signal })
    const [, said, result] = prompts[0] ?? []
    expect(said?.content).toEqual([expect.objectContaining({ type: 'tool-call', toolName: 'functions_look_up_' })])
    expect(result?.content[0]?.toolName).toBe('functions_look_up_')
  })
})

describe('a bill of v2', () => {
  it.each<[string, Partial<LanguageModelV2Usage>, number, number]>([
    ['as it is', { inputTokens: 100, outputTokens: 20, cachedInputTokens: 30, totalTokens: 120 }, 100, 20],
    [
      'with reasoning beside the output',
      { inputTokens: 10, outputTokens: 10, reasoningTokens: 5_000, totalTokens: 5_020 },
      10,
      5_010,
    ],
    [
      'with the cache beside the input',
      { inputTokens: 1_000, outputTokens: 5, cachedInputTokens: 100_000, totalTokens: 1_005 },
      101_000,
      5,
    ],
  ])('%s', async (_, usage, inputTokens, outputTokens) => {
    const model = once(text('hi'), { ...finish, finishReason: 'stop', usage })
    await expect(model.generate(request, { signal })).resolves.toMatchObject({ usage: { inputTokens, outputTokens } })
  })
})

describe('a repair', () => {
  it('is not tried on a long text, since it takes time by the square', () => {
    const slow = `{"a": "${'x" y "'.repeat(80_000)}"}`
    const began = worked()
    expect(() => extractJson(slow)).toThrow(ArtooError)
    const fast = worked()
    expect(() => extractJson(`{"a": "${'x" y "'.repeat(5_000)}"}`)).not.toThrow()
    expect(fast - began).toBeLessThan(10 * (worked() - fast))
  })
})

describe('a host', () => {
  it.each([
    [{ retryAfterMs: Number.NaN }, undefined, undefined],
    [{ retryAfterMs: -5, status: 503 }, 503, 0],
    [{ status: '400' as never, retryAfterMs: Infinity }, undefined, undefined],
  ])('may read a ProviderError off a response by himself: %o', (given, status, retryAfterMs) => {
    const error = new ProviderError('provider_unavailable', 'away', given)
    expect([error.status, error.retryAfterMs]).toEqual([status, retryAfterMs])
  })

  it('whose getter of streams throws has a model that does not stream', async () => {
    const generate = vi.fn(async () => ({ text: 'hi', toolCalls: [], finishReason: 'stop' as const }))
    const model = Object.defineProperty({ id: 'odd', generate }, 'streams', {
      get() {
        throw new Error('odd')
      },
    })
    expect(checked(model).streams).toBe(false)
  })

  it.each<[unknown, string]>([
    [null, 'options'],
    [{ name: 'x' }, 'name'],
    [{ id: 3 }, 'id'],
    [{ id: '' }, 'id'],
  ])('can not give fromFunction %o', (options, field) => {
    expect(() => fromFunction(() => '', options as never)).toThrow(
      expect.objectContaining({ code: 'invalid_option', field }),
    )
  })
})
