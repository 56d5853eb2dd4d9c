import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide } from '../../src/decide/decide.js'
import { degradationOf } from '../../src/decide/degradation.js'
import { detect } from '../../src/detect/detect.js'
import type { SessionEvent } from '../../src/protocol/log-event.js'
import type { ClaimStatus } from '../../src/protocol/state.js'
import { folded, foldLog } from '../../src/session/fold.js'
import { iterationEnded, logOf, message, opening, planned, reference } from './support/world.js'

const agent = fc.integer({ min: 1, max: 52 })
const claim = fc.integer({ min: 1, max: 6 }).map((number) => `c${number}`)
const text = fc.constantFrom('A', 'B', 'b.', 'It is so', 'it is so?', 'x > 1', 'x > -1')
const unit = fc.double({ min: 0, max: 1, noNaN: true })
const family = fc.constantFrom('heron', 'otter', 'code')
const sides = fc.constantFrom('SUPPORTS', 'CONTRADICTS', 'EXTENDS', 'QUALIFIES', 'USES')

const output: fc.Arbitrary<SessionEvent> = fc
  .record({
    agent,
    iteration: fc.integer({ min: 1, max: 4 }),
    family,
    confidence: fc.option(unit),
    claims: fc.array(fc.record({ statement: text, confidence: fc.option(unit), critical: fc.boolean() }), {
      maxLength: 2,
    }),
    // Half to one fits verifiers and attackers alike.
    references: fc.array(
      fc.record({
        type: sides,
        claim: fc.option(claim),
        factor: fc.option(fc.oneof(fc.constantFrom(0.5, 1), fc.double({ min: 0.5, max: 1, noNaN: true }))),
        evidence: fc.option(text),
      }),
      { maxLength: 3 },
    ),
    contradictions: fc.array(
      fc.record({ a: claim, b: claim, severity: fc.constantFrom('FATAL', 'SERIOUS', 'MINOR'), why: text }),
      { maxLength: 2 },
    ),
    open: fc.array(text, { maxLength: 2 }),
    answered: fc.array(text, { maxLength: 1 }),
    native: fc.constantFrom('SHIP', 'REWORK_NEEDED', 'ON_TRACK', 'STALLED'),
    restsOn: fc.option(fc.array(claim, { maxLength: 3 })),
  })
  .map(({ agent, restsOn, ...said }) => ({
    type: 'output',
    message: message(agent, { ...said, ...(restsOn === null ? {} : { synthesis: { restsOn } }) }),
  }))

const event = fc.oneof(
  { arbitrary: output, weight: 12 },
  fc.integer({ min: 1, max: 10 }).map((iteration) => planned(iteration, [1, 27, 52])),
  fc.integer({ min: 1, max: 10 }).map(iterationEnded),
  agent.map(
    (agent): SessionEvent => ({
      type: 'quarantined',
      agent,
      faults: [{ code: 'roster', field: null, message: 'another name' }],
      output: null,
    }),
  ),
  fc.record({
    type: fc.constant('agent_recovery' as const),
    agent,
    step: fc.constantFrom('retry', 'substitute', 'skip', 'halt'),
    substitute: fc.option(agent),
  }),
  agent.map((agent): SessionEvent => ({ type: 'removed', agent })),
  fc.record({ agent, claim, type: sides, holds: fc.boolean() }).map(
    ({ agent, claim, type, holds }): SessionEvent => ({
      type: 'checked',
      agent,
      reference: reference({ claim, type }),
      holds,
      evidence: 'seen',
    }),
  ),
  fc.record({
    type: fc.constant('resolved' as const),
    contradiction: fc.integer({ min: 1, max: 4 }).map((number) => `k${number}`),
    holds: fc.constantFrom('a', 'b', 'both', 'neither'),
    why: text,
    by: fc.constantFrom<number | 'user'>(50, 'user'),
  }),
  fc.record({
    type: fc.constant('recovery' as const),
    kind: fc.constantFrom('constrain', 'decompose', 'pivot', 'resolve_contradictions', 'restore_confidence'),
    detail: text,
  }),
  fc.record({
    type: fc.constant('usage' as const),
    agent,
    tokens: fc.nat(20_000),
    modelCalls: fc.nat(9),
    ms: fc.nat(999),
  }),
)
const events = fc.array(event, { maxLength: 30 })

describe('a session is the fold of its log', () => {
  it('the same log comes to the same state, findings and decision, and goes on where a part of it ended', () => {
    fc.assert(
      fc.property(events, fc.nat(), (happened, cut) => {
        const log = logOf(opening(), happened)
        const state = foldLog(log)
        const part = cut % log.length
        expect(foldLog(log)).toEqual(state)
        expect(log.slice(part).reduce(folded, foldLog(log.slice(0, part)))).toEqual(state)
        expect(detect(log)).toEqual(detect(state))
        expect(decide(foldLog(log))).toEqual(decide(state))
        decide(state, { midway: true, order: 'literal' })
        degradationOf(state, 'PARTIAL')
      }),
      { numRuns: 50 },
    )
  })

  it('no event changes what was there before it', () => {
    fc.assert(
      fc.property(events, (happened) => {
        logOf(opening(), happened).reduce((state, entry) => {
          const before = structuredClone(state)
          const after = folded(state, entry)
          expect(state).toEqual(before)
          return after
        }, foldLog([]))
      }),
      { numRuns: 20 },
    )
  })

  it('everything leaves a line in the timeline, and what 55 and 56 keep is told there too', () => {
    fc.assert(
      fc.property(events, (happened) => {
        let state = foldLog([])
        for (const entry of logOf(opening(), happened)) {
          const before = state.timeline.length
          state = folded(state, entry)
          expect(state.timeline.length > before).toBe(entry.event.type !== 'usage')
        }
        const told = state.timeline.map(({ timestamp, agentId, summary }) => `${timestamp} ${agentId} ${summary}`)
        const kept = [...state.failures, ...state.successes]
        expect(told).toEqual(
          expect.arrayContaining(kept.map(({ at, agent, description }) => `${at} ${agent} ${description}`)),
        )
      }),
    )
  })

  it('ids are given once, statuses fit what is known, and rejected claims leave no contradiction open', () => {
    fc.assert(
      fc.property(events, (happened) => {
        const { claims, contradictions } = foldLog(logOf(opening(), happened))
        expect(claims.map(({ id }) => id)).toEqual(claims.map((_, index) => `c${index + 1}`))
        const stands = (status?: ClaimStatus) => status === 'active' || status === 'confirmed'
        const fallen = new Set(claims.filter(({ status }) => !stands(status)).map(({ id }) => id))
        const open = contradictions.filter(({ resolution }) => resolution === null)
        expect(open.filter(({ a, b }) => fallen.has(a) || fallen.has(b))).toEqual([])
        expect(claims.filter(({ basis, status }) => (basis === null) !== stands(status))).toEqual([])
      }),
    )
  })
})
