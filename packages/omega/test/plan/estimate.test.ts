import { expect, it } from 'vitest'
import { type EstimateOptions, estimateOf } from '../../src/plan/estimate.js'
import { nextPlan, plan } from '../../src/plan/plan.js'
import { askingTiers, tokenModel } from '../../src/plan/token-model.js'
import { type Classification, stakesLevels } from '../../src/protocol/classification.js'
import { easy } from '../support/session.js'
import { agentsOf, kinds, of } from './kinds.js'

const usual = {
  ...of('full'),
  iterations: 1,
  isRead: false,
  tools: false,
  checkTokens: 0,
  silent: [],
  problemTokens: 100,
}
const estimate = (kind: Classification, given: Partial<EstimateOptions> = {}) =>
  estimateOf(kind, { ...usual, ...given })
const first = (...given: Parameters<typeof estimate>) => estimate(...given).first
const sent = agentsOf(plan(easy, of('full')))

it('counts a call for each agent that asks a model, and one for reading the problem', () => {
  const one = first(easy)
  expect(one).toMatchObject({ agents: sent.length, modelCalls: sent.length })
  expect(first(easy, { isRead: true })).toMatchObject({
    ...{ agents: sent.length, modelCalls: sent.length + 1 },
    inputTokens: one.inputTokens + tokenModel.reading.inputTokens + 100,
  })
  expect(first(easy, { silent: [1, 51, 52] })).toMatchObject({ agents: sent.length, modelCalls: sent.length - 2 })
})

it('adds the turns of those who use tools, splits by tier what it comes to, and reads the problem in each call', () => {
  const [without, withTools] = [first(easy), first(easy, { tools: true })]
  for (const tier of askingTiers) {
    const [calls, more] = [without.byTier[tier].modelCalls, withTools.byTier[tier].modelCalls]
    expect(more).toBe(calls * (1 + tokenModel.turns[tier]))
  }
  for (const field of ['agents', 'modelCalls', 'inputTokens', 'outputTokens'] as const)
    expect(askingTiers.reduce((sum, tier) => sum + withTools.byTier[tier][field], 0)).toBe(withTools[field])
  expect(first(easy, { problemTokens: 101 }).inputTokens - without.inputTokens).toBe(without.modelCalls)
})

it('reads the checks in each call that may name one', () => {
  const [without, withChecks] = [first(easy, of('quick')), first(easy, { ...of('quick'), checkTokens: 100 })]
  const more = withChecks.inputTokens - without.inputTokens
  expect(more).toBeGreaterThan(100 * without.modelCalls)
  expect(first(easy, { ...of('quick'), checkTokens: 200 }).inputTokens - withChecks.inputTokens).toBe(
    100 * without.modelCalls,
  )
  expect(more).toBeLessThan(250 * without.modelCalls)
})

it('bounds what further iterations may cost, as far as there are any', () => {
  const later = nextPlan(easy, of('full'), sent)
  const [one, two, five, ten] = [1, 2, 5, 10].map((iterations) => estimate(easy, { iterations }).most.agents)
  expect([one, two]).toEqual([sent.length, sent.length + (later ? agentsOf(later).length : 0)])
  expect(five).toBe(ten)
})

it('is never less for higher stakes, and least for a quick panel', () => {
  for (const kind of kinds(499)) {
    const stakes = stakesLevels.map((level) => first({ ...kind, stakes: level }).inputTokens)
    const sizes = (['quick', 'standard', 'full'] as const).map((panel) => first(kind, of(panel)).inputTokens)
    for (const costs of [stakes, sizes]) expect(costs).toEqual(costs.toSorted((a, b) => a - b))
  }
})

it('counts the one who makes a problem clear, and the panel that works on it then', () => {
  expect(first({ ...easy, wellDefined: false }).agents).toBe(1 + sent.length)
})
