import type { LanguageModelV2, LanguageModelV3 } from '@ai-sdk/provider'
import { type AiSdkModel, type FromAiSdkOptions, fromAiSdk, generate } from '@artoo/llm'
import { scriptedModel } from '@artoo/llm/testing'
import type { LanguageModel, ModelRequest, ModelResponse } from '@artoo/spec'
import { MockLanguageModelV3 } from 'ai/test'
import { MockLanguageModelV2 } from 'ai-5/test'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { isAiSdkModel } from '../src/ai-sdk/from-ai-sdk.js'
import { fakeProvider, type VersionName, versions } from './ai-sdk-fixtures.js'
import { says, type Turn } from './provider-turn.js'
import { type V4Model, v4Model } from './v4-model.js'

const user = { role: 'user', content: 'how many?' } as const
const schema = { type: 'object', properties: { count: { type: 'number' } } }
const output = { name: 'answer', schema }
const tools = [{ name: 'glob', description: 'lists files', inputSchema: { type: 'object' } }]
const names = Object.keys(versions) as VersionName[]
const { signal } = new AbortController()

function adapted(
  turns: readonly Turn[],
  options: FromAiSdkOptions = {},
  version: VersionName = 'v3',
  provider = 'acme.chat',
) {
  const fake = fakeProvider(version, turns, { streams: true, provider })
  const model = fromAiSdk(fake.model, options)
  return {
    ...fake,
    id: model.id,
    ask: (request: Partial<ModelRequest> = {}) => model.generate({ messages: [user], ...request }, { signal }),
  }
}

describe('the types', () => {
  it('take every version of an AI SDK model', () => {
    expectTypeOf<LanguageModelV2>().toExtend<AiSdkModel>()
    expectTypeOf<LanguageModelV3>().toExtend<AiSdkModel>()
    expectTypeOf<V4Model>().toExtend<AiSdkModel>()
    expectTypeOf<MockLanguageModelV2>().toExtend<AiSdkModel>()
    expectTypeOf<MockLanguageModelV3>().toExtend<AiSdkModel>()
    expectTypeOf<LanguageModel>().not.toExtend<AiSdkModel>()
  })

  it('ask of a language model no more than an id and generate', () => {
    expectTypeOf<{ id: string; generate(request: ModelRequest): Promise<ModelResponse> }>().toExtend<LanguageModel>()
  })
})

describe('isAiSdkModel', () => {
  it.each([
    ['a v2 model', new MockLanguageModelV2(), true],
    ['a v3 model', new MockLanguageModelV3(), true],
    ['a v4 model', v4Model({}), true],
    ['a model of a version to come', { specificationVersion: 'v9' }, true],
    ['a model of ours', scriptedModel({}), false],
    ['the id of a model', 'openai/gpt-5', false],
    ['null', null, false],
  ])('knows %s', (_, value, expected) => {
    expect(isAiSdkModel(value)).toBe(expected)
  })
})

