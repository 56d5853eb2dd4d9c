import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sharedError, weights } from '../../src/evidence/constants.js'
import { confidenceOf, voicesOf } from '../../src/evidence/evidence.js'
import { logOdds } from '../../src/evidence/measured.js'
import type { Claim, Factor, Supporter } from '../../src/protocol/state.js'
import { attack, check, claim, contradiction, sessionOf, verdict, voice } from '../support/session.js'

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const unit = between(0, 1)
const family = fc.constantFrom('heron', 'otter', 'wren', 'code')
const numbered = <Of extends { readonly agent: number }>(some: fc.Arbitrary<Of>, least = 0) =>
  fc.array(some, { minLength: least, maxLength: 7 }).map((all) => all.map((one, agent) => ({ ...one, agent })))
const anyVoice = fc.tuple(family, fc.option(unit)).map(([of, confidence]) => voice(0, of, confidence))
const sureVoice = fc.tuple(family, unit).map(([of, confidence]) => voice(0, of, confidence))
const judged = (kind: typeof verdict, min: number, max: number) =>
  fc.tuple(family, between(min, max)).map(([of, value]) => kind(90, of, value))
const anyFactor = fc.oneof(judged(verdict, 0.5, 1.5), judged(attack, 0, 1))
const evidence = fc.record({ supporters: numbered(anyVoice), factors: numbered(anyFactor) })
const weighed = fc.record({ supporters: numbered(sureVoice, 1), factors: numbered(anyFactor) })
const rivals = fc.array(evidence, { maxLength: 3 })

type Evidence = Pick<Claim, 'supporters' | 'factors'>
const answersOf = (...all: readonly Evidence[]) => all.map((one, index) => claim(index + 1, one))
/** The confidence of the first answer beside the others; -1 while it is unknown. */
function sure(...all: readonly Evidence[]): number {
  const claims = answersOf(...all)
  return confidenceOf(claims[0] as Claim, sessionOf(claims)) ?? -1
}
const withVoice = (one: Evidence, supporter: Supporter) => ({ ...one, supporters: [...one.supporters, supporter] })
const withFactor = (one: Evidence, factor: Factor) => ({ ...one, factors: [...one.factors, factor] })
const rounding = 1e-12

describe('measured confidence', () => {
  it('is never lowered by a voice that agrees, a judge that confirms or a check that holds', () => {
    const pieces = fc.tuple(sureVoice, judged(verdict, 1, 1.5), between(1, 1.5))
    fc.assert(
      fc.property(evidence, rivals, pieces, (one, others, [supporter, confirmation, value]) => {
        const before = sure(one, ...others) - rounding
        expect(sure(withVoice(one, { ...supporter, agent: 91 }), ...others)).toBeGreaterThanOrEqual(before)
        expect(sure(withFactor(one, confirmation), ...others)).toBeGreaterThanOrEqual(before)
        expect(sure(withFactor(one, check(92, value)), ...others)).toBeGreaterThan(before)
      }),
    )
  })

  it('is never raised by a doubt, an attack or one more rival', () => {
    const doubt = fc.oneof(judged(verdict, 0.5, 1), judged(attack, 0, 1))
    fc.assert(
      fc.property(weighed, rivals, doubt, evidence, (one, others, against, rival) => {
        const before = sure(one, ...others) + rounding
        expect(sure(withFactor(one, against), ...others)).toBeLessThanOrEqual(before)
        expect(sure(one, ...others, rival)).toBeLessThanOrEqual(before)
      }),
    )
  })

  it('is left alone by a failed attack, a judge who can not tell, and a voice without a confidence', () => {
    fc.assert(
      fc.property(weighed, rivals, judged(attack, 0.8, 1), family, (one, others, failed, of) => {
        const before = sure(one, ...others)
        expect(sure(withFactor(one, failed), ...others)).toBe(before)
        expect(sure(withFactor(one, verdict(93, of, 1)), ...others)).toBe(before)
        expect(sure(withVoice(one, voice(94, of, null)), ...others)).toBe(before)
      }),
    )
  })

  // A failed attack on an answer that nobody put a number on makes 40 % of nothing.
  it.fails('stays unknown after a failed attack', () => {
    expect(sure({ supporters: [voice(1, 'heron', null)], factors: [attack(35, 'otter', 1)] })).toBe(-1)
  })

  it('knows no order of pieces', () => {
    fc.assert(
      fc.property(weighed, rivals, ({ supporters, factors }, others) => {
        const reversed = { supporters: supporters.toReversed(), factors: factors.toReversed() }
        expect(sure(reversed, ...others)).toBe(sure({ supporters, factors }, ...others))
      }),
    )
  })

  it('is shared by rivals: all answers together come to no more than 1', () => {
    fc.assert(
      fc.property(fc.array(weighed, { minLength: 1, maxLength: 5 }), fc.boolean(), (all, isOpposed) => {
        const claims = answersOf(...all)
        const session = sessionOf(claims, { contradictions: isOpposed ? [contradiction('c1', 'c2')] : [] })
        const sum = claims.reduce((total, one) => total + (confidenceOf(one, session) ?? 0), 0)
        expect(sum).toBeLessThan(1)
      }),
    )
  })

  it('is shared with a claim that is said to contradict it, until that is settled', () => {
    const claims = [1, 2].map((number) => claim(number, { isAnswer: false, supporters: [voice(number)] }))
    const of = (...open: Parameters<typeof contradiction>[]) =>
      confidenceOf(claims[0] as Claim, sessionOf(claims, { contradictions: open.map((one) => contradiction(...one)) }))
    const alone = of() ?? 0
    expect(of(['c2', 'c1'])).toBeLessThan(alone)
    expect(of(['c1', 'c2', { resolution: { holds: 'both', why: 'two senses', by: 50 } }])).toBe(alone)
  })

  it('is nothing for what was rejected, which is no rival either', () => {
    const held = { supporters: [voice(1)], factors: [] }
    const claims = [claim(1, held), claim(2, { supporters: [voice(2)], status: 'rejected' })]
    expect(claims.map((one) => confidenceOf(one, sessionOf(claims)))).toEqual([sure(held), 0])
  })

  it('is unknown while nobody who holds or judged it has said how sure', () => {
    expect(sure({ supporters: [voice(1, 'heron', null)], factors: [] })).toBe(-1)
    expect(sure({ supporters: [], factors: [] })).toBe(-1)
    expect(sure({ supporters: [voice(1, 'heron', 0)], factors: [] })).toBeGreaterThan(0)
  })

  it.each([
    ['a sure voice', [voice(1, 'a', 1)], [], weights.voice],
    ['one that is half as sure', [voice(1, 'a', 0.5)], [], weights.voice / 2],
    ['two of one family', [voice(1, 'a', 1), voice(2, 'a', 1)], [], weights.voice * (1 + weights.repeated)],
    ['two of two families', [voice(1, 'a', 1), voice(2, 'b', 1)], [], weights.voice * (1 + weights.otherFamily)],
    ['a check that held', [voice(1, 'a', 0)], [check(30, 1.5)], weights.check],
  ] as const)('is %s in odds, beside the odds that no answer is right', (_, supporters, factors, odds) => {
    expect(logOdds({ supporters, factors })).toBeCloseTo(odds, 12)
    const share = Math.exp(odds) / (Math.exp(odds) + Math.exp(weights.none))
    const isShown = factors.length > 0
    const right = 1 - (isShown ? sharedError.code : sharedError.models)
    expect(sure({ supporters, factors })).toBeCloseTo(share * right, 12)
  })

  it('takes as much off for a judge who is sure that it is wrong as for an attack that leaves nothing', () => {
    const odds = (factor: Factor) => logOdds({ supporters: [voice(1)], factors: [factor] })
    expect(odds(verdict(27, 'b', 0.5))).toBe(odds(attack(35, 'b', 0)))
    expect(odds(verdict(27, 'b', 0.5))).toBeLessThan(0)
  })
})

