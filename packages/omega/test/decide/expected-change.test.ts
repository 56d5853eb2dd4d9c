import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectedChange, type Prospect } from '../../src/decide/expected-change.js'
import { statusOf } from '../../src/decide/status.js'
import { confidenceOf } from '../../src/evidence/evidence.js'
import { stakesLevels } from '../../src/protocol/classification.js'
import type { Claim, SessionState } from '../../src/protocol/state.js'
import { atStakes, check, claim, sessionOf, verdict, voice } from '../support/session.js'

const prospect = (tier: Prospect['tier'], agent: number, family = 'heron'): Prospect => ({ agent, tier, family })
const explorer = prospect('GENESIS', 20)
const judge = prospect('VERIFICATION', 34)
const attacker = prospect('ADVERSARY', 46)
const held = (number: number, ...confidences: readonly number[]): Claim =>
  claim(number, { supporters: confidences.map((one, index) => voice(number * 10 + index, `f${index}`, one)) })
const shown = claim(1, { supporters: [voice(1, 'a', 0.9)], factors: [check(30, 1.5), verdict(27, 'c', 1.5)] })

describe('the chance of a change', () => {
  it('is certain as long as there is no answer, or nobody has said how sure it is', () => {
    for (const claims of [[], [claim(1)], [claim(1, { isAnswer: false, supporters: [voice(1)] })]]) {
      expect(expectedChange(sessionOf(claims), [explorer])).toBe(1)
      expect(expectedChange(sessionOf(claims), [])).toBe(0)
    }
  })

  it('is nothing where code has shown the answer, whatever is at stake', () => {
    for (const stakes of stakesLevels)
      expect(expectedChange(atStakes(sessionOf([shown]), stakes), [explorer, judge, attacker])).toBeLessThan(0.01)
  })

  it('is the chance that the answer is wrong where only a turn against it would change anything', () => {
    const session = atStakes(sessionOf([held(1, 0.9, 0.9, 0.9), held(2, 0.6)]), 'LOW')
    const wrong = 1 - (confidenceOf(session.claims[0] as Claim, session) ?? 0)
    expect(expectedChange(session, [judge])).toBeCloseTo(wrong, 12)
  })

  it('is certain between two answers that are as sure, where either side would decide', () => {
    const session = atStakes(sessionOf([held(1, 0.9, 0.9), held(2, 0.9, 0.9)]), 'LOW')
    const judges = [1, 2, 3].map((number) => prospect('VERIFICATION', number, `j${number}`))
    expect(expectedChange(session, judges)).toBe(1)
  })

  const unit = fc.double({ min: 0.05, max: 1, noNaN: true })
  const confidences = fc.array(unit, { minLength: 1, maxLength: 4 })
  const some = fc.subarray([explorer, judge, attacker, prospect('VERIFICATION', 33, 'wren')], { minLength: 1 })

  it('is a probability, and doesn’t go by which of two answers was proposed first', () => {
    fc.assert(
      fc.property(confidences, confidences, some, fc.constantFrom(...stakesLevels), (one, other, prospects, stakes) => {
        const chance = (session: SessionState) => expectedChange(atStakes(session, stakes), prospects)
        const found = chance(sessionOf([held(1, ...one), held(2, ...other)]))
        expect(found).toBeGreaterThanOrEqual(0)
        expect(found).toBeLessThanOrEqual(1)
        const [first, second] = [one, other].map(
          (all, number) => confidenceOf(held(1, ...all), sessionOf([])) ?? number,
        )
        if (first !== second) expect(chance(sessionOf([held(1, ...other), held(2, ...one)]))).toBeCloseTo(found, 12)
      }),
    )
  })

  // While there is one answer only, those who agree are taken to have brought a second one, which takes a share of its odds.
  it.fails('comes of no agreement that would leave everything as it is', () => {
    const grid = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95]
    for (const count of [1, 2, 3, 4, 5, 6])
      for (const confidence of grid) {
        const supporters = Array.from({ length: count }, (_, agent) => voice(agent + 1, 'heron', confidence))
        const [before, after] = [supporters, [...supporters, voice(20, 'heron', 0.85)]].map((all) =>
          atStakes(sessionOf([claim(1, { supporters: all })]), 'MEDIUM'),
        ) as [SessionState, SessionState]
        if (statusOf(before).status !== statusOf(after).status) continue
        const wrong = 1 - (confidenceOf(before.claims[0] as Claim, before) ?? 0)
        expect(expectedChange(before, [explorer])).toBeLessThanOrEqual(wrong + 1e-9)
      }
  })
})
