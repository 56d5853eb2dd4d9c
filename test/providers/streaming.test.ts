import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type AnyModel, type ArtooOptions, createArtoo, fromAiSdk, type RunHandle, usageByRole } from '@artoo/sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeProvider } from './fake-provider.js'
import { fastClock } from './fast-clock.js'
import { answer, lookup } from './script.js'

const apiKey = 'not a secret'
const local = (url: string) =>
  createOpenAICompatible({ name: 'local', baseURL: `${url}/v1`, includeUsage: true })('qwen3')

const models: Readonly<Record<string, (url: string) => AnyModel>> = {
  'OpenAI, responses': (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey })('gpt-5'),
  'OpenAI, chat completions': (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).chat('gpt-4o'),
  Anthropic: (url) => createAnthropic({ baseURL: `${url}/v1`, apiKey })('claude-sonnet-4-5'),
  Google: (url) => createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey })('gemini-2.5-flash'),
  'a local server': local,
  'a local server without tool calls': (url) => fromAiSdk(local(url), { toolCalls: 'text' }),
}

type Mishaps = NonNullable<Parameters<typeof fakeProvider>[0]>

/** A task that is merged by R4b, whose text comes twenty characters of JSON at a time. */
async function start(mishaps: Mishaps, options: Partial<ArtooOptions> = {}, model = local, signal?: AbortSignal) {
  const provider = await fakeProvider(mishaps)
  onTestFinished(() => provider.stop())
  const own = { tools: [lookup], depth: 'full', clock: fastClock(20), ...options } as const
  const artoo = createArtoo({ model: model(provider.url), ...own })
  onTestFinished(() => artoo.close())
  // A handle is awaited for its result: not as it is.
  return { run: artoo.run('What are a and b?', { signal }) }
}

async function attemptsOf(run: RunHandle, onPiece: () => unknown = () => undefined) {
  const attempts: string[] = ['']
  let pieces = 0
  for await (const piece of run.answer) {
    if (piece.type === 'answer_reset') attempts.push('')
    if (piece.type === 'answer_delta') attempts.push(attempts.pop() + piece.text)
    pieces++
    await onPiece()
  }
  return { attempts, pieces }
}

describe('over HTTP the answer is read while it is written', () => {
  test.each(Object.entries(models))('%s', async (_, create) => {
    const { run } = await start({ R4b: [{ latency: 10 }] }, {}, create as typeof local)
    const { attempts, pieces } = await attemptsOf(run)
    expect(attempts).toEqual([answer])
    expect(pieces).toBeGreaterThan(1)
    expect((await run).output).toBe(answer)
  })
})

describe('an answer', () => {
  test('that breaks off is begun anew, without its first words twice', async () => {
    const { run } = await start({ R4b: [{ truncateAfterChunks: 3, latency: 10 }] })
    const { attempts } = await attemptsOf(run)
    expect(attempts).toHaveLength(2)
    expect(answer.startsWith(attempts[0] ?? '-')).toBe(true)
    expect(attempts[1]).toBe(answer)
    expect(run.events.filter(({ type }) => type === 'ModelRetry')).toHaveLength(1)
  })

  test('whose connection is cut for good is thrown away', async () => {
    const always = { truncateAfterChunks: 3, latency: 10 }
    const { run } = await start({ R4b: { always } }, { limits: { modelRetries: 1 } })
    const { attempts } = await attemptsOf(run)
    expect(await run).toMatchObject({ directive: 'abandon', reason: 'infrastructure', status: 'partial' })
    expect(attempts.at(-1)).toBe('')
    expect(attempts[0]).not.toBe('')
  })

  test('that is aborted in the middle is thrown away, and its tokens are on the bill', async () => {
    const stop = new AbortController()
    const { run } = await start({ R4b: [{ latency: 30 }] }, {}, local, stop.signal)
    const { attempts } = await attemptsOf(run, () => stop.abort())
    expect(await run).toMatchObject({ reason: 'aborted', status: 'partial' })
    expect([attempts[0] !== '', attempts.at(-1)]).toEqual([true, ''])
    expect(usageByRole(run.events).R4b?.outputTokens).toBeGreaterThan(0)
  })

  test('is not held up by a reader that is slow, nor by one that is gone', async () => {
    const { run } = await start({ R4b: [{ latency: 5 }] })
    for await (const _ of run.answer) break
    let ended = false
    const result = run.result.then(() => {
      ended = true
    })
    const { attempts, pieces } = await attemptsOf(run, () => result)
    expect([ended, attempts]).toEqual([true, [answer]])
    expect(pieces).toBeLessThanOrEqual(2)
  })
})

test.each(['OpenAI, responses', 'Anthropic', 'Google', 'a local server'])(
  '%s shows its reasoning, which is no part of the answer',
  async (name) => {
    const { run } = await start({}, { depth: 'lean' }, models[name] as typeof local)
    let [reasoning, text] = ['', '']
    for await (const piece of run.answer) {
      if (piece.type === 'reasoning_delta') reasoning += piece.text
      if (piece.type === 'answer_delta') text += piece.text
    }
    expect(await run).toMatchObject({ status: 'complete', output: text })
    expect(reasoning).toBe('two lookups will do')
  },
)
