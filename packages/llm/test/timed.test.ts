import { getEventListeners } from 'node:events'
import { type TimeLimits, timed } from '@artoo/llm'
import type { LanguageModel, ModelOptions, ModelResponse } from '@artoo/spec'
import { manualClock } from '@artoo/spec/testing'
import { describe, expect, it } from 'vitest'

const answer: ModelResponse = { text: 'done', toolCalls: [], finishReason: 'stop' }

/** A model that does what the test tells it to, and nothing of its own accord. */
function puppet({ streams, ...limits }: Partial<TimeLimits> & { readonly streams?: boolean } = {}) {
  const clock = manualClock()
  const controller = new AbortController()
  const { promise, resolve, reject } = promiseWithResolvers()
  const model = {
    id: 'acme/puppet',
    streams,
    options: undefined as ModelOptions | undefined,
    generate(_: unknown, options: ModelOptions) {
      model.options = options
      return promise
    },
  }
  const pieces: string[] = []
  const limited = timed(model as LanguageModel, { clock, timeoutMs: 10_000, ...limits })
  return {
    clock,
    controller,
    model,
    limited,
    pieces,
    resolve,
    reject,
    ask: () =>
      limited.generate({ messages: [] }, { signal: controller.signal, onProgress: (piece) => void pieces.push(piece) }),
    says: (piece: string) => model.options?.onProgress?.(piece),
    left: () => [clock.pending, getEventListeners(controller.signal, 'abort').length],
  }
}

function promiseWithResolvers() {
  let resolve: (response: ModelResponse) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<ModelResponse>((...functions) => {
    ;[resolve, reject] = functions
  })
  return { promise, resolve, reject }
}

const allLimits = { streams: true, timeoutMs: 10_000, firstTokenTimeoutMs: 1_000, idleTimeoutMs: 500 }

describe('a model with a time limit', () => {
  it('answers in time, and leaves no timer and no listener behind', async () => {
    const { ask, resolve, left, says } = puppet(allLimits)
    const asked = ask()
    says('do')
    resolve(answer)
    await expect(asked).resolves.toBe(answer)
    expect(left()).toEqual([0, 0])
  })

  it('fails as it would without, and leaves nothing behind', async () => {
    const { ask, reject, left } = puppet(allLimits)
    const asked = ask()
    reject(new Error('broken'))
    await expect(asked).rejects.toThrow('broken')
    expect(left()).toEqual([0, 0])
  })

  // Each row: when it speaks (ms), until when it is watched, and how that ends. The whole call may take 10 s.
  it.each([
    ['a model that never speaks', { ...allLimits, streams: false }, [], 9_999, 10_000, 'model_timeout'],
    ['a stream without a first piece', allLimits, [], 999, 1_000, 'first_token_timeout'],
    ['a stream that falls silent', allLimits, [900, 1_300], 1_799, 1_800, 'idle_timeout'],
    ['a stream that goes on for too long', allLimits, every(400, 10_000), 9_999, 10_000, 'model_timeout'],
    [
      'a stream whose first piece may take its time',
      { streams: true, idleTimeoutMs: 500 },
      [5_000],
      5_499,
      5_500,
      'idle_timeout',
    ],
    ['a stream that may pause', { streams: true, firstTokenTimeoutMs: 1_000 }, [900], 9_999, 10_000, 'model_timeout'],
    [
      'a model that reports progress but does not stream',
      { ...allLimits, streams: false },
      [900],
      9_999,
      10_000,
      'model_timeout',
    ],
  ] as const)('ends %s', async (_, limits, speaksAt, stillRuns, ends, code) => {
    const { ask, says, clock, left } = puppet(limits)
    let outcome = 'runs'
    const asked = ask()
    asked.catch((error: { readonly code: string }) => {
      outcome = error.code
    })
    for (const at of [...speaksAt, stillRuns]) {
      clock.advance(at - clock.now())
      if (at !== stillRuns) says('word ')
    }
    await Promise.resolve()
    expect(outcome).toBe('runs')
    clock.advance(ends - clock.now())
    await expect(asked).rejects.toMatchObject({ code })
    expect(left()).toEqual([0, 0])
  })

  it('is not called silent when it found out during the call that it can not stream', async () => {
    const { ask, clock, model, resolve, left, limited } = puppet(allLimits)
    const asked = ask()
    model.streams = false
    clock.advance(9_000)
    resolve(answer)
    await expect(asked).resolves.toBe(answer)
    expect(limited.streams).toBe(false)
    expect(left()).toEqual([0, 0])
  })

  it('hands on every piece', async () => {
    const { ask, says, resolve, pieces } = puppet(allLimits)
    const asked = ask()
    says('a')
    says('')
    says('b')
    resolve(answer)
    await asked
    expect(pieces).toEqual(['a', '', 'b'])
  })

  it.each([
    ['its time is up', 'model_timeout'],
    ['the call is aborted', 'aborted'],
  ])('is told by its signal when %s', async (_, code) => {
    const { ask, clock, controller, model } = puppet()
    const asked = ask()
    asked.catch(() => {})
    expect(model.options?.signal.aborted).toBe(false)
    if (code === 'aborted') controller.abort('user left')
    else clock.advance(10_000)
    expect(model.options?.signal.reason).toMatchObject({ code })
    await expect(asked).rejects.toMatchObject({ code })
  })

  it('is not waited for when it ignores an abort; what it does later counts for nothing', async () => {
    const { ask, controller, says, resolve, left, pieces } = puppet(allLimits)
    const asked = ask()
    says('early')
    controller.abort('user left')
    await expect(asked).rejects.toMatchObject({ code: 'aborted', cause: 'user left' })
    says('late')
    resolve(answer)
    expect(left()).toEqual([0, 0])
    expect(pieces).toEqual(['early'])
  })

  it('is not asked at all after an abort', async () => {
    const { ask, controller, model, left } = puppet(allLimits)
    controller.abort()
    await expect(ask()).rejects.toMatchObject({ code: 'aborted' })
    expect(model.options).toBeUndefined()
    expect(left()).toEqual([0, 0])
  })
})

function every(ms: number, until: number): readonly number[] {
  return Array.from({ length: Math.ceil(until / ms) - 1 }, (_, index) => (index + 1) * ms)
}
