import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { consensus, effectiveVotes } from '../../src/confidence/consensus.js'
import { correlationOf, votesOf } from '../../src/confidence/correlation.js'
import type { Supporter } from '../../src/protocol/state.js'

const voices = (...confidences: readonly (number | null)[]) =>
  confidences.map((confidence) => ({ confidence, weight: 1 }))
const supporter = (agent: number, family: string, inputs: readonly number[] = []): Supporter => ({
  agent,
  confidence: 0.8,
  family,
  inputs,
})

describe('consensus', () => {
  it.each([
    ['nobody', [], 1, null, 0],
    ['one voice', [0.7], 1, 0.7, 1],
    ['five that are one', [0.8, 0.8, 0.8, 0.8, 0.8], 1, 0.64, 1],
    ['five that know nothing of each other', [0.8, 0.8, 0.8, 0.8, 0.8], 0, 0.8, 5],
  ])('of %s', (_who, confidences, rho, agreed, votes) => {
    const found = consensus(voices(...confidences), rho)
    if (agreed === null) expect(found).toBeNull()
    else expect(found).toBeCloseTo(agreed)
    expect(effectiveVotes(confidences.length, rho)).toBe(votes)
  })

  it('of voices that are all as sure is no surer, not by a rounding either', () => {
    expect(consensus(voices(0.8, 0.8, 0.8), 0)).toBe(0.8)
  })

  it('leaves out who does not know, and weighs alike when nobody has weight', () => {
    expect(consensus(voices(0.6, null), 1)).toBe(0.6)
    expect(consensus(voices(null), 0)).toBeNull()
    expect(
      consensus(
        [0.2, 0.6].map((confidence) => ({ confidence, weight: 0 })),
        0,
      ),
    ).toBeCloseTo(0.4)
  })

  it.each([
    ['opinions[0].confidence', () => consensus(voices(Number.NaN), 0)],
    ['opinions[0].weight', () => consensus([{ confidence: 0.5, weight: -1 }], 0)],
    ['rho', () => effectiveVotes(3, 1.5)],
  ])('refuses what is no number of its kind: %s', (field, act) => {
    expect(act).toThrow(expect.objectContaining({ code: 'invalid_confidence', field }))
  })

  const unit = fc.double({ min: 0, max: 1, noNaN: true })
  const opinions = fc.array(fc.record({ confidence: unit, weight: fc.double({ min: 0, max: 9, noNaN: true }) }), {
    minLength: 1,
    maxLength: 8,
  })

  it('is a confidence, and never surer than the surest', () => {
    fc.assert(
      fc.property(opinions, unit, (given, rho) => {
        const found = consensus(given, rho)
        expect(found).toBeGreaterThanOrEqual(0)
        expect(found).toBeLessThanOrEqual(Math.max(...given.map(({ confidence }) => confidence)))
      }),
    )
  })

  it('knows no order, and does not fall when a voice is surer', () => {
    fc.assert(
      fc.property(opinions, unit, unit, (given, rho, rise) => {
        const found = consensus(given, rho) ?? 0
        expect(consensus(given.toReversed(), rho)).toBeCloseTo(found, 10)
        const [first, ...others] = given
        if (first === undefined) return
        const surer = { ...first, confidence: Math.max(first.confidence, rise) }
        expect(consensus([surer, ...others], rho)).toBeGreaterThanOrEqual(found - 1e-12)
      }),
    )
  })
})

describe('how many a panel is worth', () => {
  it.each([
    ['one model that read the same', supporter(1, 'heron', [3]), supporter(2, 'heron', [3, 4]), 1],
    ['one model that read nothing', supporter(1, 'heron'), supporter(2, 'heron'), 1],
    ['one model, other reading', supporter(1, 'heron', [3]), supporter(2, 'heron', [4]), 0.8],
    ['two models', supporter(1, 'heron', [3]), supporter(2, 'otter', [3]), 0.4375],
    ['a model and code', supporter(1, 'heron'), supporter(2, 'code'), 0],
  ])('%s', (_who, a, b, rho) => {
    expect(correlationOf(a, b)).toBe(rho)
    expect(correlationOf(b, a)).toBe(rho)
  })

  it('goes by what was measured, where something was', () => {
    const measured = [{ families: ['otter', 'heron'] as const, rho: 0.1 }]
    expect(correlationOf(supporter(1, 'heron'), supporter(2, 'otter'), measured)).toBe(0.1)
    expect(correlationOf(supporter(1, 'heron'), supporter(2, 'heron'), measured)).toBe(1)
  })

  it('grows by no repetition of one and the same voice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), (count) => {
        const supporters = Array.from({ length: count }, (_, agent) => supporter(agent, 'heron', [7]))
        expect(votesOf({ supporters })).toBeCloseTo(1, 10)
      }),
    )
  })

  it('is two for nine judges of nine families, and for one judge and a function', () => {
    const families = Array.from({ length: 9 }, (_, index) => supporter(index, `family ${index}`))
    expect(votesOf({ supporters: families })).toBeCloseTo(2)
    expect(votesOf({ supporters: [supporter(1, 'heron'), supporter(2, 'code')] })).toBe(2)
    expect(votesOf({ supporters: [] })).toBe(0)
  })
})
