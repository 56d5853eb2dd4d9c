import { describe, expect, it } from 'vitest'
import type { ProgressStep } from '../../src/index.js'
import { plain, right, turns, world } from '../world.js'

async function stepsOf(run: { readonly progress: AsyncIterable<ProgressStep> }): Promise<readonly ProgressStep[]> {
  const steps: ProgressStep[] = []
  for await (const step of run.progress) steps.push(step)
  return steps
}

describe('progress', () => {
  it('tells batch, who was heard, calls and the best answer so far, and ends', async () => {
    const run = world().omega.deliberate('Why?', { ...plain, stakes: 'MEDIUM' })
    const steps = await stepsOf(run)
    const { confidence, why, metrics } = await run
    expect(steps.map(({ batch, heard }) => [batch, heard])).toEqual([
      ...[0, 1, 2, 3].map((heard) => [1, heard]),
      ...[3, 4, 5].map((heard) => [2, heard]),
      [2, 5],
    ])
    expect(steps[0]).toMatchObject({
      iteration: 1,
      batches: 6,
      agents: 15,
      modelCalls: 0,
      answer: null,
      confidence: null,
    })
    expect(steps[0]?.text).toBe(
      'batch 1 of 6: First Principles, Pattern Recognizer, Limit Explorer (0 of 15 agents, 0 calls; no answer yet)',
    )
    expect(steps.at(-1)).toMatchObject({ answer: right, confidence, modelCalls: metrics.modelCalls })
    expect(steps[1]?.text).toMatch(
      /^First Principles: Change the pump\. \(1 of 15 agents, 1 call; \w+ \(\d\d %\): Change the pump\.\)$/,
    )
    expect(steps.at(-1)?.text).toBe(`SUCCESS: ${why} (5 of 15 agents, 5 calls; high (94 %): ${right})`)
  })

  it('can be read by two at once, and once more when it is over', async () => {
    const run = world().omega.deliberate('Why?', plain)
    const [one, other] = await Promise.all([stepsOf(run), stepsOf(run)])
    expect(one).toEqual(other)
    expect(await stepsOf(run)).toEqual(one)
  })

  it('can be left in the middle: the deliberation goes on', async () => {
    const run = world().omega.deliberate('Why?', plain)
    for await (const step of run.progress) if (step.heard === 2) break
    expect((await run).status).toBe('SUCCESS')
  })

  it('goes on with the iterations, and counts those who gave nothing', async () => {
    const silent = { answer: null, confidence: null }
    const script = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [index + 1, silent]))
    const run = world({ script, limits: { iterations: 2 } }).omega.deliberate('Why?', plain)
    const steps = await stepsOf(run)
    expect(new Set(steps.map(({ iteration }) => iteration))).toEqual(new Set([1, 2]))
    for (const { heard, agents, batch, batches } of steps) {
      expect(heard).toBeLessThanOrEqual(agents)
      expect(batch).toBeLessThanOrEqual(batches)
    }
    expect(steps.at(-1)?.text).toMatch(/^FAILURE: iteration 2 was the last; .*; no answer yet\)$/)
  })

  it('ends with an abort', async () => {
    const host = new AbortController()
    const run = world({ script: { 1: () => new Promise(() => {}) } }).omega.deliberate('Why?', {
      ...plain,
      signal: host.signal,
    })
    const steps = stepsOf(run)
    await turns()
    host.abort()
    expect((await steps).at(-1)).toMatchObject({ heard: 2, answer: right })
  })
})
