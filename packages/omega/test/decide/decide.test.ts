import { describe, expect, it } from 'vitest'
import { decide, ended, failedBatch } from '../../src/decide/decide.js'
import type { Prospect } from '../../src/decide/expected-change.js'
import type { Fault } from '../../src/protocol/log-event.js'
import type { SessionState } from '../../src/protocol/state.js'
import { at, atStakes, check, claim, message, sessionOf, verdict, voice } from '../support/session.js'

const prospects: readonly Prospect[] = [{ agent: 31, tier: 'VERIFICATION', family: 'heron' }]
const shown = claim(1, {
  supporters: [voice(1, 'a', 0.9), voice(2, 'b', 0.9)],
  factors: [check(30, 1.5), verdict(27, 'c', 1.5)],
})
const batches = [{ phase: 'EXPLORATION', agents: [1, 2] }] as const
const session = (given: Partial<SessionState> = {}) => sessionOf([shown], { batches, ...given })
const faulty = (agent: number, code: Fault['code'], batch = 0) => ({
  ...{ agent, iteration: 1, batch },
  faults: [{ code, field: null, message: 'not a report' }],
})

describe('a session ends', () => {
  it.each([
    ['user', 'abort', 'PARTIAL'],
    ['error', 'irrecoverable', 'PARTIAL'],
    ['deadline', 'resource', 'SUCCESS'],
    ['limit', 'resource', 'SUCCESS'],
  ] as const)('by an abort of the %s as %s', (reason, code, status) => {
    const aborted: SessionState['aborted'] = { type: 'aborted', reason, message: 'enough' }
    const decision = decide(session({ aborted }), prospects)
    expect(decision).toMatchObject({
      action: 'end',
      status,
      code,
      why: expect.stringMatching(/^enough; the answer is/),
    })
  })

  it.each([
    ['tokens', { tokens: 100, modelCalls: 0, ms: 0 }, {}, 'its 100 tokens are used up'],
    ['model calls', { tokens: 0, modelCalls: 9, ms: 0 }, {}, 'its 9 model calls are used up'],
    ['time', { tokens: 0, modelCalls: 0, ms: 0 }, { updatedAt: at(1) }, 'its 1000 ms are over'],
  ])('at the end of its %s', (_, used, given, why) => {
    const limits = { tokens: 100, timeMs: 1000, modelCalls: 9, iterations: 1 }
    const ending = { action: 'end', code: 'resource', why: expect.stringContaining(`${why}; `) }
    const early = { limits, used: { tokens: 99, modelCalls: 8, ms: 0 }, updatedAt: at(0.999) }
    expect(decide(session({ ...early, used, ...given }), prospects)).toMatchObject(ending)
    expect(decide(session(early), prospects).action).not.toBe('end')
    const unlimited = { ...early, limits: { ...limits, tokens: null }, used: { tokens: 10 ** 9, modelCalls: 0, ms: 0 } }
    expect(decide(session(unlimited), prospects).action).not.toBe('end')
  })

  it('after a batch of which nothing can be used', () => {
    const quarantined = [faulty(1, 'no_answer'), faulty(2, 'schema')]
    expect(decide(session({ quarantined }), prospects)).toMatchObject({
      ...{ action: 'end', code: 'irrecoverable' },
      why: expect.stringMatching(/^none of the 2 agents .*\(the last of them: schema, not a report\); the answer/),
    })
  })

  it.each([
    ['somebody was heard', { messages: [message(2)] }],
    ['somebody is still out', { awaited: [2] }],
    ['it was another batch', { batch: 1, batches: [...batches, ...batches] }],
    ['it was another iteration', { iteration: 2 }],
    ['they knew too little, and said so', { quarantined: [faulty(1, 'low_confidence'), faulty(2, 'low_confidence')] }],
    ['nobody was sent', { batches: [] }],
  ])('not when %s', (_, given) => {
    expect(failedBatch(session({ quarantined: [faulty(1, 'schema')], ...given }))).toBeNull()
  })

  it('with its status, and what it rests on', () => {
    expect(ended(session(), 'decided', 'nobody is left')).toEqual({
      ...{ action: 'end', status: 'SUCCESS', code: 'decided' },
      why: expect.stringMatching(/^nobody is left; the answer is \d+ % sure, and at LOW stakes 70 % are enough$/),
    })
  })
})

describe('a session goes on', () => {
  it('until its agents are not expected to change the decision, by what is at stake', () => {
    const decision = decide(session(), prospects)
    expect(decision).toEqual({ action: 'spare', why: '1 more agents would change the decision with a chance of 0 %' })
    expect(decide(sessionOf([claim(1, { supporters: [voice(1)] })], { batches }), prospects).action).toBe('go_on')
    expect(decide(sessionOf([], { batches }), prospects).action).toBe('go_on')
  })

  it('when nobody is left to be spared, and always by the protocol', () => {
    expect(decide(session(), [])).toEqual({ action: 'go_on' })
    expect(decide(session({ profile: 'paper' }), prospects)).toEqual({ action: 'go_on' })
    expect(decide(atStakes(session(), 'HIGH'), prospects).action).toBe('spare')
  })
})
