import { checked } from '@artoo/llm'
import { ArtooError, type LanguageModel, type ModelResponse, ProviderError } from '@artoo/spec'
import { describe, expect, it } from 'vitest'
import { worked } from '../../../test/worked.js'

const request = { messages: [] }
const { signal } = new AbortController()
const whole = { text: '{}', toolCalls: [], finishReason: 'stop' }

const asking = (generate: () => unknown) =>
  checked({ id: 'acme/odd', generate } as LanguageModel).generate(request, { signal })

describe('a model that is checked', () => {
  it.each([
    ['the least that there can be', whole],
    [
      'all that there can be',
      {
        text: 'hi',
        toolCalls: [{ id: '1', name: 'glob', input: { deep: [1, null] } }],
        finishReason: 'tool_calls',
        usage: { inputTokens: 1, outputTokens: 0, cachedInputTokens: 1, reasoningTokens: 0, raw: { any: ['thing'] } },
        rawFinishReason: 'tool_use',
        responseId: 'r1',
        opaque: [{ signature: 's' }],
      },
    ],
    ['usage in part', { ...whole, usage: { outputTokens: 3 } }],
    ['a call whose input is undefined', { ...whole, toolCalls: [{ id: '1', name: 'glob', input: undefined }] }],
  ])('may answer %s', async (_, response) => {
    await expect(asking(async () => response)).resolves.toEqual(response)
  })

  it.each<[string, unknown, string]>([
    ['no number', { inputTokens: Number.NaN, outputTokens: 3 }, 'inputTokens: NaN'],
    ['a negative number', { inputTokens: -1, outputTokens: 3 }, 'inputTokens: -1'],
    ['an infinite one', { inputTokens: Number.POSITIVE_INFINITY, outputTokens: 3 }, 'inputTokens: Infinity'],
    ['more than any call has', { inputTokens: 1e300, outputTokens: 3 }, 'inputTokens: 1e+300'],
    ['a part of a token', { inputTokens: 1.5, outputTokens: 3 }, 'inputTokens: 1.5'],
    ['a text', { inputTokens: '12', outputTokens: 3 }, 'inputTokens: a string'],
  ])('may account for its tokens with %s, which counts as unknown and is named', async (_, usage, named) => {
    const { usage: told } = await asking(async () => ({ ...whole, usage }))
    expect(told).toEqual({ outputTokens: 3, unusable: [named] })
  })

  it.each([
    ['nothing', null, undefined],
    ['no account', 12, { unusable: ['usage: a number'] }],
    ['what no journal holds', { outputTokens: 3, raw: () => 1 }, { outputTokens: 3 }],
  ])('may give %s for an account', async (_, usage, told) => {
    expect((await asking(async () => ({ ...whole, usage }))).usage).toEqual(told)
  })

  it('has a tool input that is too large replaced by words, which its tool refuses', async () => {
    const sparse: unknown[] = []
    sparse.length = 2 ** 32 - 1
    const startedAt = worked()
    for (const input of [{ rows: sparse }, Array.from({ length: 300_000 }, () => 0)]) {
      const { toolCalls } = await asking(async () => ({ ...whole, toolCalls: [{ id: '1', name: 'x', input }] }))
      expect(toolCalls[0]?.input).toBe('(an input of more than 250000 fields and items, left out)')
    }
    expect(worked() - startedAt).toBeLessThan(1_000)
  })

  it.each([
    ['nothing', undefined, 'response'],
    ['a bare text', 'hello', 'response'],
    ['no text', { ...whole, text: null }, 'text'],
    ['no list of calls', { ...whole, toolCalls: undefined }, 'toolCalls'],
    ['a call without a name', { ...whole, toolCalls: [{ id: '1', input: {} }] }, 'toolCalls.0.name'],
    ['a call without a place for input', { ...whole, toolCalls: [{ id: '1', name: 'x' }] }, 'toolCalls.0.input'],
    ['an unknown finish reason', { ...whole, finishReason: 'done' }, 'finishReason'],
  ])('is told apart when it answers %s', async (_, response, field) => {
    await expect(asking(async () => response)).rejects.toMatchObject({
      name: 'ArtooError',
      code: 'invalid_model_response',
      field,
      message: expect.stringContaining('acme/odd'),
    })
  })

  it.each([
    ['rejects', async () => Promise.reject(new Error('503'))],
    [
      'throws at once',
      () => {
        throw new Error('503')
      },
    ],
  ])('is the provider when it %s', async (_, generate) => {
    const error: unknown = await asking(generate).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ProviderError)
    expect(error).toMatchObject({ code: 'provider_failed', message: '503', cause: new Error('503') })
  })

  it('may fail with an error of ours', async () => {
    const error = new ArtooError('aborted', 'stop')
    await expect(asking(() => Promise.reject(error))).rejects.toBe(error)
  })

  it('is the same model in all else', () => {
    const model = { id: 'acme/odd', streams: true, generate: async () => whole as ModelResponse }
    const trusted = checked(model)
    expect([trusted.id, trusted.streams]).toEqual(['acme/odd', true])
    model.streams = false
    expect(trusted.streams).toBe(false)
  })
})
