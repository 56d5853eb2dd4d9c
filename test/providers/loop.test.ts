import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type AnyModel, createArtoo, fromAiSdk, fromFunction, usageByRole } from '@artoo/sdk'
import { modelsFromEnvironment } from '@artoo/sdk/node'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type FakeProvider, fakeProvider, signature } from './fake-provider.js'
import { mockNewest, mockV2 } from './mock-models.js'
import { answer, lookup, turnFor, whoAsks } from './script.js'

let provider: FakeProvider
beforeAll(async () => {
  provider = await fakeProvider()
})
afterAll(() => provider.stop())

const apiKey = 'not a secret'

/** Models as a user would plug them in; those of providers talk to the fake one over HTTP. */
const models: Readonly<Record<string, (url: string) => AnyModel>> = {
  'OpenAI, responses': (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey })('gpt-5'),
  'OpenAI, chat completions': (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).chat('gpt-4o'),
  Anthropic: (url) => createAnthropic({ baseURL: `${url}/v1`, apiKey })('claude-sonnet-4-5'),
  'Anthropic, of a time before structured output': (url) =>
    createAnthropic({ baseURL: `${url}/v1`, apiKey })('claude-3-haiku-20240307'),
  Google: (url) => createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey })('gemini-2.5-flash'),
  'a local server': (url) => createOpenAICompatible({ name: 'local', baseURL: `${url}/v1` })('qwen3'),
  'a local server with structured output': (url) =>
    createOpenAICompatible({ name: 'local', baseURL: `${url}/v1`, supportsStructuredOutputs: true })('qwen3'),
  'a local server without tool calls': (url) =>
    fromAiSdk(createOpenAICompatible({ name: 'local', baseURL: `${url}/v1` })('tiny'), { toolCalls: 'text' }),
  "the AI SDK's mock of v2": mockV2,
  "the AI SDK's mock of its own version": mockNewest,
  'a function': () =>
    fromFunction((prompt) => {
      const turn = turnFor(whoAsks(prompt), prompt.includes('{"tool_result":{'))
      return JSON.stringify('json' in turn ? turn.json : { tool_calls: turn.calls })
    }),
}

describe('the whole loop over', () => {
  test.each(Object.entries(models))('%s', async (_, create) => {
    const artoo = createArtoo({ model: create(provider.url), tools: [lookup], depth: 'full' })
    const run = artoo.run('What are a and b?')
    expect(await run).toMatchObject({ directive: 'accept', output: answer })
    const calls = run.events.flatMap((event) => (event.type === 'ToolResult' ? [event.payload] : []))
    expect(calls.map(({ target, output }) => [target, output])).toEqual([
      ['a', '1'],
      ['b', '2'],
    ])
    const bill = usageByRole(run.events)
    expect(Object.keys(bill).sort()).toEqual(['R1', 'R2', 'R3', 'R4a', 'R4b'])
    for (const { inputTokens, outputTokens } of Object.values(bill)) {
      expect([inputTokens > 0, outputTokens > 0]).toEqual([true, true])
    }
    await artoo.close()
  })

  test('two tiers named in the environment', async () => {
    const url = `${provider.url}/v1`
    const model = await modelsFromEnvironment({ OPENAI_BASE_URL: url, ARTOO_MODEL: 'small', BRAIN_MODEL: 'large' })
    const artoo = createArtoo({ model, tools: [lookup], depth: 'full' })
    const run = artoo.run('What are a and b?')
    expect(await run).toMatchObject({ directive: 'accept', output: answer })
    const used = run.events.flatMap((event) =>
      event.type === 'ModelCall' ? [[event.payload.role, event.payload.modelId]] : [],
    )
    expect(Object.fromEntries(used)).toEqual({
      R1: '127-0-0-1/large',
      R2: '127-0-0-1/large',
      R3: '127-0-0-1/small',
      R4a: '127-0-0-1/small',
      R4b: '127-0-0-1/large',
    })
    await artoo.close()
  })
})

test('reasoning goes back to its provider with the signature that it came with', async () => {
  const bodies: string[] = []
  const listening: typeof fetch = (input, init) => {
    bodies.push(String(init?.body))
    return fetch(input, init)
  }
  const model = createAnthropic({ baseURL: `${provider.url}/v1`, apiKey, fetch: listening })('claude-sonnet-4-5')
  const artoo = createArtoo({ model, tools: [lookup], depth: 'full' })
  expect((await artoo.run('What are a and b?')).directive).toBe('accept')
  await artoo.close()
  const repeated = bodies.filter((body) => body.includes(signature))
  expect(repeated).toHaveLength(1)
  const { messages } = JSON.parse(repeated[0] ?? '') as { messages: { role: string; content: { type: string }[] }[] }
  const [said] = messages.filter(({ role }) => role === 'assistant')
  expect(said?.content.map(({ type }) => type)).toEqual(['thinking', 'tool_use', 'tool_use'])
  expect(said?.content[0]).toMatchObject({ thinking: 'two lookups will do', signature })
})

describe('a server', () => {
  const requestsOf = async (model: (url: string) => AnyModel) => {
    const before = provider.requests.length
    const artoo = createArtoo({ model: model(provider.url), tools: [lookup], depth: 'full' })
    await artoo.run('What are a and b?')
    await artoo.close()
    return provider.requests.slice(before)
  }

  test('that takes a schema gets it as such, but in words beside tools', async () => {
    const requests = await requestsOf((url) =>
      createOpenAICompatible({ name: 'local', baseURL: `${url}/v1`, supportsStructuredOutputs: true })('qwen3'),
    )
    const shapes = requests.map(({ response_format, tools, messages }) => [
      response_format?.type,
      tools?.length ?? 0,
      String(messages[0]?.content).includes('fits this JSON Schema'),
    ])
    expect(shapes).toEqual([
      ['json_schema', 0, false],
      ['json_schema', 0, false],
      [undefined, 1, true],
      [undefined, 1, true],
      ['json_schema', 0, false],
      ['json_schema', 0, false],
    ])
  })

  test('is told the schema of an output that is data', async () => {
    const json = {
      output: { a: 1, b: 2 },
      verdicts: [{ criterion: 1, verdict: 'pass', evidence: 'the lookup says so' }],
    }
    const own = await fakeProvider({ R4b: [{ response: { content: JSON.stringify(json) } }] })
    onTestFinished(() => own.stop())
    const model = createOpenAI({ baseURL: `${own.url}/v1`, apiKey }).chat('gpt-4o')
    const artoo = createArtoo({ model, tools: [lookup], depth: 'full' })
    const output = z.object({ a: z.number(), b: z.number() })
    expect(await artoo.run('What are a and b?', { output })).toMatchObject({
      directive: 'accept',
      value: { a: 1, b: 2 },
    })
    expect(own.requests.at(-1)?.response_format).toMatchObject({
      json_schema: { schema: { properties: { output: { required: ['a', 'b'] } } } },
    })
    await artoo.close()
  })

  test('that takes none gets it in words', async () => {
    const requests = await requestsOf((url) => createOpenAICompatible({ name: 'local', baseURL: `${url}/v1` })('qwen3'))
    for (const { response_format, messages } of requests) {
      expect(response_format).toBeUndefined()
      expect(messages[0]?.content).toContain('fits this JSON Schema')
    }
  })
})
