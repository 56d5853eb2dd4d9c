import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareOf } from '../src/index.js'

describe('a share', () => {
  it('lies within its limits, which come nearer the more there is', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (one, other) => {
        const [count, of] = [Math.min(one, other), Math.max(one, other, 1)]
        const { low, high } = shareOf(count, of)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(low).toBeLessThanOrEqual(count / of)
        expect(high).toBeGreaterThanOrEqual(count / of)
        const more = shareOf(count * 2, of * 2)
        expect(more.high - more.low).toBeLessThan(high - low)
      }),
      { seed: 7 },
    )
  })

  it('has the limits of Wilson’s score', () => {
    const rounded = ({ low, high }: { low: number; high: number }) => [low.toFixed(4), high.toFixed(4)]
    expect(rounded(shareOf(0, 10))).toEqual(['0.0000', '0.2775'])
    expect(rounded(shareOf(5, 10))).toEqual(['0.2366', '0.7634'])
    expect(rounded(shareOf(10, 10))).toEqual(['0.7225', '1.0000'])
    expect(shareOf(0, 0)).toMatchObject({ low: 0, high: 1 })
  })
})
