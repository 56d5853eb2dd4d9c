import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchStrength, signatureOf } from '../../src/memory/signature.js'
import { empirical } from './support/session.js'

const of = (problem: string, given = {}) => signatureOf(problem, { ...empirical, ...given })
const hens = of('Why did the hens stop laying eggs in winter?')

test('type, subtype, characteristics and words weigh .3, .2, .2 and .3', () => {
  expect(matchStrength(hens, hens)).toBeCloseTo(1)
  expect(matchStrength(hens, of('Trams slow down uphill'))).toBeCloseTo(0.7)
  expect(matchStrength(hens, of('Trams slow down uphill', { characteristics: [] }))).toBeCloseTo(0.5)
  expect(matchStrength(hens, of('Trams slow down uphill', { subtype: 'PREDICTIVE' }))).toBeCloseTo(0.5)
  const other = { type: 'META', subtype: 'FRAMING' }
  expect(matchStrength(hens, of('Why did the hens stop laying eggs in winter?', other))).toBeCloseTo(0.5)
})

test('the same problem told at length is as near', () => {
  const long = of(
    'We keep hens on a farm. Since winter began, laying has come to a stop: no eggs at all. The feed is the same.',
  )
  expect(matchStrength(hens, long)).toBeGreaterThan(0.9)
})

test('one word in common is no more than a third of the words', () => {
  expect(matchStrength(hens, of('hens'))).toBeCloseTo(0.8)
})

test('problems in scripts without spaces have words', () => {
  const cats = of('猫はなぜ鳴くのですか')
  expect(cats.words.length).toBeGreaterThan(1)
  expect(matchStrength(cats, of('なぜ猫は夜に鳴くのですか'))).toBeGreaterThan(0.8)
})

test('a strength is within 0 to 1, the same from both sides, and of a text with three words to itself 1', () => {
  const text = fc.array(fc.stringMatching(/^[b-z]{3,8}$/), { maxLength: 6 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(text, text, (one, other) => {
      const strength = matchStrength(of(one), of(other))
      expect(strength).toBeGreaterThanOrEqual(0)
      expect(strength).toBeLessThanOrEqual(1 + 1e-12)
      expect(matchStrength(of(other), of(one))).toBeCloseTo(strength)
      if (of(one).words.length >= 3) expect(matchStrength(of(one), of(one))).toBeCloseTo(1)
    }),
  )
})
