import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, memoryJournal, type RunEvent } from '@artoo/sdk'
import type { Clock, LanguageModel } from '@artoo/spec'
import { manualClock } from '@artoo/spec/testing'
import { describe, expect, test } from 'vitest'
import { straightThrough } from './script.js'

const day = 86_400_000

function all<T extends RunEvent['type']>(events: readonly RunEvent[], type: T) {
  return events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type)
}

describe('a wall clock', () => {
  test.each([
    ['ahead', day],
    ['back', -day],
  ])('that is set a day %s in the middle ends no task and lies in no time that it took', async (_, jump) => {
    const manual = manualClock(1_000 * day)
    let offset = 0
    const clock: Clock = { ...manual, now: () => manual.now() + offset }
    const scripted = scriptedModel(straightThrough, { repeatLast: true })
    const model: LanguageModel = {
      id: 'acme/slow',
      async generate(request, options) {
        if (scripted.requests.length === 2) offset = jump
        manual.advance(100)
        return scripted.generate(request, options)
      },
    }
    const artoo = createArtoo({ model, clock, journal: memoryJournal() })
    const run = artoo.run('Say hello', { limits: { timeMs: 60_000 } })
    const result = await run
    expect(result).toMatchObject({ reason: 'accepted', directive: 'accept' })
    expect(result.elapsedMs).toBe(100 * scripted.requests.length)
    expect(result.loss.Omega).toBeLessThan(0.1)
    await artoo.close()
  })
})

describe('a provider’s account of tokens', () => {
  test.each([
    ['NaN', Number.NaN],
    ['negative', -5],
    ['infinite', Number.POSITIVE_INFINITY],
    ['huge', 1e300],
    ['no number', '12' as never],
    ['missing', undefined],
  ])('that is %s ends no task; it is estimated, and said in the log of the call', async (_, inputTokens) => {
    const scripted = scriptedModel(straightThrough, { repeatLast: true })
    const model: LanguageModel = {
      id: 'acme/odd',
      async generate(request, options) {
        return { ...(await scripted.generate(request, options)), usage: { inputTokens, outputTokens: 7 } }
      },
    }
    const artoo = createArtoo({ model, limits: { tokens: 1_000_000 } })
    const run = artoo.run('Say hello')
    const outcome = await run
    expect([outcome.reason, outcome.summary]).toEqual(['accepted', expect.any(String)])
    for (const { payload } of all(run.events, 'ModelCall')) {
      const { usage } = payload
      expect(usage).toMatchObject({ outputTokens: 7, estimated: true })
      expect(usage.inputTokens).toBeGreaterThan(0)
      expect(usage.inputTokens).toBeLessThan(1_000_000)
      const named = inputTokens === undefined ? undefined : [expect.stringMatching(/^inputTokens: /)]
      expect(usage.unusable).toEqual(named)
    }
    await artoo.close()
  })
})
