import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectedChange, type Prospect } from '../../src/decide/expected-change.js'
import { statusOf } from '../../src/decide/status.js'
import { confidenceOf } from '../../src/evidence/evidence.js'
import { stakesLevels } from '../../src/protocol/classification.js'
import type { Claim, SessionState } from '../../src/protocol/state.js'
import { atStakes, check, claim, sessionOf, verdict, voice } from '../support/session.js'

const prospect = (tier: Prospect['tier'], agent: number, family = 'heron'): Prospect => ({
  ...{ agent, tier, family, canRefute: false },
})
const [explorer, judge, attacker] = [prospect('GENESIS', 20), prospect('VERIFICATION', 34), prospect('ADVERSARY', 46)]
const held = (number: number, ...confidences: readonly number[]): Claim =>
  claim(number, { supporters: confidences.map((one, index) => voice(number * 10 + index, `f${index}`, one)) })
const shown = claim(1, { supporters: [voice(1, 'a', 0.9)], factors: [check(30, 1.5), verdict(27, 'c', 1.5)] })
/** The chance that the first answer is wrong. */
const wrongIn = (session: SessionState) => 1 - (confidenceOf(session.claims[0] as Claim, session) ?? 0)

it('is certain as long as there is no answer, or nobody has said how sure it is', () => {
  for (const claims of [[], [claim(1)], [claim(1, { isAnswer: false, supporters: [voice(1)] })]]) {
    expect(expectedChange(sessionOf(claims), [explorer])).toBe(1)
    expect(expectedChange(sessionOf(claims), [])).toBe(0)
  }
})

it('is nothing where code has shown the answer, unless a check may refute it', () => {
  const session = sessionOf([shown])
  for (const stakes of stakesLevels)
    expect(expectedChange(atStakes(session, stakes), [explorer, judge, attacker])).toBeLessThan(0.01)
  expect(expectedChange(session, [{ ...judge, canRefute: true }])).toBeCloseTo(wrongIn(session), 12)
})

it('is the chance that the answer is wrong where only a turn against it would change anything', () => {
  const session = atStakes(sessionOf([held(1, 0.9, 0.9, 0.9), held(2, 0.6)]), 'LOW')
  expect(expectedChange(session, [judge])).toBeCloseTo(wrongIn(session), 12)
})

it('is certain between two answers that are as sure, where either side would decide', () => {
  const session = atStakes(sessionOf([held(1, 0.9, 0.9), held(2, 0.9, 0.9)]), 'LOW')
  expect(
    expectedChange(
      session,
      [...'jkl'].map((family, agent) => prospect('VERIFICATION', agent, family)),
    ),
  ).toBe(1)
})

it('is a probability, and doesn’t go by which of two answers was proposed first', () => {
  const confidences = fc.array(fc.double({ min: 0.05, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 })
  const some = fc.subarray([explorer, judge, attacker, prospect('VERIFICATION', 33, 'wren')], { minLength: 1 })
  fc.assert(
    fc.property(confidences, confidences, some, fc.constantFrom(...stakesLevels), (one, other, prospects, stakes) => {
      const chance = (...claims: readonly Claim[]) => expectedChange(atStakes(sessionOf(claims), stakes), prospects)
      const found = chance(held(1, ...one), held(2, ...other))
      expect(found).toBeGreaterThanOrEqual(0)
      expect(found).toBeLessThanOrEqual(1)
      const alone = [one, other].map((all) => wrongIn(sessionOf([held(1, ...all)])))
      if (alone[0] !== alone[1]) expect(chance(held(1, ...other), held(2, ...one))).toBeCloseTo(found, 12)
    }),
  )
})

it('comes of no agreement that would leave everything as it is', () => {
  for (const count of [1, 2, 3, 4, 5, 6])
    for (let percent = 50; percent < 100; percent += 5) {
      const voices = Array.from({ length: count }, (_, agent) => voice(agent + 1, 'heron', percent / 100))
      const of = (supporters: Claim['supporters']) => atStakes(sessionOf([claim(1, { supporters })]), 'MEDIUM')
      const [before, agreed] = [of(voices), of([...voices, voice(20, 'heron', 0.85)])]
      if (statusOf(before).status !== statusOf(agreed).status) continue
      expect(expectedChange(before, [explorer])).toBeLessThanOrEqual(wrongIn(before) + 1e-9)
    }
})
