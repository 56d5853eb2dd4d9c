import { describe, expect, it } from 'vitest'
import { createOmega } from '../../src/omega/create-omega.js'
import { estimateOf } from '../../src/phi/estimate.js'
import { isIn } from '../../src/phi/priorities.js'
import { askingTiers, tokenModel } from '../../src/phi/token-model.js'
import type { Classification } from '../../src/protocol/classification.js'
import type { LogEntry } from '../../src/protocol/log-event.js'
import { easy, everyClassification } from './invariants.js'
import { type TypicalCall, typicalModel } from './typical-panel.js'

const hard: Classification = { ...easy, uncertainty: 'HIGH', stakes: 'HIGH' }

describe('the estimate of what a session costs', () => {
  it('counts a call for each agent and one for classifying the problem', () => {
    const { first, batches } = estimateOf(easy, { problemTokens: 100 })
    expect(first).toMatchObject({ agents: 22, modelCalls: 23 })
    expect(batches).toBe(9)
    expect(first.byTier.GENESIS.agents).toBe(6)
    expect(first.byPhase.SYNTHESIS.agents).toBe(6)
  })

  it('counts what PHI asks itself: what kind of problem it is, unless the host says it, and the answer to a trivial one', () => {
    const calls = (given: Classification, classified: boolean) =>
      estimateOf(given, { problemTokens: 100, classified }).first.modelCalls
    expect(calls(easy, true)).toBe(22)
    expect([false, true].map((classified) => calls({ ...easy, trivial: true }, classified))).toEqual([4, 3])
  })

  it('follows the formula for the first and for the last agent', () => {
    const { rules, instruction, schema, shown, classify } = tokenModel
    const { first } = estimateOf({ ...easy, trivial: true }, { problemTokens: 100 })
    const bare = rules + instruction + schema + 100
    expect(first.inputTokens).toBe(2 * bare + 2 * (classify.input + 100))
    const { byTier } = estimateOf(easy, { problemTokens: 100 }).first
    expect(byTier.GENESIS.inputTokens).toBe(6 * bare)
    // 21 and 22 are shown the six explorers.
    expect(byTier.BRIDGE.inputTokens).toBe(2 * (bare + 6 * shown.BRIDGE))
  })

  it('adds the turns of those who use tools', () => {
    const without = estimateOf(easy, { problemTokens: 100 }).first
    const withTools = estimateOf(easy, { problemTokens: 100, tools: true }).first
    expect(withTools.modelCalls - without.modelCalls).toBe(
      3 * tokenModel.turns.VERIFICATION + 5 * tokenModel.turns.ADVERSARY,
    )
    expect(withTools.byTier.GENESIS).toEqual(without.byTier.GENESIS)
    expect(withTools.byTier.VERIFICATION.inputTokens).toBeGreaterThan(2 * without.byTier.VERIFICATION.inputTokens)
  })

  it('splits the same cost by tier and by phase', () => {
    const { first } = estimateOf(hard, { problemTokens: 500, tools: true })
    const total = (parts: object) =>
      Object.values(parts).reduce((sum, { inputTokens }: { inputTokens: number }) => sum + inputTokens, 0)
    expect(total(first.byTier)).toBe(total(first.byPhase))
    expect(total(first.byTier)).toBe(first.inputTokens - tokenModel.classify.input - 500)
  })

  it('bounds what further iterations may cost', () => {
    const one = estimateOf(hard, { problemTokens: 100, iterations: 1 })
    expect(one.most).toEqual({ ...one.most, agents: one.first.agents, inputTokens: one.first.inputTokens })
    const ten = estimateOf(hard, { problemTokens: 100 }).most
    expect(ten.iterations).toBe(10)
    expect(ten.inputTokens).toBeGreaterThan(10 * one.first.inputTokens)
    expect(ten.agents).toBe(10 * one.first.agents)
  })

  it('never asks less for higher stakes', () => {
    const some = [...everyClassification()].filter((_, index) => index % 211 === 0)
    const cheaper = some.filter((given) => {
      const [low, medium, high] = (['LOW', 'MEDIUM', 'HIGH'] as const).map(
        (stakes) => estimateOf({ ...given, stakes }, { problemTokens: 0 }).first.inputTokens,
      )
      return !(Number(low) <= Number(medium) && Number(medium) < Number(high))
    })
    expect(cheaper).toEqual([])
  })

  it.each([
    ['iterations', { iterations: 11, problemTokens: 1 }],
    ['iterations', { iterations: 1.5, problemTokens: 1 }],
    ['problemTokens', { problemTokens: Number.NaN }],
    ['problemTokens', { problemTokens: -1 }],
  ])('refuses %s %j', (field, options) => {
    expect(() => estimateOf(easy, options)).toThrow(expect.objectContaining({ code: 'invalid_option', field }))
  })
})

describe('what a first iteration asks of its model', () => {
  it.each([
    ['easy', easy],
    ['hard', hard],
  ])('is what was estimated, more or less, for an %s problem', async (_, given) => {
    const problem = 'Should a team of five move its nightly batch job to a queue with workers? '.repeat(4)
    const calls: TypicalCall[] = []
    const stop = new AbortController()
    const omega = createOmega({ model: typicalModel(calls) })
    const run = omega.deliberate(problem, { ...given, signal: stop.signal })
    for await (const event of run) {
      if (event.type === 'SessionEntry' && (event.payload as LogEntry).event.type === 'iteration_ended') stop.abort()
    }
    const { first } = omega.estimate(problem, given).least
    await omega.close()
    for (const tier of askingTiers) {
      const own = calls.slice(0, first.agents).filter(({ agent }) => isIn(tier, agent))
      const asked = own.reduce((sum, { inputTokens }) => sum + inputTokens, 0)
      expect(own).toHaveLength(first.byTier[tier].agents)
      expect(first.byTier[tier].inputTokens / asked).toBeGreaterThan(0.7)
      expect(first.byTier[tier].inputTokens / asked).toBeLessThan(1.4)
    }
  })
})
