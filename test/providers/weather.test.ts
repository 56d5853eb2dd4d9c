import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type ArtooOptions, createArtoo, createMemory, type RunEvent, usageByRole } from '@artoo/sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type FakeProvider, fakeProvider } from './fake-provider.js'
import { fastClock } from './fast-clock.js'
import { type Asking, answer, lookup, openings } from './script.js'

type Mishaps = NonNullable<Parameters<typeof fakeProvider>[0]>

const unavailable = { response: { error: { message: 'overloaded' }, status: 503 } }
const rateLimited = { response: { error: { message: 'slow down' }, status: 429, retryAfter: 2 } }
const roles = Object.keys(openings) as Asking[]

const model = (url: string) =>
  createOpenAICompatible({ name: 'local', baseURL: `${url}/v1`, includeUsage: true })('qwen3')

/** One task, with a clock that runs sixty times as fast as HTTP does. */
async function run(mishaps: Mishaps, options: Partial<ArtooOptions> = {}, text = 'What are a and b?') {
  const provider = await fakeProvider(mishaps)
  onTestFinished(() => provider.stop())
  return runOn(provider, options, text)
}

async function runOn(provider: FakeProvider, options: Partial<ArtooOptions>, text = 'What are a and b?') {
  const artoo = createArtoo({
    model: model(provider.url),
    tools: [lookup],
    depth: 'full',
    clock: fastClock(60),
    ...options,
  })
  const handle = artoo.run(text)
  const result = await handle
  await artoo.close()
  const { events } = handle
  return { result, events, provider, calls: ofType(events, 'ModelCall'), retries: ofType(events, 'ModelRetry') }
}

function ofType<T extends RunEvent['type']>(events: readonly RunEvent[], type: T) {
  return events.flatMap((event) =>
    event.type === type ? [event.payload as Extract<RunEvent, { type: T }>['payload']] : [],
  )
}

describe('bad weather passes', () => {
  test.each(roles)('503 twice at %s: the call is made again, and all three stand in the log', async (role) => {
    const { result, calls, retries, provider } = await run({ [role]: [unavailable, unavailable] })
    expect(result).toMatchObject({ directive: 'accept', output: answer, replans: 0 })
    expect(retries.map(({ role, attempt, code, status }) => ({ role, attempt, code, status }))).toEqual([
      { role, attempt: 1, code: 'provider_unavailable', status: 503 },
      { role, attempt: 2, code: 'provider_unavailable', status: 503 },
    ])
    expect(calls.length).toBe(provider.asked.length)
    expect(calls.filter(({ error }) => error !== null)).toHaveLength(2)
  })

  test('429: the wait is as long as the provider asked for', async () => {
    const { result, retries } = await run({ R2: [rateLimited] })
    expect(result.directive).toBe('accept')
    expect(retries).toMatchObject([{ code: 'provider_rate_limited', status: 429 }])
    expect(retries[0]?.delayMs).toBeGreaterThanOrEqual(2_000)
    expect(retries[0]?.delayMs).toBeLessThanOrEqual(2_500)
  })

  test.each([408, 500, 502, 504, 529])('HTTP %i is tried again', async (status) => {
    const { result, retries } = await run({ R1: [{ response: { error: { message: 'no' }, status } }] })
    expect(result.directive).toBe('accept')
    expect(retries).toMatchObject([{ status }])
  })

  test('a stream that breaks off is read again from the start', async () => {
    const { result, retries, calls } = await run({ R4b: [{ truncateAfterChunks: 6, latency: 5 }] })
    expect(result).toMatchObject({ directive: 'accept', output: answer })
    expect(retries).toMatchObject([{ role: 'R4b', code: 'provider_unavailable' }])
    const broken = calls.find(({ error }) => error !== null)
    expect(broken?.usage).toMatchObject({ estimated: true })
    expect(broken?.usage.inputTokens).toBeGreaterThan(0)
  })

  test('a connection that is cut in the middle of an answer, too', async () => {
    const { result, retries } = await run({ R1: [{ disconnectAfterMs: 30, latency: 20 }] })
    expect(result.directive).toBe('accept')
    expect(retries).toMatchObject([{ code: 'provider_unavailable' }])
  })

  test('a first token that is slow in coming is waited for, but not for ever', async () => {
    // 500 ms are 30 s by the task's clock, 1.5 s are 90 s.
    const slow = await run({ R2: [{ streamingProfile: { ttft: 500 } }] })
    expect(slow.result.directive).toBe('accept')
    expect(slow.retries).toEqual([])
    const tooSlow = await run({ R2: [{ streamingProfile: { ttft: 1_500 } }] })
    expect(tooSlow.result.directive).toBe('accept')
    expect(tooSlow.retries).toMatchObject([{ role: 'R2', code: 'first_token_timeout' }])
  })

  test('silence in the middle of an answer is noticed', async () => {
    // By the task's clock a token every 75 s.
    const { result, retries } = await run({ R2: [{ streamingProfile: { ttft: 10, tps: 0.8 } }] })
    expect(result.directive).toBe('accept')
    expect(retries).toMatchObject([{ role: 'R2', code: 'idle_timeout' }])
  })

  test('a provider that is not there at all', async () => {
    const provider = await fakeProvider()
    await provider.stop()
    const { result, retries } = await runOn(provider, { limits: { modelRetries: 2 } })
    expect(retries.map(({ code }) => code)).toEqual(['provider_unavailable', 'provider_unavailable'])
    expect(result).toMatchObject({ directive: 'abandon', reason: 'infrastructure' })
  })
})