describe('fromAiSdk', () => {
  it.each([
    ['a model of version 1', { specificationVersion: 'v1' }, {}, 'specificationVersion', 'not v1'],
    ['the id of a model', 'openai/gpt-5', {}, 'specificationVersion', 'not undefined'],
    ['nothing', undefined, {}, 'specificationVersion', 'not undefined'],
    [
      'half a model',
      { specificationVersion: 'v3', provider: 'a', modelId: 'm', doGenerate() {} },
      {},
      'model',
      'doStream',
    ],
    ['a model without a provider', { specificationVersion: 'v3', modelId: 'm' }, {}, 'provider', 'has no provider'],
    [
      'a model without a name',
      { specificationVersion: 'v3', provider: 'a', modelId: 5 },
      {},
      'modelId',
      'has no modelId',
    ],
    ['a misspelt option', v4Model({}), { toolcalls: 'text' }, 'toolcalls', 'did you mean toolCalls?'],
    ['a way that is none', v4Model({}), { toolCalls: 'words' }, 'toolCalls', "'native' or 'text'"],
    ['null for a way', v4Model({}), { structuredOutput: null }, 'structuredOutput', "'native' or 'text'"],
    ['null for options', v4Model({}), null, 'options', 'not null'],
  ])('refuses %s', (_, model, options, field, message) => {
    expect(() => fromAiSdk(model as AiSdkModel, options as FromAiSdkOptions)).toThrow(
      expect.objectContaining({ code: 'invalid_option', field, message: expect.stringContaining(message) }),
    )
  })

  it('names a model by the family of its provider', () => {
    expect(adapted([], {}, 'v3', 'openai.responses').id).toBe('openai/model-1')
    expect(adapted([], {}, 'v2', 'acme').id).toBe('acme/model-1')
  })

  it('asks a model that can not stream only once to do so', async () => {
    const mock = new MockLanguageModelV3({
      doGenerate: {
        content: [{ type: 'text', text: 'ok' }],
        finishReason: { unified: 'stop', raw: undefined },
        warnings: [],
        usage: versions.v3.usage({}) as never,
      },
    })
    const model = fromAiSdk(mock)
    expect(model.streams).toBe(true)
    for (let call = 0; call < 3; call++) await model.generate({ messages: [user] }, { signal })
    expect(model.streams).toBe(false)
    expect([mock.doStreamCalls.length, mock.doGenerateCalls.length]).toEqual([1, 3])
  })

  it('takes UnsupportedFunctionalityError for an answer to whether it streams, and nothing else', async () => {
    const unsupported = Object.assign(new Error('no streams'), { name: 'AI_UnsupportedFunctionalityError' })
    const generated = async () => ({ content: [{ type: 'text' as const, text: 'ok' }] }) as never
    const model = (error: Error) => fromAiSdk(v4Model({ doStream: () => Promise.reject(error), doGenerate: generated }))
    await expect(model(unsupported).generate({ messages: [user] }, { signal })).resolves.toMatchObject({ text: 'ok' })
    const broken = new Error('broken')
    await expect(model(broken).generate({ messages: [user] }, { signal })).rejects.toBe(broken)
  })

  it('asks for no tools, format or options when there are none to ask for', async () => {
    const { ask, asked } = adapted([says('ok')])
    await ask()
    expect(Object.keys(asked[0] ?? {}).sort()).toEqual(['abortSignal', 'prompt'])
  })

  it.each([
    ['acme.chat', 'none'],
    // Their adapters drop the tools at the choice `none`, or the results with them.
    ['anthropic.messages', 'auto'],
    ['vertex.anthropic.messages', 'auto'],
    ['amazon-bedrock', 'auto'],
  ])('describes tools that may not be called any more: %s', async (provider, type) => {
    const { ask, asked } = adapted([says('42')], {}, 'v3', provider)
    await ask({ tools, toolChoice: 'none' })
    expect(asked[0]).toMatchObject({ tools: [{ name: 'glob' }], toolChoice: { type } })
  })

  it('words messages as the specification wants them', async () => {
    const { ask, asked } = adapted([says('ok')])
    const call = { id: 'c1', name: 'glob', input: undefined }
    await ask({
      messages: [
        { role: 'system', content: 'Be brief.' },
        user,
        { role: 'assistant', content: 'I look.', toolCalls: [call, { ...call, id: 'c2' }] },
        { role: 'tool', toolCallId: 'c1', name: 'glob', content: 'a' },
        { role: 'tool', toolCallId: 'c2', name: 'glob', content: 'b' },
      ],
    })
    const toolCall = (toolCallId: string) => ({ type: 'tool-call', toolCallId, toolName: 'glob', input: {} })
    const result = (toolCallId: string, value: string) => {
      return { type: 'tool-result', toolCallId, toolName: 'glob', output: { type: 'text', value } }
    }
    expect(asked[0]?.prompt).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'how many?' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'I look.' }, toolCall('c1'), toolCall('c2')] },
      { role: 'tool', content: [result('c1', 'a'), result('c2', 'b')] },
    ])
  })

  it.each([
    ['v2', undefined],
    ['v3', 'end_turn'],
    ['v4', 'end_turn'],
  ] as const)('keeps the word of a %s provider for why it ended: %s', async (version, rawFinishReason) => {
    const { ask } = adapted([says('ok', { finish: { unified: 'stop', raw: 'end_turn' } })], {}, version)
    await expect(ask()).resolves.toMatchObject({ finishReason: 'stop', rawFinishReason })
  })

  it('keeps blocks apart that grow at the same time', async () => {
    const parts = [
      { type: 'text-start', id: 'a' },
      { type: 'text-start', id: 'b' },
      { type: 'text-delta', id: 'b', delta: '2' },
      { type: 'text-delta', id: 'a', delta: '1' },
      { type: 'text-end', id: 'b' },
      { type: 'text-end', id: 'a' },
      { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: versions.v4.usage({}) },
    ]
    const stream = new ReadableStream<never>({
      start(controller) {
        for (const part of parts) controller.enqueue(part as never)
        controller.close()
      },
    })
    const model = fromAiSdk(v4Model({ doStream: async () => ({ stream }) }))
    await expect(model.generate({ messages: [user] }, { signal })).resolves.toMatchObject({ text: '12' })
  })

  it('takes the text that holds the output, when the provider says which', async () => {
    const doGenerate = async () =>
      ({ content: [{ type: 'text', text: 'Here: ' }], structuredOutputText: '{"count":3}' }) as never
    const model = fromAiSdk(v4Model({ doGenerate }))
    await expect(model.generate({ messages: [user], output }, { signal })).resolves.toMatchObject({
      text: '{"count":3}',
    })
  })
})

