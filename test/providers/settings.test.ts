import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type AiSdkModel, fromAiSdk } from '@artoo/llm'
import { expect, it } from 'vitest'

type Body = Readonly<Record<string, unknown>>

/** What a provider sends for a request with settings: it gets no answer. */
async function sentBy(modelWith: (fetch: typeof globalThis.fetch) => unknown): Promise<Body> {
  const bodies: Body[] = []
  const fetch = async (_: unknown, init?: RequestInit) => {
    bodies.push(JSON.parse(String(init?.body)))
    return new Response('{"error":{"message":"enough"}}', { status: 400 })
  }
  const model = fromAiSdk(modelWith(fetch as typeof globalThis.fetch) as AiSdkModel)
  const settings = { temperature: 0.5, seed: 7, reasoningEffort: 'low' }
  const request = { messages: [{ role: 'user', content: 'Hello' }], settings, maxOutputTokens: 2_000 } as const
  await model.generate(request, { signal: new AbortController().signal }).catch(() => undefined)
  return bodies[0] ?? {}
}

const apiKey = 'none'

it.each<[string, Parameters<typeof sentBy>[0], object]>([
  [
    'a server that speaks OpenAI’s chat completions',
    (fetch) => createOpenAICompatible({ name: 'own', baseURL: 'http://localhost/v1', fetch }).chatModel('m'),
    { temperature: 0.5, seed: 7, reasoning_effort: 'low', max_tokens: 2_000 },
  ],
  [
    'OpenAI',
    (fetch) => createOpenAI({ apiKey, fetch })('gpt-5'),
    { reasoning: { effort: 'low' }, max_output_tokens: 2_000 },
  ],
  [
    'Anthropic',
    (fetch) => createAnthropic({ apiKey, fetch })('claude-opus-4-5'),
    { output_config: { effort: 'low' }, temperature: 0.5, max_tokens: 2_000 },
  ],
  [
    'Google',
    (fetch) => createGoogleGenerativeAI({ apiKey, fetch })('gemini-3-pro-preview'),
    {
      generationConfig: { temperature: 0.5, seed: 7, maxOutputTokens: 2_000, thinkingConfig: { thinkingLevel: 'low' } },
    },
  ],
])('settings reach %s as it names them', async (_, modelWith, sent) => {
  expect(await sentBy(modelWith)).toMatchObject(sent)
})