describe('a provider that stays away', () => {
  const always = { always: unavailable }

  test.each(roles)('at %s ends the task as infrastructure, which is nobody’s fault', async (role) => {
    const memory = createMemory()
    const { result, events, calls } = await run({ [role]: always }, { memory, limits: { modelRetries: 2 } })
    expect(result).toMatchObject({ directive: 'abandon', reason: 'infrastructure', replans: 0 })
    expect(result.status).toBe(['R4a', 'R4b'].includes(role) ? 'partial' : 'failed')
    expect(result.summary).toContain('HTTP 503')
    expect(result.nextMoves.join(' ')).toMatch(/provider/)
    expect(result.nextMoves.join(' ')).not.toMatch(/lookup|criterion/)
    expect(calls.filter(({ error }) => error !== null)).toHaveLength(3)
    const types = events.map((event) => event.type)
    expect(types).not.toContain('Megram')
    expect(types).not.toContain('PlanDirective')
    await memory.flush()
    expect((await memory.summary()).megrams).toBe(0)
    await memory.close()
  })

  test('at R4b leaves the matched work as the partial result', async () => {
    const { result } = await run({ R4b: always }, { limits: { modelRetries: 1 } })
    expect(result).toMatchObject({ reason: 'infrastructure', status: 'partial', output: 'a is 1 and b is 2' })
  })

  test('and asks for longer than the task has is not waited for', async () => {
    const patient = { response: { error: { message: 'come back tomorrow' }, status: 429, retryAfter: 86_400 } }
    const began = performance.now()
    const { result, retries } = await run({ R1: { always: patient } })
    expect(result).toMatchObject({ reason: 'infrastructure' })
    expect(retries).toEqual([])
    expect(performance.now() - began).toBeLessThan(3_000)
  })

  test.each([
    [401, 'provider_unauthorized'],
    [400, 'provider_rejected'],
    [404, 'provider_rejected'],
  ])('for good (HTTP %i) is not asked again', async (status, code) => {
    const refusal = { response: { error: { message: 'no such model' }, status } }
    const { result, calls } = await run({ R1: { always: refusal } })
    expect(result).toMatchObject({ reason: 'infrastructure' })
    expect(result.summary).toContain('no such model')
    expect(calls[0]?.error).toMatchObject({ code })
    expect(calls).toHaveLength(1)
  })
})

describe('the bill', () => {
  test('counts calls that failed against the limit on calls', async () => {
    const { result, calls } = await run({ R1: [unavailable, unavailable] }, { limits: { modelCalls: 4 } })
    expect(result.reason).toBe('limit_reached')
    expect(calls).toHaveLength(4)
  })

  test('is in money, at the host’s prices', async () => {
    const prices = { 'local/qwen3': { input: 1, output: 10 } }
    const { events } = await run({}, { prices })
    const bill = Object.values(usageByRole(events))
    for (const { inputTokens, outputTokens, cost } of bill) {
      expect(cost).toBeCloseTo((inputTokens + 10 * outputTokens) / 1_000_000, 12)
    }
    const spent = bill.reduce((sum, { cost }) => sum + (cost ?? Number.NaN), 0)
    const { result } = await run({}, { prices, limits: { cost: spent / 2 } })
    expect(result.reason).toBe('limit_reached')
  })
})
