import { describe, expect, it } from 'vitest'
import { pauseFor } from '../src/controller/pause.js'

const order = (directive: string, wait = 0) => ({ directive, belief: {}, tries: { wait } }) as never
const waiting = (...tries: readonly number[]) => ({ orders: tries.map((wait) => order('wait', wait)) })
const hour = 3_600_000
const plenty = { budgetMs: hour, leftMs: hour, roundMs: 1_000 }

describe('a pause', () => {
  it('is twice as long after each one in vain, by the part that was waited for most', () => {
    expect([0, 1, 2, 3].map((tries) => pauseFor(waiting(0, tries), plenty))).toEqual([5_000, 10_000, 20_000, 40_000])
  })

  it('takes a tenth of the time of the task at most', () => {
    expect(pauseFor(waiting(9), plenty)).toBe(hour / 10)
  })

  it('leaves the time that another round needs, and is none where there is no more than that', () => {
    expect(pauseFor(waiting(0), { ...plenty, leftMs: 12_000, roundMs: 10_000 })).toBe(2_000)
    expect(pauseFor(waiting(0), { ...plenty, leftMs: 10_000, roundMs: 10_000 })).toBe(0)
    expect(pauseFor(waiting(0), { ...plenty, leftMs: -1 })).toBe(0)
  })

  it('is made where one part is to wait, whatever the others are to do, and is none where none is', () => {
    expect(pauseFor({ orders: [order('refine'), order('wait', 1)] }, plenty)).toBe(10_000)
    expect(pauseFor({ orders: [order('refine', 1), order('deliver', 1)] }, plenty)).toBe(0)
  })
})
