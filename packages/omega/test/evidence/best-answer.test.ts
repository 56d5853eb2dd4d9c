import { describe, expect, it } from 'vitest'
import { bestAnswer, confidenceOf, countedClaim, rankedAnswers } from '../../src/evidence/evidence.js'
import type { Claim, SessionState } from '../../src/protocol/state.js'
import { claim, sessionOf, synthesis, verdict, voice } from '../support/session.js'

const strong = claim(1, { supporters: [voice(1, 'a', 0.9), voice(2, 'b', 0.9)] })
const weak = claim(2, { supporters: [voice(3, 'a', 0.4)] })
const ground = claim(3, { isAnswer: false, supporters: [voice(4, 'a', 0.9)], factors: [verdict(27, 'b', 1.5)] })
const unknown = claim(4, { isAnswer: false, supporters: [voice(5, 'a', null)] })
const claims: readonly Claim[] = [strong, weak, ground, unknown]
const session = (given: Partial<SessionState> = {}) => sessionOf(claims, given)
const sure = (one: Claim) => confidenceOf(one, session())

describe('the best answer', () => {
  it('is the surest that was proposed, as long as none was written', () => {
    expect(bestAnswer(session())).toEqual({ answer: 'Answer 1', confidence: sure(strong), restsOn: ['c1'] })
  })

  it('is the one that was written, as sure as the least sure of what it rests on', () => {
    expect(bestAnswer(session({ synthesis: synthesis(['c1', 'c3']) }))).toEqual({
      ...{ answer: 'It is the pump.', confidence: Math.min(sure(strong) ?? 0, sure(ground) ?? 0) },
      restsOn: ['c1', 'c3'],
    })
  })

  it.each([
    ['an answer that is less sure', ['c1', 'c2']],
    ['what nobody put a number on', ['c1', 'c4']],
    ['a claim that there is not', ['c9']],
    ['nothing', []],
  ])('is the one that was proposed where the one that was written rests on %s', (_, restsOn) => {
    expect(bestAnswer(session({ synthesis: synthesis(restsOn) }))?.answer).toBe('Answer 1')
    const paper = bestAnswer(session({ profile: 'paper', synthesis: synthesis(restsOn) }))
    expect(paper?.answer).toBe('It is the pump.')
  })

  it('is the one that was written where nobody proposed one, however unsure', () => {
    const silent = { ...session(), claims: [], synthesis: synthesis([]) }
    expect(bestAnswer(silent)).toEqual({ answer: 'It is the pump.', confidence: null, restsOn: [] })
  })

  it('is nothing where there is none, and unsure where nobody said how sure', () => {
    expect(bestAnswer(sessionOf([]))).toBeNull()
    expect(bestAnswer(sessionOf([ground]))).toBeNull()
    expect(bestAnswer(sessionOf([claim(1)]))).toMatchObject({ answer: 'Answer 1', confidence: null })
  })

  it('passes over answers that fell, and goes by the order of proposal between two that are as sure', () => {
    const fallen = { ...strong, status: 'rejected' as const }
    expect(bestAnswer(sessionOf([fallen, weak]))?.answer).toBe('Answer 2')
    const equals = [claim(1, { supporters: [voice(1)] }), claim(2, { supporters: [voice(2)] })]
    expect(rankedAnswers(sessionOf(equals)).map((one) => one.claim.id)).toEqual(['c1', 'c2'])
  })

  it('goes by the claim that counts in place of one that says the same', () => {
    const joined = claim(2, { status: 'abandoned', sameAs: 'c1' })
    const state = sessionOf([strong, joined], { synthesis: synthesis(['c2']) })
    expect(countedClaim(state, 'c2')?.id).toBe('c1')
    expect(countedClaim(state, 'c3')).toBeUndefined()
    expect(bestAnswer(state)?.confidence).toBe(confidenceOf(strong, state))
  })
})
