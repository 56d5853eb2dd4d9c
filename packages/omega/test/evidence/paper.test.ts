import { expect, it } from 'vitest'
import { confidenceOf, voicesOf } from '../../src/evidence/evidence.js'
import { effectiveVoicesOf, productOf } from '../../src/evidence/paper.js'
import { attack, check, claim, sessionOf, verdict, voice } from '../support/session.js'

const a = (confidence: number | null = 0.9) => voice(1, 'a', confidence)
const b = voice(2, 'b', 0.9)
const planted = [a(), a(), b, b]

it.each([
  ['one voice', [a()], [], 1, 0.9],
  ['a voice that repeats itself', [a(), a(), a()], [], 1, 0.75],
  ['another family', [a(), b], [], 1.39, 0.851],
  ['a function that came to the same', [a(), voice(3, 'code', 0.9)], [], 2, 0.9],
  ['two families, twice each', planted, [], 1.39, 0.795],
  ['two checks that hold', planted, [check(30, 1.05), check(31, 1.05)], 1.39, 0.876],
  ['a counterexample', planted, [check(30, 1.05), check(31, 1.05), check(32, 0)], 1.39, 0],
  ['no clamping on the way', [a()], [verdict(27, 'c', 1.5), verdict(28, 'c', 0.5)], 1, 0.675],
  ['an attack that left 60 %', [a()], [verdict(27, 'c', 1.2), attack(35, 'c', 0.6)], 1, 0.648],
  ['more than 1', [a(0.7)], [verdict(27, 'c', 1.5), verdict(28, 'c', 1.5)], 1, 1],
  ['an unknown voice', [a(null)], [verdict(27, 'c', 1.5)], 1, null],
  ['an unknown voice that is refuted', [a(null)], [check(30, 0)], 1, 0],
] as const)('the algebra of the protocol weighs %s', (_, supporters, factors, voices, confidence) => {
  const one = claim(1, { supporters, factors })
  const session = sessionOf([one], { profile: 'paper' })
  expect(voicesOf(one, session)).toBeCloseTo(voices, 2)
  expect(confidenceOf(one, session)).toEqual(confidence && expect.closeTo(confidence, 3))
  const reversed = claim(1, { supporters: supporters.toReversed(), factors: factors.toReversed() })
  expect(productOf(reversed)).toBe(productOf(one))
})

it('one voice of each of nine families is worth two', () => {
  const voices = [1, 1.39, 1.6, 1.73, 1.82, 1.88, 1.93, 1.97, 2]
  const all = voices.map((_, agent) => voice(agent, `family ${agent}`))
  const counted = all.map((_, last) => effectiveVoicesOf({ supporters: all.slice(0, last + 1) }))
  expect(counted).toEqual(voices.map((one) => expect.closeTo(one, 2)))
  expect(effectiveVoicesOf({ supporters: [] })).toBe(0)
})
