import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SessionEvent } from '../../src/protocol/log-event.js'
import type { SessionState } from '../../src/protocol/state.js'
import { emptySession, folded, foldLog } from '../../src/session/fold.js'
import { answers, happened, logOf, opened, output, stateOf } from '../support/session.js'

const agent = fc.integer({ min: 1, max: 52 })
const id = fc.integer({ min: 1, max: 6 }).map((number) => `c${number}`)
const text = fc.constantFrom('A', 'B', 'b.', 'It is so', 'it is so?', 'x > 1', 'x > -1')
const unit = fc.option(fc.double({ min: 0, max: 1, noNaN: true }))
const list = <Of>(some: fc.Arbitrary<Of>, maxLength = 2) => fc.array(some, { maxLength })
// Half to one fits verifiers and attackers alike.
const value = fc.option(fc.oneof(fc.constantFrom(0.5, 1), fc.double({ min: 0.5, max: 1, noNaN: true })))
const type = fc.constantFrom('SUPPORTS', 'CONTRADICTS', 'EXTENDS', 'QUALIFIES', 'USES')
const contradiction = fc.record({ a: id, b: id, severity: fc.constantFrom('FATAL', 'MINOR'), why: text })
const holds = fc.constantFrom('a', 'b', 'both', 'neither')
const resolution = fc.record({ contradiction: fc.constantFrom('k1', 'k2'), holds, why: text })
const said = fc
  .record({
    ...{ agent, family: fc.constantFrom('heron', 'otter', 'code'), confidence: unit, answer: fc.option(text) },
    claims: list(fc.record({ statement: text, confidence: unit, critical: fc.boolean() })),
    references: list(fc.record({ type, claim: id, factor: value, evidence: fc.option(text) }), 3),
    ...{ contradictions: list(contradiction), same: list(fc.tuple(id, id), 1), resolutions: list(resolution, 1) },
    restsOn: fc.option(list(id)),
  })
  .map(({ agent: by, restsOn, ...all }): SessionEvent => {
    const synthesis = restsOn && { answer: 'So', restsOn, caveats: [], unanswered: [], wouldChange: [] }
    return output(by, { ...all, same: all.same.map((pair) => [...pair]), synthesis })
  })
const checked = fc
  .record({ agent, claim: id, type, holds: fc.boolean() })
  .map(({ claim, type: side, ...all }): SessionEvent => {
    const reference = { type: side, claim, evidence: null, factor: null, check: { name: 'sum', arguments: {} } }
    return { ...{ type: 'checked', reference, evidence: 'seen' }, ...all }
  })
const faulty = agent.map((by): SessionEvent => {
  const faults = [{ code: 'roster', field: null, message: 'another name' }] as const
  return { type: 'quarantined', agent: by, faults, output: null }
})
const usage: SessionEvent = { type: 'usage', agent: 1, tokens: 10, modelCalls: 1, ms: 5 }
const events = fc.oneof(
  { arbitrary: said, weight: 12 },
  ...[checked, faulty, agent.map((by): SessionEvent => ({ type: 'launched', batch: 0, agents: [by, 52] }))],
  fc.constant(usage),
)
/** With the profile of half of them. */
const sessions = fc
  .tuple(fc.array(events, { maxLength: 25 }), fc.constantFrom('measured', 'paper'))
  .map(([all, profile]) => [opened({ profile }), ...all])

