import { expect, it } from 'vitest'
import { countedClaim } from '../../src/evidence/counted.js'
import { bestAnswer, confidenceOf, rankedAnswers } from '../../src/evidence/evidence.js'
import type { Claim, SessionState } from '../../src/protocol/state.js'
import { claim, sessionOf, synthesis, verdict, voice } from '../support/session.js'

const strong = claim(1, { supporters: [voice(1, 'a', 0.9), voice(2, 'b', 0.9)] })
const weak = claim(2, { supporters: [voice(3, 'a', 0.4)] })
const ground = claim(3, { isAnswer: false, supporters: [voice(4, 'a', 0.9)], factors: [verdict(27, 'b', 1.5)] })
const unknown = claim(4, { isAnswer: false, supporters: [voice(5, 'a', null)] })
const session = sessionOf([strong, weak, ground, unknown])
const sure = (one: Claim, of: SessionState = session) => confidenceOf(one, of)
const written = (...ids: readonly string[]) => bestAnswer({ ...session, synthesis: synthesis(ids) })
const answer = 'It is the pump.'

it('is the surest that was proposed, as long as none was written', () => {
  const found = { answer: 'Answer 1', short: 'Answer 1', confidence: sure(strong), restsOn: ['c1'], decidedBy: ['c1'] }
  expect(bestAnswer(session)).toEqual(found)
})

it('is the one that was written, as sure as the least sure of the answers, or else of the claims, that it rests on', () => {
  const found = { answer, short: 'Answer 1', confidence: sure(strong), restsOn: ['c1', 'c4'], decidedBy: ['c1'] }
  expect(written('c1', 'c4')).toEqual(found)
  expect(written('c3')).toMatchObject({ answer, confidence: sure(ground), decidedBy: ['c3'] })
  const other = { ...unknown, supporters: weak.supporters }
  const two = sessionOf([strong, weak, ground, other], { synthesis: synthesis(['c3', 'c4']), profile: 'paper' })
  expect(bestAnswer(two)?.confidence).toBe(0.4)
})

it.each([
  ['an answer that is less sure', ['c1', 'c2']],
  ['what nobody put a number on', ['c4']],
  ['a claim that there is not', ['c9']],
  ['nothing', []],
])('is the one that was proposed where the one that was written rests on %s, but not by the protocol', (_, restsOn) => {
  expect(written(...restsOn)?.answer).toBe('Answer 1')
  expect(bestAnswer({ ...session, profile: 'paper', synthesis: synthesis(restsOn) })?.answer).toBe(answer)
})

it('is nothing where there is none, and unsure where nobody said how sure', () => {
  expect([bestAnswer(sessionOf([])), bestAnswer(sessionOf([ground]))]).toEqual([null, null])
  expect(bestAnswer(sessionOf([claim(1)]))).toMatchObject({ answer: 'Answer 1', confidence: null })
  const groundless = { answer, short: answer, confidence: null, restsOn: [], decidedBy: [] }
  expect(bestAnswer(sessionOf([], { synthesis: synthesis([]) }))).toEqual(groundless)
})

it('passes over answers that fell, and goes by the order of proposal between two that are as sure', () => {
  expect(bestAnswer(sessionOf([{ ...strong, status: 'rejected' }, weak]))?.answer).toBe('Answer 2')
  const equals = sessionOf([claim(1, { supporters: [voice(1)] }), claim(2, { supporters: [voice(2)] })])
  expect(rankedAnswers(equals).map((one) => one.claim.id)).toEqual(['c1', 'c2'])
})

it('goes by the claim that counts in place of one that says the same', () => {
  const joined = sessionOf([strong, claim(2, { status: 'abandoned', sameAs: 'c1' })], { synthesis: synthesis(['c2']) })
  expect([countedClaim(joined, 'c2')?.id, countedClaim(joined, 'c3')]).toEqual(['c1', undefined])
  expect(bestAnswer(joined)).toMatchObject({ confidence: sure(strong, joined), decidedBy: ['c1'] })
})
