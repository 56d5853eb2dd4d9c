import { getEventListeners } from 'node:events'
import { type Retry, type RetryOptions, retrying } from '@artoo/llm'
import { ArtooError, type LanguageModel, type ModelResponse, nextMacrotask, ProviderError } from '@artoo/spec'
import { manualClock } from '@artoo/spec/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

fc.configureGlobal({ seed: 20260221 })

const answer: ModelResponse = { text: 'done', toolCalls: [], finishReason: 'stop' }
const busy = (retryAfterMs?: number) =>
  new ProviderError('provider_rate_limited', 'busy', { status: 429, retryAfterMs })

/** A model that fails with each of the errors in turn, then answers. */
function failing(errors: readonly unknown[], options: Partial<RetryOptions> = {}) {
  const clock = manualClock()
  const retries: Retry[] = []
  const controller = new AbortController()
  let calls = 0
  const model: LanguageModel = {
    id: 'acme/weather',
    async generate() {
      if (calls < errors.length) throw errors[calls++]
      calls++
      return answer
    },
  }
  const retried = retrying(model, {
    clock,
    retries: 10,
    random: () => 0,
    onRetry: (retry) => void retries.push(retry),
    ...options,
  })
  return {
    clock,
    retries,
    controller,
    calls: () => calls,
    ask: () => retried.generate({ messages: [] }, { signal: controller.signal }),
    /** Runs the clock until nobody waits for it any more. */
    async weatherPasses() {
      await nextMacrotask()
      while (clock.pending > 0) {
        clock.advance(60_000)
        await nextMacrotask()
      }
    },
  }
}

