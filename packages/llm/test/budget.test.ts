import { createBudget } from '@artoo/llm'
import { describe, expect, it } from 'vitest'

const exceeded = (field: string) => expect.objectContaining({ code: 'budget_exceeded', field })

describe('a budget', () => {
  it('admits as many calls as it allows and counts only those', () => {
    const budget = createBudget({ modelCalls: 2 })
    budget.admit()
    budget.admit()
    expect(() => budget.admit()).toThrow(exceeded('modelCalls'))
    expect(budget.used).toEqual({ modelCalls: 2, tokens: 0 })
  })

  it('refuses the next call once the tokens are used up, input and output together', () => {
    const budget = createBudget({ tokens: 10 })
    budget.admit()
    budget.record({ inputTokens: 4, outputTokens: 5 })
    budget.admit()
    budget.record({ inputTokens: 1, outputTokens: 7 })
    expect(() => budget.admit()).toThrow(exceeded('tokens'))
    expect(budget.used).toEqual({ modelCalls: 2, tokens: 17 })
  })

  it('is unlimited by default, and closed at 0', () => {
    const budget = createBudget()
    for (let call = 0; call < 1_000; call++) budget.admit()
    expect(budget.used.modelCalls).toBe(1_000)
    expect(() => createBudget({ modelCalls: 0 }).admit()).toThrow(exceeded('modelCalls'))
  })

  it('hands out its use as a copy', () => {
    const budget = createBudget()
    Object.assign(budget.used, { modelCalls: 9 })
    expect(budget.used.modelCalls).toBe(0)
  })

  it.each([
    ['modelCalls', Number.NaN],
    ['modelCalls', -1],
    ['tokens', Number.NaN],
    ['tokens', '100' as never],
  ] as const)('refuses %s of %s instead of taking it for unlimited', (field, limit) => {
    expect(() => createBudget({ [field]: limit })).toThrow(expect.objectContaining({ code: 'invalid_option', field }))
  })
})