describe('a session is the fold of its log', () => {
  it('the same log comes to the same state, and goes on where a part of it ended', () => {
    fc.assert(
      fc.property(sessions, fc.nat(), (all, cut) => {
        const log = logOf(...all)
        const state = foldLog(log)
        const part = cut % log.length
        expect(log.slice(part).reduce(folded, foldLog(log.slice(0, part)))).toEqual(state)
        expect(foldLog(JSON.parse(JSON.stringify(log)))).toEqual(state)
      }),
    )
  })

  it('no event changes what was there before it, and all but usage leaves a line', () => {
    fc.assert(
      fc.property(sessions, (all) => {
        logOf(...all).reduce((state, entry) => {
          const before = JSON.stringify(state)
          const after = folded(state, entry)
          expect(JSON.stringify(state)).toBe(before)
          expect(after.timeline.length > state.timeline.length).toBe(entry.event.type !== 'usage')
          return after
        }, emptySession())
      }),
      { numRuns: 20 },
    )
  })

  it('ids are given once, what joined another counts nowhere else, and nobody is on both sides of a claim', () => {
    fc.assert(
      fc.property(sessions, (all) => {
        const { claims } = stateOf(...all)
        expect(claims.map((one) => one.id)).toEqual(claims.map((_, index) => `c${index + 1}`))
        for (const { status, sameAs, basis, supporters, opponents, factors, ...one } of claims) {
          expect(status === 'abandoned').toBe(sameAs !== null)
          if (sameAs !== null) expect(Number(sameAs.slice(1))).toBeLessThan(Number(one.id.slice(1)))
          expect(basis !== null).toBe(status === 'rejected' || status === 'abandoned')
          const speakers = [...supporters.map((held) => held.agent), ...opponents]
          expect(new Set(speakers).size).toBe(speakers.length)
          expect(new Set(factors.map((factor) => `${factor.kind} ${factor.agent}`)).size).toBe(factors.length)
        }
      }),
    )
  })

  it('an agent has one answer at most', () => {
    fc.assert(
      fc.property(sessions, (all) => {
        const counted = stateOf(...all).claims.filter((one) => one.isAnswer && one.sameAs === null)
        const held = (state: Pick<SessionState, 'claims'>) =>
          state.claims.flatMap(({ supporters }) => supporters.map((one) => one.agent))
        const explorers = held({ claims: counted }).filter((by) => all.every((event) => !refers(event, by)))
        expect(new Set(explorers).size).toBe(explorers.length)
      }),
    )
  })

  it('what was rejected stays so, and leaves no contradiction open', () => {
    fc.assert(
      fc.property(sessions, (all) => {
        logOf(...all).reduce((state, entry) => {
          const next = folded(state, entry)
          const fallen = state.claims.filter(({ status }) => status === 'rejected').map((one) => one.id)
          expect(next.claims.filter(({ status }) => status === 'rejected').map((one) => one.id)).toEqual(
            expect.arrayContaining(fallen),
          )
          const open = next.contradictions.filter(({ resolution: settled }) => settled === null)
          expect(open.filter(({ a, b }) => fallen.includes(a) || fallen.includes(b))).toEqual([])
          return next
        }, emptySession())
      }),
    )
  })
})

const refers = (event: SessionEvent, by: number) =>
  event.type === 'output' && event.message.agent === by && event.message.references.length > 0

describe('what comes late', () => {
  const stopped = stateOf(opened(), answers(1, 'A'), { type: 'aborted', reason: 'user', message: 'enough' })
  const over = happened(stopped, { type: 'ended', status: 'PARTIAL', code: 'abort', why: 'enough' })

  it('changes nothing but the bill, and is on record', () => {
    const late = happened(over, answers(2, 'B'), usage)
    expect(late).toMatchObject({ claims: over.claims, messages: over.messages, used: { tokens: 10, modelCalls: 1 } })
    expect(late.timeline.at(-1)).toMatchObject({ agentId: 2, summary: 'output came too late and is ignored' })
  })

  it('is anything but the end after an abort, and the end too after an end', () => {
    expect(over.ended).toMatchObject({ code: 'abort' })
    const again = happened(over, { type: 'ended', status: 'SUCCESS', code: 'decided', why: 'so' })
    expect(again.ended).toEqual(over.ended)
    fc.assert(
      fc.property(fc.oneof(said, checked, faulty), (event) => {
        const { timeline: _, updatedAt: __, ...late } = happened(stopped, event)
        expect(stopped).toMatchObject(late)
      }),
    )
  })
})
