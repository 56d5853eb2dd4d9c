import { expect, it } from 'vitest'
import { statusOf } from '../../src/decide/status.js'
import { confidenceOf } from '../../src/evidence/evidence.js'
import type { Claim, Factor } from '../../src/protocol/state.js'
import { atStakes, check, claim, sessionOf, synthesis, verdict, voice } from '../support/session.js'

/** An answer that is that sure, to nine digits, beside what is given. */
function answerAt(confidence: number, factors: readonly Factor[] = []): Claim {
  let [low, high] = [0, 1]
  const at = (value: number) =>
    claim(1, { supporters: [...'abcdef'].map((family, agent) => voice(agent + 1, family, value)), factors })
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2
    if ((confidenceOf(at(middle), sessionOf([at(middle)])) ?? 0) < confidence) low = middle
    else high = middle
  }
  return at(high)
}
const verified = [verdict(27, 'otter', 1.0001)]
/** Without a doubt an answer is never less than 40 % sure, whatever those who gave it say of it. */
const doubted = [verdict(27, 'otter', 0.5)]

it.each([
  ['LOW', 0.45, 0.7],
  ['MEDIUM', 0.5, 0.8],
  ['HIGH', 0.6, 0.9],
] as const)('at %s stakes an answer is partial from %d on, and a success from %d on', (stakes, partial, success) => {
  const at = (confidence: number, factors: readonly Factor[]) =>
    statusOf(atStakes(sessionOf([answerAt(confidence, factors)]), stakes)).status
  expect([at(partial - 0.001, doubted), at(partial + 0.001, doubted)]).toEqual(['FAILURE', 'PARTIAL'])
  expect([at(success - 0.001, verified), at(success + 0.001, verified)]).toEqual(['PARTIAL', 'SUCCESS'])
})

it('goes by high stakes while nobody has said what is at stake', () => {
  const problem = { original: '', clarified: null, classification: null, classifiedBy: null }
  const session = sessionOf([answerAt(0.85)], { problem })
  expect(statusOf(session)).toMatchObject({ status: 'PARTIAL', why: expect.stringContaining('at HIGH stakes') })
})

it('is a failure where there is no answer, or nobody said how sure', () => {
  expect(statusOf(sessionOf([]))).toEqual({ status: 'FAILURE', why: 'no answer was proposed' })
  expect(statusOf(sessionOf([claim(1)]))).toEqual({ status: 'FAILURE', why: 'nobody said how sure the answer is' })
})

it('at high stakes takes somebody independent for a success, and says who could be', () => {
  const remedy = 'have verified c1: give a second family of models, a check, or an agent that computes'
  const of = (factors: readonly Factor[]) => sessionOf([answerAt(0.95, factors)])
  const alone = of([check(30, 1)])
  expect(statusOf(atStakes(alone, 'HIGH'))).toEqual({ status: 'PARTIAL', why: expect.stringContaining(remedy) })
  for (const session of [atStakes(alone, 'MEDIUM'), atStakes(of(verified), 'HIGH')])
    expect(statusOf(session).status).toBe('SUCCESS')
})

it('at high stakes asks for independence of all that the answer rests on', () => {
  const ground = claim(2, { isAnswer: false, supporters: answerAt(0.95).supporters })
  const session = sessionOf([answerAt(0.95, verified), ground], { synthesis: synthesis(['c1', 'c2']) })
  expect(statusOf(atStakes(session, 'HIGH'))).toMatchObject({
    status: 'PARTIAL',
    why: expect.stringContaining('verified c2:'),
  })
})

it('doesn’t round away what is missing', () => {
  const why = 'the answer is 89 % sure, and at HIGH stakes a success takes 90 %'
  expect(statusOf(atStakes(sessionOf([answerAt(0.897, verified)]), 'HIGH'))).toEqual({ status: 'PARTIAL', why })
})
