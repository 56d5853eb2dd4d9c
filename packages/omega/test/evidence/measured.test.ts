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
const numbered = <Of extends { readonly agent: number }>(some: fc.Arbitrary<Of>, minLength = 0) =>
  fc.array(some, { minLength, maxLength: 7 }).map((all) => all.map((one, agent) => ({ ...one, agent })))
const anyVoice = fc.tuple(family, fc.option(unit)).map(([of, confidence]) => voice(90, of, confidence))
const sureVoice = fc.tuple(family, unit).map(([of, confidence]) => voice(90, of, confidence))
const judged = (kind: typeof verdict, min: number, max: number) =>
  fc.tuple(family, between(min, max)).map(([of, value]) => kind(91, of, value))
const factors = numbered(fc.oneof(judged(verdict, 0.5, 1.5), judged(attack, 0, 1)))
const anything = fc.record({ supporters: numbered(anyVoice), factors })
const weighed = fc.record({ supporters: numbered(sureVoice, 1), factors })
const rivals = fc.array(anything, { maxLength: 3 })
const rounding = 1e-12

type Evidence = Pick<Claim, 'supporters' | 'factors'>
const answersOf = (...all: readonly Evidence[]) => all.map((one, index) => claim(index + 1, one))
/** The confidence of the first answer beside the others; -1 while it is unknown. */
function sure(...all: readonly Evidence[]): number {
  const claims = answersOf(...all)
  return confidenceOf(claims[0] as Claim, sessionOf(claims)) ?? -1
}
const of = (supporters: readonly Supporter[], judges: readonly Factor[] = []) => ({ supporters, factors: judges })
const withVoice = (one: Evidence, supporter: Supporter) => of([...one.supporters, supporter], one.factors)
const withFactor = (one: Evidence, factor: Factor) => of(one.supporters, [...one.factors, factor])