describe('a model that is retried', () => {
  it.each([
    ['provider_rate_limited', busy()],
    ['provider_unavailable', new ProviderError('provider_unavailable', 'down', { status: 503 })],
    ['model_timeout', new ArtooError('model_timeout', 'slow')],
    ['first_token_timeout', new ArtooError('first_token_timeout', 'silent')],
    ['idle_timeout', new ArtooError('idle_timeout', 'silent')],
    ['a connection that was reset', Object.assign(new Error('reset'), { code: 'ECONNRESET' })],
  ])('is asked again after %s', async (_, error) => {
    const { ask, weatherPasses, calls } = failing([error])
    const asked = ask()
    await weatherPasses()
    await expect(asked).resolves.toBe(answer)
    expect(calls()).toBe(2)
  })

  it.each([
    ['provider_unauthorized', new ProviderError('provider_unauthorized', 'no', { status: 401 })],
    ['provider_rejected', new ProviderError('provider_rejected', 'no', { status: 400 })],
    ['provider_failed', new Error('a bug')],
    ['invalid_model_response', new ArtooError('invalid_model_response', 'odd')],
    ['budget_exceeded', new ArtooError('budget_exceeded', 'enough')],
    ['aborted', new ArtooError('aborted', 'stop')],
  ])('is given up at once after %s', async (code, error) => {
    const { ask, calls, retries } = failing([error])
    await expect(ask()).rejects.toMatchObject({ code })
    expect([calls(), retries]).toEqual([1, []])
  })

  it('waits 1 s, 2 s, 4 s and so on up to 30 s', async () => {
    const { ask, clock, calls } = failing(Array.from({ length: 7 }, () => busy()))
    const asked = ask()
    for (const [index, seconds] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      await nextMacrotask()
      clock.advance(seconds * 1_000 - 1)
      await nextMacrotask()
      expect(calls()).toBe(index + 1)
      clock.advance(1)
    }
    await expect(asked).resolves.toBe(answer)
    expect(clock.now()).toBe(91_000)
  })

  it('waits between half and all of that, as chance will have it', async () => {
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    await fc.assert(
      fc.asyncProperty(chance, fc.integer({ min: 1, max: 12 }), async (random, count) => {
        const { ask, retries, weatherPasses } = failing(Array(count).fill(busy()), {
          retries: count,
          random: () => random,
        })
        const asked = ask()
        await weatherPasses()
        await asked
        expect(retries).toHaveLength(count)
        for (const { attempt, delayMs } of retries) {
          const longest = Math.min(30_000, 1_000 * 2 ** (attempt - 1))
          expect(delayMs).toBeGreaterThanOrEqual(longest / 2)
          expect(delayMs).toBeLessThanOrEqual(longest)
          expect(delayMs).toBe(Math.round(longest * (1 - random / 2)))
        }
      }),
      { numRuns: 50 },
    )
  })

  it.each([
    ['exactly as long as the provider asks, at the earliest', 0, 7_000, 7_000],
    ['half a second longer, at the latest', 1, 7_000, 7_500],
    ['hardly at all when the provider says so', 0, 0, 0],
    ['longer than 30 s when the provider asks for it', 0, 120_000, 120_000],
  ])('waits %s', async (_, random, retryAfterMs, delayMs) => {
    const { ask, retries, weatherPasses } = failing([busy(retryAfterMs)], { random: () => random })
    const asked = ask()
    await weatherPasses()
    await asked
    expect(retries).toMatchObject([{ delayMs }])
  })

  it('is given up, without a wait, when the provider asks for more patience than there is', async () => {
    const { ask, clock, retries } = failing([busy(60_000)], { patienceMs: () => 60_000 })
    await expect(ask()).rejects.toMatchObject({ code: 'provider_rate_limited' })
    expect([clock.pending, retries]).toEqual([0, []])
  })

  it('asks anew before each wait how much patience is left', async () => {
    let patience = 3_500
    const { ask, weatherPasses, retries } = failing([busy(), busy(), busy()], {
      patienceMs: () => patience,
      onRetry: ({ delayMs }) => {
        patience -= delayMs
      },
    })
    const asked = ask()
    asked.catch(() => {})
    await weatherPasses()
    await expect(asked).rejects.toMatchObject({ code: 'provider_rate_limited' })
    expect([patience, retries]).toEqual([500, []])
  })

  it('gives up with the last error after as many retries as allowed', async () => {
    const errors = [busy(), busy(), new ProviderError('provider_unavailable', 'the last one')]
    const { ask, weatherPasses, calls, retries } = failing(errors, { retries: 2 })
    const asked = ask()
    asked.catch(() => {})
    await weatherPasses()
    await expect(asked).rejects.toBe(errors[2])
    expect(calls()).toBe(3)
    expect(retries.map(({ attempt, error }) => [attempt, error])).toEqual([
      [1, errors[0]],
      [2, errors[1]],
    ])
  })

  it('is asked once when no retries are allowed', async () => {
    const { ask, calls } = failing([busy()], { retries: 0 })
    await expect(ask()).rejects.toMatchObject({ code: 'provider_rate_limited' })
    expect(calls()).toBe(1)
  })

  it('is no longer waited for once the call is aborted, and nothing stays behind', async () => {
    const { ask, clock, controller, calls } = failing([busy()])
    const asked = ask()
    asked.catch(() => {})
    await nextMacrotask()
    expect([clock.pending, getEventListeners(controller.signal, 'abort').length]).toEqual([1, 1])
    controller.abort('user left')
    await expect(asked).rejects.toMatchObject({ code: 'aborted', cause: 'user left' })
    expect([clock.pending, calls(), getEventListeners(controller.signal, 'abort').length]).toEqual([0, 1, 0])
  })

  it('is not asked again when the abort came during the call', async () => {
    const { ask, controller, clock } = failing([busy()])
    const asked = ask()
    controller.abort()
    await expect(asked).rejects.toMatchObject({ code: 'provider_rate_limited' })
    expect(clock.pending).toBe(0)
  })

  it('leaves nothing behind after a wait that ended well', async () => {
    const { ask, clock, controller, weatherPasses } = failing([busy()])
    const asked = ask()
    await weatherPasses()
    await asked
    expect([clock.pending, getEventListeners(controller.signal, 'abort').length]).toEqual([0, 0])
  })
})
