import { scriptedModel } from '@artoo/llm/testing'
import { describe, expect, it } from 'vitest'
import { roster } from '../src/index.js'
import { voicesOf } from '../src/omega/families.js'

const models = ['a', 'b', 'c'].map((family) => ({ model: scriptedModel({}, { id: `model-${family}` }), family }))
const run = () => ({})
const familiesOf = (options: Parameters<typeof voicesOf>[0]) => voicesOf(options, roster.cards).families

describe('models of several families', () => {
  it('take turns in each tier', () => {
    const families = familiesOf({ models })
    for (const [first, last] of [
      [1, 20],
      [21, 26],
      [27, 34],
      [35, 46],
    ] as const) {
      const tier = Array.from({ length: last - first + 1 }, (_, index) => families[first + index])
      expect(new Set(tier)).toEqual(new Set(['a', 'b', 'c']))
      expect(tier.every((family, index) => index === 0 || family !== tier[index - 1])).toBe(true)
    }
  })

  it('leave what directs, sums up and lets go to the first', () => {
    const families = familiesOf({ models })
    expect([47, 48, 49, 50, 51, 52, 57].map((id) => families[id])).toEqual(Array(7).fill('a'))
    expect(voicesOf({ models }, roster.cards).modelOf(57).id).toBe('model-a')
  })

  it('may be named by their ids alone', () => {
    const families = familiesOf({ models: models.map(({ model }) => model) })
    expect(new Set(Object.values(families))).toEqual(new Set(['model-a', 'model-b', 'model-c']))
  })
})

describe('an agent that is a function', () => {
  it('is of the family of code, or of the one that it names', () => {
    const [one] = models
    const families = familiesOf({ model: one?.model, agents: { 1: run, 2: { family: 'x', run } } })
    expect([families[1], families[2], families[3]]).toEqual(['code', 'x', 'model-a'])
  })
})
