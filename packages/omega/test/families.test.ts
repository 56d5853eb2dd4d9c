import { expect, it } from 'vitest'
import { plain, world } from './world.js'

it('models of several families take turns in each tier, judges beginning with another; the first reads and writes', async () => {
  // Nobody is sure, so that everybody is heard.
  const judges = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [27 + index, { references: [] }]))
  const script = { 1: { answer: 'x' }, ...judges }
  const { omega, calls } = world({ panel: 'standard', families: ['a', 'b', 'c'], script, limits: { iterations: 1 } })
  await omega.deliberate('Why?', { type: 'EMPIRICAL', stakes: 'HIGH' })
  const families = (first: number, last: number) =>
    calls.flatMap(({ agent, family }) => (agent >= first && agent <= last ? [family] : [])).join('')
  expect([families(1, 20), families(21, 26), families(27, 34), families(35, 46)]).toEqual([
    'abcabc',
    'ab',
    'bca',
    'cabc',
  ])
  expect(families(47, 57)).toBe('aaa')
})

it('a model is of the family of its id, a function of that of code, or each of the one that it names', async () => {
  const run = () => ({ answer: 'x', confidence: 0.9 })
  const text = '{"answer":"x","confidence":0.5,"references":[],"same":[]}'
  const generate = async () => ({ text, toolCalls: [], finishReason: 'stop' as const })
  const models = [
    { id: 'm1', generate },
    { model: { id: 'm2', generate }, family: 'y' },
  ]
  const { omega } = world({ models, agents: { 1: run, 10: { family: 'x', run } } } as object)
  const report = await omega.deliberate('Why?', { ...plain, stakes: 'HIGH' })
  const [answer] = report.claims
  expect(new Set(answer?.supporters.map(({ family }) => family))).toEqual(new Set(['code', 'x', 'm1', 'y']))
})