describe('measured confidence', () => {
  it('is never lowered by a voice that agrees, a judge that confirms or a check that holds', () => {
    fc.assert(
      fc.property(anything, rivals, sureVoice, judged(verdict, 1, 1.5), (one, others, agreeing, confirming) => {
        const before = sure(one, ...others) - rounding
        expect(sure(withVoice(one, agreeing), ...others)).toBeGreaterThanOrEqual(before)
        expect(sure(withFactor(one, confirming), ...others)).toBeGreaterThanOrEqual(before)
        expect(sure(withFactor(one, check(92, 1)), ...others)).toBeGreaterThan(before)
      }),
    )
  })

  it('is never raised by a doubt, an attack or one more rival', () => {
    const against = fc.oneof(judged(verdict, 0.5, 1), judged(attack, 0, 1))
    fc.assert(
      fc.property(weighed, rivals, against, anything, (one, others, doubt, rival) => {
        const before = sure(one, ...others) + rounding
        expect(sure(withFactor(one, doubt), ...others)).toBeLessThanOrEqual(before)
        expect(sure(one, ...others, rival)).toBeLessThanOrEqual(before)
      }),
    )
  })

  it('is left alone by a failed attack, a judge who can not tell, and a voice without a confidence', () => {
    fc.assert(
      fc.property(weighed, rivals, judged(attack, 0.8, 1), family, (one, others, failed, by) => {
        const changed = [
          withFactor(one, failed),
          withFactor(one, verdict(93, by, 1)),
          withVoice(one, voice(94, by, null)),
        ]
        for (const other of changed) expect(sure(other, ...others)).toBe(sure(one, ...others))
      }),
    )
  })

  it('is shared by rivals: all answers together come to no more than 1', () => {
    fc.assert(
      fc.property(fc.array(weighed, { minLength: 1, maxLength: 5 }), fc.boolean(), (all, isOpposed) => {
        const claims = answersOf(...all)
        const session = sessionOf(claims, { contradictions: isOpposed ? [contradiction('c1', 'c2')] : [] })
        expect(claims.reduce((sum, one) => sum + (confidenceOf(one, session) ?? 0), 0)).toBeLessThan(1)
      }),
    )
  })

  it('is shared with a claim that is said to contradict it, until that is settled, and not with one that fell', () => {
    const claims = [1, 2].map((number) => claim(number, { isAnswer: false, supporters: [voice(number)] }))
    const beside = (...open: readonly Parameters<typeof contradiction>[]) =>
      confidenceOf(claims[0] as Claim, sessionOf(claims, { contradictions: open.map((one) => contradiction(...one)) }))
    expect(beside(['c2', 'c1'])).toBeLessThan(beside() ?? 0)
    expect(beside(['c2', 'c1', { severity: 'MINOR' }])).toBe(beside())
    expect(beside(['c1', 'c2', { resolution: { holds: 'both', why: 'two senses', by: 50 } }])).toBe(beside())
    const fallen = [claim(1, of([voice(1)])), claim(2, { ...of([voice(2)]), status: 'rejected' })]
    expect(fallen.map((one) => confidenceOf(one, sessionOf(fallen)))).toEqual([sure(of([voice(1)])), 0])
  })

  it('is not shared with an answer that nobody is for', () => {
    const [alone, left, doubted] = [of([voice(1)]), of([]), of([], [verdict(27, 'otter', 0.5), attack(35, 'wren', 1)])]
    const unsure = of([2, 3, 4].map((agent) => voice(agent, 'wren', 0)))
    expect(sure(alone, left, doubted, unsure)).toBe(sure(alone))
    expect(sure(alone, of([], [verdict(27, 'otter', 1.1)]))).toBeLessThan(sure(alone))
  })

  it('is unknown while nobody who holds or judged it has said how sure', () => {
    const unknown = voice(1, 'heron', null)
    for (const one of [of([]), of([unknown]), of([unknown], [attack(35, 'otter', 1), verdict(27, 'otter', 1)])])
      expect(sure(one)).toBe(-1)
    expect(sure(of([voice(1, 'heron', 0)]))).toBeGreaterThan(0)
  })

  it.each([
    ['a voice that is half sure', of([voice(1, 'a', 0.5)]), weights.voice / 2],
    ['a judge that is half sure', of([], [verdict(27, 'a', 1.25)]), weights.judgement / 2],
    ['an attack that left half of what it would have to', of([], [attack(35, 'a', 0.4)]), -weights.judgement / 2],
    ['a check that held', of([], [check(30, 1.5)]), weights.check],
  ])('is what %s is worth in odds, beside the odds that no answer is right', (_, one, odds) => {
    expect(logOdds(one)).toBeCloseTo(odds, 12)
    const right = 1 - (odds === weights.check ? sharedError.code : sharedError.models)
    expect(sure(one)).toBeCloseTo((right * Math.exp(odds)) / (Math.exp(odds) + Math.exp(weights.none)), 12)
  })
})

describe('a panel', () => {
  it('is at most 97 % sure without a check, however many agree', () => {
    fc.assert(
      fc.property(fc.array(family, { minLength: 1, maxLength: 30 }), (families) => {
        const judges = families.map((by, agent) => verdict(agent, by, 1.5))
        const voices = families.map((by, agent) => voice(agent, by, 1))
        expect(sure(of(voices, judges))).toBeLessThanOrEqual(1 - sharedError.models)
        expect(sure(of(voices, [...judges, check(99, 1.5)]))).toBeGreaterThan(1 - sharedError.models)
      }),
    )
  })

  it('is less than 90 % sure by fewer than one and a half voices, unless code has shown it', () => {
    const voices = (one: Evidence) => voicesOf(claim(1, one), sessionOf([]))
    fc.assert(
      fc.property(anything, (one) => {
        if (voices(one) < 1.5) expect(sure(one)).toBeLessThan(0.9)
      }),
    )
    // Any two pieces are worth more than 1.5 voices, so that one piece alone is the most that there is below.
    for (const single of [of([voice(1, 'a', 1)]), of([], [verdict(27, 'a', 1.5)])])
      expect([voices(single), sure(single) < 0.9]).toEqual([1, true])
    expect(voices(of([voice(1)], [verdict(27, 'otter', 1.2)]))).toBeCloseTo(1 + weights.otherFamily)
    const others = [verdict(28, 'otter', 0.8), attack(35, 'wren', 1), verdict(1, 'otter', 1.5)]
    expect(voices(of([voice(1), voice(2, 'otter', null)], others))).toBe(1)
  })
})
