import { expect, it } from 'vitest'
import { decide, ended, failedBatch } from '../../src/decide/decide.js'
import type { Prospect } from '../../src/decide/expected-change.js'
import type { Fault } from '../../src/protocol/log-event.js'
import type { SessionState } from '../../src/protocol/state.js'
import { at, atStakes, check, claim, message, sessionOf, verdict, voice } from '../support/session.js'

const prospects: readonly Prospect[] = [{ agent: 31, tier: 'VERIFICATION', family: 'heron', canRefute: false }]
const supporters = [voice(1, 'a', 0.9), voice(2, 'b', 0.9)]
const shown = claim(1, { supporters, factors: [check(30, 1.5), verdict(27, 'c', 1.5)] })
const batches = [{ phase: 'EXPLORATION', agents: [1, 2] }] as const
const session = (given: Partial<SessionState> = {}) => sessionOf([shown], { batches, ...given })
const faulty = (agent: number, code: Fault['code']) => ({
  ...{ agent, iteration: 1, batch: 0, faults: [{ code, field: null, message: 'not a report' }] },
})

it.each([
  ['user', 'abort', 'PARTIAL', 'it was stopped'],
  ['error', 'irrecoverable', 'PARTIAL', 'it was stopped'],
  ['deadline', 'resource', 'SUCCESS', 'the answer is'],
  ['limit', 'resource', 'SUCCESS', 'the answer is'],
] as const)('ends after an abort by the %s with the code %s, %s at most', (reason, code, status, because) => {
  const why = expect.stringContaining(`enough; ${because}`)
  const aborted: SessionState['aborted'] = { type: 'aborted', reason, message: 'enough' }
  expect(decide(session({ aborted }), prospects)).toEqual({ action: 'end', status, code, why })
  expect(decide(session({ aborted, claims: [] }), prospects)).toMatchObject({ status: 'FAILURE', code })
})

const limits = { tokens: 100, timeMs: 1000, modelCalls: 9, iterations: 1 }
const used = { tokens: 99, modelCalls: 8, ms: 0 }
it.each<[string, Partial<SessionState>, string]>([
  ['tokens', { used: { ...used, tokens: 100 } }, 'its 100 tokens are used up'],
  ['model calls', { used: { ...used, modelCalls: 9 } }, 'its 9 model calls are used up'],
  ['time', { updatedAt: at(1) }, 'its 1000 ms are over'],
])('ends when its %s are gone, and not before', (_, given, why) => {
  const before = { limits, used, updatedAt: at(0.999) }
  expect(decide(session(before), prospects).action).toBe('spare')
  const ending = { action: 'end', code: 'resource', why: expect.stringContaining(`${why}; `) }
  expect(decide(session({ ...before, ...given }), prospects)).toMatchObject(ending)
  const unlimited = { ...before, limits: { ...limits, tokens: null }, used: { ...used, tokens: 10 ** 9 } }
  expect(decide(session(unlimited), prospects).action).toBe('spare')
})

it('ends after a batch of which nothing can be used, and has not succeeded then', () => {
  const quarantined = [faulty(1, 'no_answer'), faulty(2, 'schema')]
  const why = expect.stringMatching(/^none of the 2 agents .*\(the last of them: schema, not a report\); the answer/)
  const ending = { action: 'end', code: 'irrecoverable', status: 'PARTIAL', why }
  expect(decide(session({ quarantined }), prospects)).toEqual(ending)
})

it.each<[string, Partial<SessionState>]>([
  ['somebody was heard', { messages: [message(2)] }],
  ['somebody is still out', { awaited: [2] }],
  ['it was another batch', { batch: 1, batches: [...batches, ...batches] }],
  ['it was another iteration', { iteration: 2 }],
  ['they knew too little, and said so', { quarantined: [faulty(1, 'low_confidence'), faulty(2, 'low_confidence')] }],
  ['one agent failed after others were heard', { batches: [], messages: [{ ...message(2), batch: 7 }] }],
])('goes on after a batch when %s', (_, given) => {
  expect(failedBatch(session({ quarantined: [faulty(1, 'schema')], ...given }))).toBeNull()
})

it('spares the rest when it is not expected to change the decision', () => {
  const why = 'one more agent would change the decision with a chance of less than 1 %'
  for (const stakes of ['LOW', 'HIGH'] as const)
    expect(decide(atStakes(session(), stakes), prospects)).toEqual({ action: 'spare', why })
  expect(ended(session(), 'decided', why)).toMatchObject({ status: 'SUCCESS', code: 'decided' })
  expect(ended(session(), 'abort', ' ').why).toMatch(/^it was stopped; /)
})

it('goes on while it may change, when nobody is left to be spared, and always by the protocol', () => {
  for (const claims of [[], [claim(1, { supporters: [voice(1)] })]])
    expect(decide(session({ claims }), prospects).action).toBe('go_on')
  expect(decide(session(), [])).toEqual({ action: 'go_on' })
  expect(decide(session({ profile: 'paper' }), prospects)).toEqual({ action: 'go_on' })
})
