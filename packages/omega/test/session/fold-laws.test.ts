import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { LogEntry, SessionEvent } from '../../src/protocol/log-event.js'
import type { SessionState } from '../../src/protocol/state.js'
import { emptySession, folded, foldLog } from '../../src/session/fold.js'
import { answers, happened, logOf, opened, output, stateOf } from '../support/session.js'

const agent = fc.integer({ min: 1, max: 52 })
const id = fc.integer({ min: 1, max: 6 }).map((number) => `c${number}`)
const text = fc.constantFrom('A', 'B', 'b.', 'It is so', 'it is so?', 'x > 1', 'x > -1')
const unit = fc.option(fc.double({ min: 0, max: 1, noNaN: true }))
const list = <Of>(some: fc.Arbitrary<Of>, maxLength = 2) => fc.array(some, { maxLength })
// Half to one fits verifiers and attackers alike.
const factor = fc.option(fc.oneof(fc.constantFrom(0.5, 1), fc.double({ min: 0.5, max: 1, noNaN: true })))
const type = fc.constantFrom('SUPPORTS', 'CONTRADICTS', 'EXTENDS', 'QUALIFIES', 'USES')
const severity = fc.constantFrom('FATAL', 'MINOR')
const resolution = { contradiction: fc.constantFrom('k1', 'k2'), holds: fc.constantFrom('a', 'b', 'both', 'neither') }
const report = fc.record({
  ...{ agent, family: fc.constantFrom('heron', 'otter', 'code'), confidence: unit, answer: fc.option(text) },
  claims: list(fc.record({ statement: text, confidence: unit, critical: fc.boolean() })),
  references: list(fc.record({ type, claim: id, factor, evidence: fc.option(text) })),
  contradictions: list(fc.record({ a: id, b: id, severity, why: text })),
  same: list(fc.tuple(id, id).map((pair) => [...pair])),
  resolutions: list(fc.record({ ...resolution, why: text }), 1),
  restsOn: fc.option(list(id)),
})
const said = report.map(({ agent: by, restsOn, ...all }): SessionEvent => {
  const synthesis = restsOn && { answer: 'So', restsOn, caveats: [], unanswered: [], wouldChange: [] }
  return output(by, { ...all, synthesis })
})
const check = { name: 'sum', arguments: {} }
const checked = fc
  .record({ agent, claim: id, type, holds: fc.constantFrom(true, false, null) })
  .map(({ claim, type: side, ...all }): SessionEvent => {
    const reference = { type: side, claim, evidence: null, factor: null, check }
    return { type: 'checked', reference, evidence: 'seen', ...all }
  })
const faults = [{ code: 'schema', field: null, message: 'no answer' }] as const
const faulty = agent.map((by): SessionEvent => ({ type: 'quarantined', agent: by, faults, output: null }))
const launched = agent.map((by): SessionEvent => ({ type: 'launched', batch: 0, agents: [by, 52] }))
const usage: SessionEvent = { type: 'usage', agent: 1, tokens: 10, modelCalls: 1, ms: 5 }
const event = fc.oneof({ arbitrary: said, weight: 12 }, checked, faulty, launched, fc.constant(usage))
const logs = fc
  .tuple(fc.array(event, { maxLength: 25 }), fc.constantFrom('measured', 'paper'))
  .map(([all, profile]) => logOf(opened({ profile }), ...all))

/** Looks at the state after each event, beside the one before it. */
type Look = (after: SessionState, before: SessionState, entry: LogEntry) => void
function eachStep(log: readonly LogEntry[], look: Look) {
  log.reduce((before, entry) => {
    const after = folded(before, entry)
    look(after, before, entry)
    return after
  }, emptySession())
}

it('the same log comes to the same state, and goes on where a part of it ended', () => {
  fc.assert(
    fc.property(logs, fc.nat(), (log, cut) => {
      const part = cut % log.length
      const state = foldLog(log)
      expect(log.slice(part).reduce(folded, foldLog(log.slice(0, part)))).toEqual(state)
      expect(foldLog(JSON.parse(JSON.stringify(log)))).toEqual(state)
    }),
  )
})

it('no event changes what was there before it, and all but usage leaves a line', () => {
  const texts = new WeakMap<SessionState, string>()
  fc.assert(
    fc.property(logs, (log) => {
      eachStep(log, (after, before, entry) => {
        texts.set(after, JSON.stringify(after))
        expect(JSON.stringify(before)).toBe(texts.get(before) ?? JSON.stringify(emptySession()))
        expect(after.timeline.length > before.timeline.length).toBe(entry.event.type !== 'usage')
      })
    }),
    { numRuns: 20 },
  )
})

it('ids are given once, what joined another counts nowhere else, and nobody is on both sides of a claim', () => {
  fc.assert(
    fc.property(logs, (log) => {
      const { claims } = foldLog(log)
      expect(claims.map((one) => one.id)).toEqual(claims.map((_, index) => `c${index + 1}`))
      for (const { id: own, status, sameAs, basis, supporters, opponents, factors } of claims) {
        expect(status === 'abandoned').toBe(sameAs !== null && Number(sameAs.slice(1)) < Number(own.slice(1)))
        expect(basis !== null).toBe(status === 'rejected' || status === 'abandoned')
        const speakers = [...supporters.map((one) => one.agent), ...opponents]
        expect(new Set(speakers).size).toBe(speakers.length)
        expect(new Set(factors.map((one) => `${one.kind} ${one.agent}`)).size).toBe(factors.length)
      }
    }),
  )
})

it('what was rejected stays so, and leaves no contradiction open', () => {
  fc.assert(
    fc.property(logs, (log) => {
      eachStep(log, ({ claims, contradictions }, before) => {
        const fallen = claims.filter(({ status }) => status === 'rejected').map((one) => one.id)
        const earlier = before.claims.filter(({ status }) => status === 'rejected').map((one) => one.id)
        expect(earlier.filter((one) => !fallen.includes(one))).toEqual([])
        const open = contradictions.filter((one) => one.resolution === null)
        expect(open.filter(({ a, b }) => fallen.includes(a) || fallen.includes(b))).toEqual([])
      })
    }),
  )
})

it('what comes after an abort or the end changes nothing but the bill, and is on record', () => {
  const stopped = stateOf(opened(), answers(1, 'A'), { type: 'aborted', reason: 'user', message: 'enough' })
  const over = happened(stopped, { type: 'ended', status: 'PARTIAL', code: 'abort', why: 'enough' })
  const again: SessionEvent = { type: 'ended', status: 'SUCCESS', code: 'decided', why: 'so' }
  expect([over.ended?.code, happened(over, again).ended]).toEqual(['abort', over.ended])
  fc.assert(
    fc.property(fc.oneof(said, checked, faulty, launched), fc.constantFrom(stopped, over), (late, before) => {
      const { timeline, updatedAt: _, used, ...rest } = happened(before, late, usage)
      expect(before).toMatchObject(rest)
      expect([used.tokens, timeline.at(-1)?.summary]).toEqual([10, `${late.type} came too late and is ignored`])
    }),
  )
})