describe('a family', () => {
  const confidences = fc.array(between(0.01, 1), { minLength: 2, maxLength: 12 })
  const odds = (all: readonly number[], of: (index: number) => string) =>
    logOdds({ supporters: all.map((confidence, agent) => voice(agent, of(agent), confidence)), factors: [] })

  it('alone is worth no more than its strongest voice by a fixed factor, however often it repeats itself', () => {
    fc.assert(
      fc.property(confidences, fc.nat(200), (all, times) => {
        const most = (weights.voice * Math.max(...all)) / (1 - weights.repeated)
        const again = Array.from({ length: times }, () => all[0] as number)
        expect(odds([...all, ...again], () => 'heron')).toBeLessThanOrEqual(most + rounding)
      }),
    )
  })

  it('is never worth as much as the same voices of several', () => {
    fc.assert(
      fc.property(confidences, fc.integer({ min: 2, max: 5 }), (all, families) => {
        const several = odds(all, (agent) => `family ${agent % families}`)
        expect(several).toBeGreaterThan(odds(all, () => 'heron') + rounding)
      }),
    )
  })
})

describe('what a panel can know', () => {
  const anything = fc.record({ supporters: numbered(sureVoice), factors: numbered(judged(verdict, 0.5, 1.5)) })
  const loud = fc.array(family, { minLength: 1, maxLength: 30 })

  it('is at most 97 % without a check, however many agree', () => {
    fc.assert(
      fc.property(loud, (families) => {
        const supporters = families.map((of, agent) => voice(agent, of, 1))
        const factors = families.map((of, agent) => verdict(agent, of, 1.5))
        expect(sure({ supporters, factors })).toBeLessThanOrEqual(1 - sharedError.models)
        expect(sure({ supporters, factors: [...factors, check(99, 1.5)] })).toBeGreaterThan(1 - sharedError.models)
      }),
    )
  })

  it('is below 90 % beside fewer than one and a half voices, unless code has shown it', () => {
    fc.assert(
      fc.property(anything, ({ supporters, factors }) => {
        const one = claim(1, { supporters, factors })
        const session = sessionOf([one])
        if (voicesOf(one, session) < 1.5) expect(confidenceOf(one, session) ?? 0).toBeLessThan(0.9)
      }),
    )
    // Any two pieces are worth 1.65 voices, so that a single one is the surest of these.
    for (const single of [
      { supporters: [voice(1, 'a', 1)], factors: [] },
      { supporters: [], factors: [verdict(27, 'a', 1.5)] },
    ]) {
      expect(voicesOf(claim(1, single), sessionOf([]))).toBe(1)
      expect(sure(single)).toBeLessThan(0.9)
    }
  })

  it('counts voices by family, judges who confirm among them', () => {
    const voices = (supporters: readonly Supporter[], factors: readonly Factor[] = []) =>
      voicesOf(claim(1, { supporters, factors }), sessionOf([]))
    expect(voices([voice(1), voice(2)])).toBeCloseTo(1 + weights.repeated)
    expect(voices([voice(1), voice(2, 'otter')])).toBeCloseTo(1 + weights.otherFamily)
    expect(voices([voice(1)], [verdict(27, 'otter', 1.2)])).toBeCloseTo(1 + weights.otherFamily)
    expect(voices([voice(1), voice(2, 'otter', null)], [verdict(27, 'otter', 0.8), attack(35, 'wren', 1)])).toBe(1)
  })
})
