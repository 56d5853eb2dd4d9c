import { type ScriptedReply, scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool, type LanguageModel, type RunEvent, usageByRole } from '@artoo/sdk'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fixed, planOf, settle, straightThrough, subtask } from './script.js'

const plan = planOf(...Array.from({ length: 10 }, (_, index) => subtask(`greet number ${index + 1}`)))

interface Spender {
  /** What an execution takes, if it may. */
  readonly wantedOutput: number
  /** Real input divided by the estimate. */
  readonly inputRatio: number
  readonly executionMs: number
}

/** Ten parallel executions by a model that reports what it took. `bound` is what its calls may come to by artoo's own account. */
async function spend(limits: { readonly tokens: number }, { wantedOutput, inputRatio, executionMs }: Spender) {
  const clock = manualClock(1_000)
  const script = scriptedModel({ ...straightThrough, plan }, { repeatLast: true })
  let estimateErrors = 0
  const model: LanguageModel = {
    id: 'spender',
    async generate(request, options) {
      const reply = await script.generate(request, options)
      if (request.output?.name === 'execution') {
        await new Promise<void>((resolve) => clock.schedule(executionMs, resolve))
      }
      const text = request.messages.map(({ content }) => content).join('\n') + JSON.stringify(request.output?.schema)
      const estimate = Math.ceil(new TextEncoder().encode(text).length / 4)
      const inputTokens = Math.ceil(estimate * inputRatio)
      // One token a call for the rounding of the two estimates.
      estimateErrors += Math.max(0, inputTokens - estimate) + 1
      const outputTokens = Math.min(wantedOutput, request.maxOutputTokens ?? wantedOutput)
      return { ...reply, usage: { inputTokens, outputTokens } }
    },
  }
  const artoo = createArtoo({ model, limits: { ...limits, retries: 0, replans: 0 }, clock, ids: sequentialIds() })
  const run = artoo.run('Greet ten people')
  const result = await settle(run, clock)
  await artoo.close()
  return { result, spent: total(run.events), bound: limits.tokens + estimateErrors, events: run.events, clock }
}

function total(events: readonly RunEvent[]): number {
  return Object.values(usageByRole(events)).reduce((sum, role) => sum + role.inputTokens + role.outputTokens, 0)
}

describe('a limit on tokens', () => {
  test('holds with ten calls in flight, but for the error of the estimates', async () => {
    const spenders = fc.record({
      wantedOutput: fc.integer({ min: 1, max: 20_000 }),
      inputRatio: fc.double({ min: 0.5, max: 2, noNaN: true }),
      executionMs: fc.integer({ min: 0, max: 30_000 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 500, max: 200_000 }), spenders, async (tokens, spender) => {
        const { result, spent, bound, clock } = await spend({ tokens }, spender)
        expect(spent).toBeLessThanOrEqual(bound)
        expect(['accepted', 'limit_reached', 'role_failed', 'replans_exhausted']).toContain(result.reason)
        expect(clock.pending).toBe(0)
      }),
      { numRuns: 40, seed: 7 },
    )
  })

  test('lets calls through one after the other that would not fit all at once', async () => {
    const { result, spent } = await spend({ tokens: 40_000 }, { wantedOutput: 50, inputRatio: 1, executionMs: 5_000 })
    expect(result.reason).toBe('accepted')
    expect(spent).toBeLessThan(40_000)
  })
})

test('a call that the end cuts off stays in the bill, marked as an estimate', async () => {
  const { clock, ids } = fixed()
  const model = scriptedModel({ ...straightThrough, plan, execution: 'hang' }, { repeatLast: true })
  const limits = { timeMs: 60_000, maxOutputTokens: 1_000 }
  const artoo = createArtoo({ model, limits, clock, ids })
  const run = artoo.run('Greet ten people')
  expect((await settle(run, clock)).reason).toBe('deadline')
  await artoo.close()
  const calls = run.events.flatMap((event) => (event.type === 'ModelCall' ? [event.payload] : []))
  const cutOff = calls.filter(({ role }) => role === 'R3')
  expect(cutOff).toHaveLength(10)
  for (const { usage, error } of cutOff) {
    expect(usage).toMatchObject({ outputTokens: 1_000, estimated: true })
    expect(error).toMatchObject({ code: 'aborted' })
  }
})

test('what a provider does not report is estimated and marked', async () => {
  const script = scriptedModel(straightThrough)
  const model: LanguageModel = {
    id: 'silent about its tokens',
    generate: async (request, options) => {
      const { usage: _, ...reply } = await script.generate(request, options)
      return reply
    },
  }
  const artoo = createArtoo({ model, ...fixed() })
  const run = artoo.run('Say hello')
  await run
  const usages = run.events.flatMap((event) => (event.type === 'ModelCall' ? [event.payload.usage] : []))
  expect(usages).toHaveLength(5)
  for (const usage of usages) {
    expect(usage).toMatchObject({ estimated: true })
    expect([usage.inputTokens > 0, usage.outputTokens > 0]).toEqual([true, true])
  }
  await artoo.close()
})

describe('a model that answers at once, for ever, with tool calls', () => {
  // Without a pause between its answers no timer of the process would ever fire.
  const call: ScriptedReply = { toolCalls: [{ name: 'nothing', input: {} }] }
  const script = { ...straightThrough, plan: planOf(subtask('go on', ['nothing'])), execution: call }
  const nothing = defineTool({
    name: 'nothing',
    description: '-',
    input: z.object({}),
    effect: 'read',
    execute: () => '',
  })
  const tools = [nothing]
  const limits = { toolTurns: 1_000_000, modelCalls: 1_000_000 }

  test('does not keep a deadline from passing', async () => {
    const artoo = createArtoo({
      model: scriptedModel(script, { repeatLast: true }),
      tools,
      limits: { ...limits, timeMs: 200 },
    })
    expect((await artoo.run('Go on')).reason).toBe('deadline')
    await artoo.close()
  })

  test('does not keep an abort from arriving', async () => {
    const artoo = createArtoo({ model: scriptedModel(script, { repeatLast: true }), tools, limits })
    const signal = AbortSignal.timeout(200)
    expect((await artoo.run('Go on', { signal })).reason).toBe('aborted')
    await artoo.close()
  })
})

test('the bill of a result has what came from a cache and what went into reasoning', async () => {
  const script = scriptedModel({ text: { text: 'Hello.' } })
  const model: LanguageModel = {
    id: 'cached',
    async generate(request, options) {
      const usage = { inputTokens: 100, outputTokens: 20, cachedInputTokens: 80, reasoningTokens: 15 }
      return { ...(await script.generate(request, options)), usage }
    },
  }
  const prices = { cached: { input: 10, cachedInput: 1, output: 20 } }
  const artoo = createArtoo({ model, prices, depth: 'direct', dreamer: false })
  const { usage } = await artoo.run('Hello')
  const bill = { modelCalls: 1, inputTokens: 100, outputTokens: 20, cachedInputTokens: 80, reasoningTokens: 15 }
  expect(usage.total).toMatchObject({ ...bill, cost: (20 * 10 + 80 * 1 + 20 * 20) / 1e6 })
  expect(usage.byRole.R3).toMatchObject(bill)
  await artoo.close()
})
