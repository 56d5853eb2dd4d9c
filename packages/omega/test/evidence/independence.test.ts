import { expect, it } from 'vitest'
import { isIndependentlyVerified, isVerified } from '../../src/evidence/independence.js'
import { attack, check, verdict, voice } from '../support/session.js'

const one = [voice(1, 'heron')]
const two = [voice(1, 'heron'), voice(2, 'otter')]

it.each([
  ['nobody', one, [], false, false],
  ['a judge who can not tell', one, [verdict(27, 'otter', 1)], false, false],
  ['a judge of the family of all who hold it', one, [verdict(27, 'heron', 1.2)], true, false],
  ['a judge of another family', one, [verdict(27, 'otter', 1.2)], true, true],
  ['a judge of another family than one of them', two, [verdict(27, 'otter', 1.2)], true, true],
  ['a function', one, [verdict(27, 'code', 1.2)], true, true],
  ['a judge of what nobody holds', [], [verdict(27, 'otter', 1.2)], true, false],
  ['an attack that failed', one, [attack(35, 'otter', 1)], false, false],
  ['a check at the word of one agent', one, [check(30, 1.5)], true, false],
  ['a check, and more of the agent that named it', one, [check(30, 1.5), verdict(30, 'otter', 1)], true, false],
  ['a check, and a judge who confirms it', one, [check(30, 1.5), verdict(27, 'heron', 1.1)], true, true],
  ['a check, and a judge who can not tell', one, [check(30, 1.5), verdict(27, 'heron', 1)], true, false],
  ['a check, and an attack that failed', one, [check(30, 1.5), attack(35, 'heron', 0.8)], true, true],
  ['a check, and an attack that went through', one, [check(30, 1.5), attack(35, 'heron', 0.7)], true, false],
  ['a check, and a judge in doubt', one, [check(30, 1.5), verdict(27, 'heron', 0.9)], true, false],
  ['a check by a second agent', one, [check(30, 1), check(31, 1.2)], true, true],
  ['a check that refutes', one, [check(30, 0), verdict(27, 'heron', 1)], false, false],
] as const)('%s verifies, independently: %#', (_, supporters, factors, verified, independent) => {
  expect([isVerified({ factors }), isIndependentlyVerified({ supporters, factors })]).toEqual([verified, independent])
})
