import { confidenceIn } from '@artoo/ggs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const trust = fc.record({
  D: fc.double({ min: 0, max: 1, noNaN: true }),
  judged: fc.double({ min: 0, max: 1, noNaN: true }),
  rounds: fc.integer({ min: 1, max: 10 }),
})

describe('confidenceIn', () => {
  it('gives a chance, and a lower one for more that is unmet, judged by a model, or tried', () => {
    fc.assert(
      fc.property(trust, fc.double({ min: 0, max: 1, noNaN: true }), (given, share) => {
        const chance = confidenceIn(given)
        expect(chance).toBeGreaterThanOrEqual(0)
        expect(chance).toBeLessThanOrEqual(1)
        const worse = [
          { ...given, D: given.D + (1 - given.D) * share },
          { ...given, judged: given.judged + (1 - given.judged) * share },
          { ...given, rounds: given.rounds + 1 },
        ]
        for (const other of worse) expect(confidenceIn(other)).toBeLessThanOrEqual(chance)
      }),
    )
  })

  it.each([
    [{ D: 0, judged: 0, rounds: 1 }, 0.992],
    [{ D: 0, judged: 1, rounds: 1 }, 0.962],
    [{ D: 0, judged: 1, rounds: 4 }, 0.911],
    [{ D: 0.25, judged: 1, rounds: 2 }, 0.015],
  ])('of %o is %d', (given, chance) => {
    expect(confidenceIn(given)).toBe(chance)
  })

  it.each([
    ['D', { D: 1.1, judged: 0, rounds: 1 }],
    ['judged', { D: 0, judged: Number.NaN, rounds: 1 }],
    ['rounds', { D: 0, judged: 0, rounds: 0 }],
  ])('refuses a wrong %s by its name', (field, given) => {
    expect(() => confidenceIn(given)).toThrow(expect.objectContaining({ code: 'invalid_input', field }))
  })
})