describe.each(names)('structured output of a %s model', (version) => {
  const json = { type: 'json', ...output }
  const inWords = {
    prompt: [{ role: 'system', content: expect.stringContaining(JSON.stringify(schema)) }, expect.anything()],
  }

  it("is native, and not in OpenAI's strict mode, when no tools are offered", async () => {
    const { ask, asked } = adapted([says('{}')], {}, version)
    await ask({ output })
    expect(asked[0]).toMatchObject({
      prompt: [{ role: 'user' }],
      responseFormat: json,
      providerOptions: { openai: { strictJsonSchema: false }, acme: { strictJsonSchema: false } },
    })
  })

  it('is put into words beside tools', async () => {
    const { ask, asked } = adapted([says('{}')], {}, version)
    await ask({ output, tools })
    expect(asked[0]).toMatchObject({
      ...inWords,
      tools: [{ type: 'function', ...tools[0] }],
      toolChoice: { type: 'auto' },
    })
    expect(asked[0]).not.toHaveProperty('responseFormat')
    expect(asked[0]).not.toHaveProperty('providerOptions')
  })

  it.each([
    ['the host says so', { structuredOutput: 'text' }, undefined, 'in words'],
    ['the model says that it takes no schema', {}, false, 'in words'],
    ['the model says that it takes one', {}, true, 'native'],
    ['the host knows better than the model', { structuredOutput: 'native' }, false, 'native'],
  ] as const)('goes by who knows: %s', async (_, options, supportsStructuredOutputs, way) => {
    const fake = fakeProvider(version, [says('{}')], { streams: true })
    if (supportsStructuredOutputs !== undefined) Object.assign(fake.model, { supportsStructuredOutputs })
    await fromAiSdk(fake.model, options).generate({ messages: [user], output }, { signal })
    if (way === 'native') expect(fake.asked[0]).toMatchObject({ responseFormat: json })
    else expect(fake.asked[0]).toMatchObject(inWords)
    expect(fake.asked[0] && 'responseFormat' in fake.asked[0]).toBe(way === 'native')
  })

  it('is put into words from then on when the provider ignored the schema', async () => {
    const { ask, asked } = adapted([says('{}', { ignored: 'responseFormat' }), says('{}')], {}, version)
    await ask({ output })
    await ask({ output })
    expect(asked.map((call) => 'responseFormat' in call)).toEqual([true, false])
    expect(asked[1]).toMatchObject(inWords)
  })

  it.each([
    ['the provider ignored something else', says('{}', { ignored: 'temperature' }), {}],
    ['the host says that it takes one', says('{}', { ignored: 'responseFormat' }), { structuredOutput: 'native' }],
  ] as const)('stays native when %s', async (_, first, options) => {
    const { ask, asked } = adapted([first, says('{}')], options, version)
    await ask({ output })
    await ask({ output })
    expect(asked.map((call) => 'responseFormat' in call)).toEqual([true, true])
  })

  it('stays native when a call without a schema is warned about', async () => {
    const { ask, asked } = adapted([says('hi', { ignored: 'responseFormat' }), says('{}')], {}, version)
    await ask()
    await ask({ output })
    expect(asked[1]).toHaveProperty('responseFormat')
  })

  it('is repaired in words by the same conversation', async () => {
    const fake = fakeProvider(version, [says('hm', { ignored: 'responseFormat' }), says('{"count": 3}')], {
      streams: true,
    })
    const request = { messages: [user], output: { name: 'answer', schema: z.object({ count: z.number() }) } }
    await expect(generate(fromAiSdk(fake.model), request, { signal })).resolves.toMatchObject({ value: { count: 3 } })
    expect(fake.asked[1]?.prompt.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  })
})
