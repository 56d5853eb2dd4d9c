import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type AnyModel, createArtoo } from '@artoo/sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeProvider } from './fake-provider.js'
import { lookup } from './script.js'

const apiKey = 'not a secret'

const models: Readonly<Record<string, (url: string) => AnyModel>> = {
  'OpenAI, responses': (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey })('gpt-5'),
  Anthropic: (url) => createAnthropic({ baseURL: `${url}/v1`, apiKey })('claude-sonnet-4-5'),
  Google: (url) => createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey })('gemini-2.5-flash'),
  'a local server': (url) => createOpenAICompatible({ name: 'local', baseURL: `${url}/v1` })('qwen3'),
}

const turn = { response: { toolCalls: [{ name: 'lookup', arguments: '{"key":"a"}' }] } }
const turns = 12

describe('after the last turn with tool calls', () => {
  // Anthropic refuses calls and results without tools; the AI SDK's adapter for Bedrock then drops them.
  test.each(Object.entries(models))('the tools of the conversation are still described: %s', async (_, create) => {
    const provider = await fakeProvider({ R3: Array.from({ length: turns }, () => turn) })
    onTestFinished(() => provider.stop())
    const artoo = createArtoo({ model: create(provider.url), tools: [lookup] })
    expect(await artoo.run('What are a and b?')).toMatchObject({ status: 'complete', output: 'a is 1 and b is 2' })
    await artoo.close()
    const withResults = provider.requests.filter(({ messages }) => messages.some(({ role }) => role === 'tool'))
    const offered = withResults.map(({ tools = [] }) => tools.map((tool) => tool.function.name))
    expect(offered).toEqual(Array.from({ length: turns }, () => ['lookup']))
  })
})
