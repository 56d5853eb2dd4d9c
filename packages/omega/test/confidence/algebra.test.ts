import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { and, clamp01, or, valueOfClaim } from '../../src/confidence/algebra.js'
import type { Claim, Factor } from '../../src/protocol/state.js'

const factor = (kind: Factor['kind'], value: number, agent = 27): Factor => ({
  kind,
  value,
  agent,
  family: 'otter',
  iteration: 1,
  independent: false,
  evidence: null,
})

const claim = (
  prior: number | null,
  ...factors: readonly Factor[]
): Pick<Claim, 'supporters' | 'factors' | 'status'> => ({
  supporters: [{ agent: 1, confidence: prior, family: 'heron', inputs: [] }],
  factors,
  status: 'active',
})

describe('what confidence comes to', () => {
  it('is not cut before all that bears on it is counted', () => {
    const [verified, doubted] = [factor('verification', 1.5, 27), factor('verification', 0.5, 28)]
    expect(valueOfClaim(claim(0.9, verified, doubted))).toBeCloseTo(0.675)
    expect(valueOfClaim(claim(0.9, doubted, verified))).toBeCloseTo(0.675)
  })

  it('is unknown where nobody knows, which is neither 0 nor 1', () => {
    expect(valueOfClaim(claim(null, factor('verification', 1.5)))).toBeNull()
    expect(and([])).toBeNull()
    expect(or([])).toBeNull()
    expect(and([0.9, null])).toBeNull()
    expect(or([0.3, null])).toBe(0.3)
  })

  it('is nothing for what was refuted or rejected, whatever was said of it', () => {
    expect(valueOfClaim(claim(null, factor('check', 0)))).toBe(0)
    expect(valueOfClaim({ ...claim(0.9), status: 'rejected' })).toBe(0)
  })

  it('needs all of several claims, in the measure in which they fit', () => {
    expect(and([0.9, 0.6, 0.8], 0.5)).toBeCloseTo(0.3)
    expect(or([0.9, 0.6])).toBe(0.9)
  })

  it.each([
    ['values[1]', () => and([0.5, Number.NaN])],
    ['values[0]', () => or([1.2])],
    ['coherence', () => and([0.5], -0.1)],
    ['value', () => clamp01(Number.POSITIVE_INFINITY)],
    ['opinions[0].confidence', () => valueOfClaim(claim(1.2))],
    ['survival factor', () => valueOfClaim(claim(0.5, factor('survival', 1.1)))],
    ['verification factor', () => valueOfClaim(claim(0.5, factor('verification', 0.4)))],
    ['verification factor', () => valueOfClaim(claim(0.5, factor('verification', Number.NaN)))],
    ['check factor', () => valueOfClaim(claim(0.5, factor('check', 1.6)))],
  ])('refuses what is no confidence, by name: %s', (field, act) => {
    expect(act).toThrow(expect.objectContaining({ code: 'invalid_confidence', field }))
  })
})

describe('laws of the algebra', () => {
  const unit = fc.double({ min: 0, max: 1, noNaN: true })
  const factors = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('survival' as const), value: unit, agent: fc.integer({ min: 35, max: 46 }) }),
      fc.record({
        kind: fc.constant('verification' as const),
        value: fc.double({ min: 0.5, max: 1.5, noNaN: true }),
        agent: fc.integer({ min: 27, max: 34 }),
      }),
    ),
    { maxLength: 12 },
  )
  const one = fc.uniqueArray(unit, { minLength: 1, maxLength: 8 })

  it('stays between 0 and 1', () => {
    fc.assert(
      fc.property(unit, factors, one, unit, (prior, given, values, coherence) => {
        const all = given.map(({ kind, value, agent }) => factor(kind, value, agent))
        for (const value of [valueOfClaim(claim(prior, ...all)), and(values, coherence), or(values)]) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  it('knows no order of factors of different agents', () => {
    fc.assert(
      fc.property(unit, factors, (prior, given) => {
        const unique = [...new Map(given.map((some) => [some.agent, some])).values()]
        const all = unique.map(({ kind, value, agent }) => factor(kind, value, agent))
        expect(valueOfClaim(claim(prior, ...all.toReversed()))).toBe(valueOfClaim(claim(prior, ...all)))
      }),
    )
  })

  it('counts of one agent the last factor of a kind, however often it is repeated', () => {
    fc.assert(
      fc.property(unit, factors, fc.integer({ min: 1, max: 4 }), (prior, given, times) => {
        const all = given.map(({ kind, value, agent }) => factor(kind, value, agent))
        const last = all.at(-1)
        if (last === undefined) return
        const repeated = [...all, ...Array<Factor>(times).fill(last)]
        const other = { ...last, value: 1 }
        expect(valueOfClaim(claim(prior, ...repeated))).toBe(valueOfClaim(claim(prior, ...all)))
        expect(valueOfClaim(claim(prior, ...all, other, last))).toBe(valueOfClaim(claim(prior, ...all)))
      }),
    )
  })

  it('never falls when a part of it rises', () => {
    fc.assert(
      fc.property(one, fc.nat(), unit, (values, at, rise) => {
        const index = at % values.length
        const risen = values.with(index, Math.max(rise, values[index] ?? 0))
        expect(and(risen)).toBeGreaterThanOrEqual(and(values) ?? 1)
        expect(or(risen)).toBeGreaterThanOrEqual(or(values) ?? 1)
      }),
    )
  })
})
