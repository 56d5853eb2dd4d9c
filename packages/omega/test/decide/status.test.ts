import { expect, it } from 'vitest'
import { statusOf } from '../../src/decide/status.js'
import { confidenceOf } from '../../src/evidence/evidence.js'
import type { Claim, Factor, SessionState } from '../../src/protocol/state.js'
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
  ['LOW', 0.4, 0.7],
  ['MEDIUM', 0.5, 0.8],
  ['HIGH', 0.6, 0.9],
] as const)('at %s stakes an answer is partial from %d on, and a success from %d on', (stakes, partial, success) => {
  const at = (confidence: number, factors: readonly Factor[]) =>
    statusOf(atStakes(sessionOf([answerAt(confidence, factors)]), stakes)).status
  expect([at(partial - 0.001, doubted), at(partial + 0.001, doubted)]).toEqual(['FAILURE', 'PARTIAL'])
  expect([at(success - 0.001, verified), at(success + 0.001, verified)]).toEqual(['PARTIAL', 'SUCCESS'])
})

it('goes by high stakes while nobody has said what is at stake', () => {
  const session = sessionOf([answerAt(0.85)], { problem: { original: '', clarified: null, classification: null } })
  expect(statusOf(session)).toMatchObject({ status: 'PARTIAL', why: expect.stringContaining('at HIGH stakes') })
})

it('is a failure where there is no answer, or nobody said how sure', () => {
  expect(statusOf(sessionOf([]))).toEqual({ status: 'FAILURE', why: 'no answer was proposed' })
  expect(statusOf(sessionOf([claim(1)]))).toEqual({ status: 'FAILURE', why: 'nobody said how sure the answer is' })
})

it.each([
  ['nobody', [], 'PARTIAL'],
  ['a check at the word of one agent', [check(30, 1)], 'PARTIAL'],
  ['a judge of another family', verified, 'SUCCESS'],
  ['a function', [verdict(27, 'code', 1.1)], 'SUCCESS'],
  ['a check that a judge left standing', [check(30, 1), verdict(27, 'a', 1)], 'SUCCESS'],
] as const)('at high stakes of what was verified by %s is %s, with a remedy', (_, factors, status) => {
  const session = atStakes(sessionOf([answerAt(0.95, factors)]), 'HIGH')
  const remedy = 'have verified c1: give a second family of models, a check, or an agent that computes'
  const found = statusOf(session)
  expect([found.status, found.why.includes(remedy)]).toEqual([status, status === 'PARTIAL'])
  expect(statusOf(atStakes(session, 'MEDIUM')).status).toBe('SUCCESS')
})

it('at high stakes asks for independence of all that the answer rests on', () => {
  const ground = claim(2, { isAnswer: false, supporters: answerAt(0.95).supporters })
  const session = sessionOf([answerAt(0.95, verified), ground], { synthesis: synthesis(['c1', 'c2']) })
  expect(statusOf(atStakes(session, 'HIGH'))).toMatchObject({
    status: 'PARTIAL',
    why: expect.stringContaining('verified c2:'),
  })
})

it.each([
  ['user', 'PARTIAL'],
  ['error', 'PARTIAL'],
  ['deadline', 'SUCCESS'],
  ['limit', 'SUCCESS'],
] as const)('of a session that was stopped by the %s is at most %s', (reason, status) => {
  const aborted: SessionState['aborted'] = { type: 'aborted', reason, message: 'enough' }
  expect(statusOf(sessionOf([answerAt(0.9)], { aborted })).status).toBe(status)
  expect(statusOf(sessionOf([answerAt(0.3, doubted)], { aborted })).status).toBe('FAILURE')
})

// "90 % sure, and at HIGH stakes a success takes 90 %".
it.fails('doesn’t round away what is missing', () => {
  const { status, why } = statusOf(atStakes(sessionOf([answerAt(0.897, verified)]), 'HIGH'))
  const [is, takes] = why.match(/\d+(\.\d+)?(?= %)/g) ?? []
  expect([status, is === takes]).toEqual(['PARTIAL', false])
})
