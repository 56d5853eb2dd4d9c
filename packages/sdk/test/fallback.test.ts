import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { type LanguageModel, ProviderError } from '@artoo/spec'
import { expect, test } from 'vitest'
import { type ArtooOptions, createArtoo, type RunEvent } from '../src/index.js'

const isDown = () => new ProviderError('provider_unavailable', 'no connection', { status: 503 })

/** A model that fails so many times, and then answers. */
function failing(
  id: string,
  times: number,
  error: () => Error = isDown,
): LanguageModel & { readonly count: () => number } {
  let calls = 0
  return {
    id,
    count: () => calls,
    async generate() {
      if (++calls <= times) throw error()
      return { text: `${id} answers`, toolCalls: [], finishReason: 'stop' }
    },
  }
}

const direct = (model: ArtooOptions['model'], options: Partial<ArtooOptions> = {}) =>
  createArtoo({ model, depth: 'direct', dreamer: false, limits: { modelRetries: 0 }, ...options })

const fallbacksIn = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'ModelFallback' ? [[event.payload.from, event.payload.to]] : []))

test('a second model answers while the first is down, after its retries, and the events tell', async () => {
  const first = failing('first', Infinity)
  const artoo = direct([first, failing('second', 0)], { limits: { modelRetries: 1 } })
  const run = artoo.run('Hello')
  expect(await run).toMatchObject({ status: 'complete', output: 'second answers' })
  expect(first.count()).toBe(2)
  expect(fallbacksIn(run.events)).toEqual([['first', 'second']])
  expect(run.events.filter(({ type }) => type === 'ModelCall')).toHaveLength(3)
  await artoo.close()
})

test('a first model that comes back within its retries is not replaced', async () => {
  const artoo = direct([failing('first', 1), failing('second', 0)], { limits: { modelRetries: 1 } })
  const run = artoo.run('Hello')
  expect((await run).output).toBe('first answers')
  expect(fallbacksIn(run.events)).toEqual([])
  await artoo.close()
})

test('a run stays with the model that stands in, the next run begins with the first again', async () => {
  const first = failing('first', Infinity)
  const plan = {
    criteria: [{ text: 'it greets', mode: 'plausible' }],
    subtasks: [{ intent: 'greet', criteria: [{ text: 'it greets', mode: 'plausible' }] }],
  }
  const script: Readonly<Record<string, ScriptedTurn>> = {
    plan: { json: plan },
    execution: { json: { status: 'completed', output: 'hello', reason: null } },
    last_verdicts: {
      json: { verdicts: [1, 2].map((criterion) => ({ criterion, verdict: 'pass', evidence: 'it does' })) },
    },
  }
  const artoo = direct([first, scriptedModel(script)], { depth: 'lean' })
  expect((await artoo.run('Greet me')).status).toBe('complete')
  expect(first.count()).toBe(1)
  await artoo.run('Greet me')
  expect(first.count()).toBe(2)
  await artoo.close()
})

test('when all are down, the task ends as an outage does', async () => {
  const artoo = direct([failing('a', Infinity), failing('b', Infinity), failing('c', Infinity)])
  const run = artoo.run('Hello')
  expect(await run).toMatchObject({ status: 'failed', reason: 'infrastructure' })
  expect(fallbacksIn(run.events)).toEqual([
    ['a', 'b'],
    ['b', 'c'],
  ])
  await artoo.close()
})

test('a key that is refused is no outage', async () => {
  const refused = () => new ProviderError('provider_unauthorized', 'no such key', { status: 401 })
  const artoo = direct([failing('first', Infinity, refused), failing('second', 0)])
  const run = artoo.run('Hello')
  expect((await run).status).toBe('failed')
  expect(fallbacksIn(run.events)).toEqual([])
  await artoo.close()
})

test('all models are one budget, and all need a price', async () => {
  const artoo = direct([failing('first', Infinity), failing('second', 0)], {
    limits: { modelCalls: 1, modelRetries: 0 },
  })
  expect(await artoo.run('Hello')).toMatchObject({ reason: 'limit_reached' })
  await artoo.close()
  const prices = { first: { input: 1, output: 1 } }
  expect(() => direct([failing('first', 0), failing('second', 0)], { prices, limits: { cost: 1 } })).toThrow(/second/)
})

test('a tier has its own list, and an empty one is refused', async () => {
  const [tool, brain] = [failing('tool', 0), failing('brain', Infinity)]
  const artoo = direct({ tool, brain: [brain, failing('other', 0)] })
  expect((await artoo.run('Hello')).output).toBe('other answers')
  await artoo.close()
  expect(() => direct([] as never)).toThrow(expect.objectContaining({ code: 'invalid_option', field: 'model' }))
})
