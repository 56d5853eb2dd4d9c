import { describe, expect, it } from 'vitest'
import { plain, world } from './world.js'

/** Who spoke through which family on a panel on which everybody is heard. */
async function families(options: Parameters<typeof world>[0]) {
  const script = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [27 + index, { references: [] }]))
  const { omega, calls } = world({
    panel: 'standard',
    families: ['a', 'b', 'c'],
    script: { 1: { answer: 'x' }, ...script },
    ...options,
  })
  await omega.deliberate('Why?', { ...plain, stakes: 'HIGH', uncertainty: 'LOW' })
  return (first: number, last: number) =>
    calls.filter(({ agent }) => agent >= first && agent <= last).map(({ family }) => family)
}

describe('models of several families', () => {
  it('take turns in each tier, judges beginning with another than explorers', async () => {
    const of = await families({ limits: { iterations: 1 } })
    expect(of(1, 20)).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
    expect(of(21, 26)).toEqual(['a', 'b'])
    expect(of(27, 34)).toEqual(['b', 'c', 'a'])
    expect(of(35, 46)).toEqual(['c', 'a', 'b', 'c'])
  })

  it('leave what reads the problem and writes the answer to the first', async () => {
    const of = await families({ limits: { iterations: 1 } })
    expect(new Set(of(47, 57))).toEqual(new Set(['a']))
  })

  it('may be named by their ids alone', async () => {
    const { omega } = world({
      models: ['m1', 'm2'].map((id) => ({
        id,
        generate: async () => ({ text: '{"answer":"x","confidence":1}', toolCalls: [], finishReason: 'stop' as const }),
      })),
    })
    const report = await omega.deliberate('Why?', plain)
    expect(report.claims[0]?.supporters.map(({ family }) => family)).toEqual(['m1', 'm2', 'm1'])
  })
})

it('an agent that is a function is of the family of code, or of the one that it names', async () => {
  const run = () => ({ answer: 'x', confidence: 0.9 })
  const omega = world({ agents: { 1: run, 10: { family: 'x', run } } } as object).omega
  const report = await omega.deliberate('Why?', plain)
  expect(report.claims[0]?.supporters.map(({ family }) => family)).toEqual(['code', 'x'])
})
