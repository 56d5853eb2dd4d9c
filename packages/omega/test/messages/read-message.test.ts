import { describe, expect, it } from 'vitest'
import { readMessage } from '../../src/messages/read-message.js'
import type { AgentMessage } from '../../src/protocol/agent-message.js'
import type { Fault } from '../../src/protocol/log-event.js'
import type { SessionState } from '../../src/protocol/state.js'
import { ownRoster } from '../../src/roster/own-panel.js'
import { reportSchemaOf } from '../../src/roster/report-schema.js'
import { createRoster, type Roster, roster } from '../../src/roster/roster.js'
import { answers, at, opened, output, stateOf, synthesis } from '../support/session.js'

const measured = createRoster()
const session = stateOf(opened(), answers(1, 'The pump'), answers(2, 'The valve'))
const check = { name: 'sum', arguments: {} }

interface Reading {
  readonly of?: SessionState
  readonly by?: Roster
  readonly known?: number
  readonly isLast?: boolean
}
function read(
  agent: number,
  written: unknown,
  { of = session, by = measured, known = of.claims.length, isLast = false }: Reading = {},
) {
  const facts = { at: at(0), iteration: 1, batch: 0, inputs: [2], family: 'heron', tokens: 7, checks: ['sum'] }
  return readMessage(written, { ...facts, card: by.card(agent), session: of, known, isLast })
}
function faults(...given: Parameters<typeof read>): readonly Fault[] {
  const found = read(...given)
  return 'faults' in found ? found.faults : []
}
function message(...given: Parameters<typeof read>): AgentMessage {
  const found = read(...given)
  if ('faults' in found) throw new Error(JSON.stringify(found.faults))
  return found.message
}
const about = (given: object, claim = 'c1') => ({ references: [{ claim, ...given }] })
const clash = (b: string) => ({ verdict: 'x', contradictions: [{ a: 'c1', b, severity: 'MINOR', why: 'x' }] })
const resolution = { contradiction: 'k2', holds: 'a', why: 'x' }

describe('a report', () => {
  const stances = ['exploring', 'neutral', 'hostile', 'connecting', 'integrating'] as const
  it.each([
    ['the protocol', roster],
    ['measured evidence', measured],
    ['a quick panel', createRoster({ isLean: true })],
    ['a panel of one’s own', ownRoster(stances.map((stance) => ({ name: stance, stance })))],
  ])('that says nothing is none, of any card of %s', (_, by) => {
    for (const { id } of by.cards)
      for (const written of [{}, { text: 'well' }, null, 'well'])
        expect([id, faults(id, written, { by }).map(({ code }) => code)]).toEqual([id, ['schema']])
  })

  it('is read with what code knows of it', () => {
    expect(message(3, { answer: 'The wire', confidence: 0.4 })).toEqual({
      ...{ agent: 3, name: 'Constraint Mapper', tier: 'GENESIS', at: at(0), iteration: 1, batch: 0, family: 'heron' },
      ...{ inputs: [2], tokens: 7, native: null, tag: 'SUPPORTS', verdict: 'The wire', confidence: 0.4, text: '' },
      ...{ answer: 'The wire', claims: [], references: [], contradictions: [], same: [], check: null, synthesis: null },
      ...{ clarified: { problem: null, questions: [] }, resolutions: [] },
    })
  })

  it.each([
    [1, { verdict: 'So', answer: 'A' }, /^So$/],
    [1, { answer: 'One\ntwo' }, /^One two$/],
    [51, { synthesis: synthesis([], 'One\ntwo') }, /^One two$/],
    [1, { answer: null, text: `It ${'x'.repeat(200)}` }, /^(?=.{100}$)It x+…$/],
    [1, { answer: null }, /^nothing to say$/],
  ])('of agent %i that is %j has a verdict', (agent, written, verdict) => {
    expect(message(agent, written, { of: stateOf(opened()) }).verdict).toMatch(verdict)
  })

  it.each([
    ['schema', 'answer', 1, { confidence: 0.5 }],
    ['schema', 'confidence', 1, { answer: 'A', confidence: 'SURE' }],
    ['schema', 'claims.0.statement', 1, { answer: 'A', claims: [{ confidence: 1 }] }],
    ['schema', 'references.0.factor', 27, about({ factor: 1.6 })],
    ['schema', 'references.0.factor', 35, about({ factor: 1.1 })],
    ['schema', 'references.0.claim', 27, about({ factor: 1 }, 'first')],
    [
      'coherence',
      'same.0',
      27,
      {
        same: [['c1', 'c2']],
        references: [
          { claim: 'c1', factor: 1.4 },
          { claim: 'c2', factor: 0.6 },
        ],
      },
    ],
    ['coherence', 'references.0.claim', 27, about({ factor: 1 }, 'c9')],
    ['coherence', 'references.0.factor', 27, about({ type: 'CONTRADICTS', factor: 1 })],
    ['coherence', 'references.0.factor', 35, about({ factor: 0 })],
    ['coherence', 'references.0.check', 27, about({ factor: 1, check: { name: 'file' } })],
    ['coherence', 'check', 1, { answer: 'A', check: { name: 'file' } }],
    ['coherence', 'contradictions.0', 22, clash('c7')],
    ['coherence', 'contradictions.0', 22, clash('c1')],
    ['coherence', 'resolutions.0.contradiction', 50, { verdict: 'x', resolutions: [resolution] }],
    ['coherence', 'same', 27, { references: [], same: [['c1', 'c8']] }],
    ['coherence', 'synthesis.restsOn', 51, { synthesis: synthesis(['c1', 'c6']) }],
  ])('is kept apart for its %s, field %s: %#', (code, field, agent, written) => {
    expect(faults(agent, written)).toMatchObject([{ code, field }])
  })

  it('of the answer rests on one that was proposed, and where there is none on a critical claim', () => {
    const grounds = [{ statement: 'It is old', confidence: 0.8, critical: true }]
    const both = stateOf(opened(), output(1, { answer: 'The pump', claims: grounds }))
    const one = stateOf(opened(), output(1, { claims: grounds }))
    const ids = (of: SessionState) =>
      of.claims.map(({ id }) => faults(51, { synthesis: synthesis([id]) }, { of }).map(({ field }) => field))
    expect(Object.fromEntries(both.claims.map(({ statement }, index) => [statement, ids(both)[index]]))).toEqual({
      ...{ 'The pump': [], 'It is old': ['synthesis.restsOn'] },
    })
    expect(ids(one)).toEqual([[]])
  })

  it('may speak of every claim that its author is shown', () => {
    const references = Array.from({ length: 80 }, () => ({ claim: 'c1', factor: 1 }))
    expect(faults(27, { references })).toEqual([])
  })

  it('knows the claims that its author was shown, and no others', () => {
    expect(faults(27, about({ factor: 1 }, 'c2'))).toEqual([])
    expect(faults(27, about({ factor: 1 }, 'c2'), { known: 1 })[0]?.message).toBe('there is no c2 that you were shown')
  })

  it('is heard on the second try without its faulty parts', () => {
    const heard = (agent: number, written: object) => message(agent, written, { isLast: true })
    const [sound, unknown] = [
      { claim: 'c1', factor: 1.2 },
      { claim: 'c9', factor: 1.2 },
    ]
    const judged = { references: [sound, unknown, { ...sound, claim: 'c2' }], same: [['c1', 'c9']] }
    expect(heard(27, judged)).toMatchObject({ references: [{ claim: 'c1' }, { claim: 'c2' }], same: [] })
    expect(heard(1, { answer: 'A', check: { name: 'file' } })).toMatchObject({ answer: 'A', check: null })
    expect(heard(51, { synthesis: synthesis(['c6'], 'So') })).toMatchObject({ synthesis: null, verdict: 'So' })
    expect(heard(50, { verdict: 'x', resolutions: [resolution] }).resolutions).toEqual([])
    expect(heard(22, clash('c7')).contradictions).toEqual([])
    expect(faults(1, { confidence: 0.5 }, { isLast: true })).toMatchObject([{ code: 'schema' }])
  })

  it('that is unsure is kept apart only by the protocol', () => {
    const of = stateOf(opened({ profile: 'paper' }))
    const coded = (confidence: number | null, given: Reading = {}) =>
      faults(1, { answer: 'A', confidence }, given)[0]?.code
    expect([coded(0.29), coded(0.29, { of }), coded(0.3, { of }), coded(null, { of })]).toEqual([
      ...[undefined, 'low_confidence', undefined, undefined],
    ])
  })

  // With a faulty part it is heard, and without one it isn't.
  it('that is unsure is kept apart by the protocol on the second try too', () => {
    const unsure = { answer: 'A', confidence: 0.2, check: { name: 'file' } }
    const of = stateOf(opened({ profile: 'paper' }))
    expect(faults(1, unsure, { of, isLast: true })).toMatchObject([{ code: 'low_confidence' }])
  })

  it('takes what a model is asked for and a function may leave out: what a judge finds to be the same', () => {
    const silent = { references: [], text: '' }
    const asked = reportSchemaOf(measured.card(27), false)
    expect([asked.safeParse(silent).success, asked.safeParse({ ...silent, same: [] }).success]).toEqual([false, true])
    expect(message(27, silent).same).toEqual([])
  })

  it('closes with a verdict of its card, which gives its tag; without one its references do', () => {
    const tag = (...given: Parameters<typeof message>) => message(...given).tag
    expect(tag(27, { native: 'INCOMPLETE', references: [] }, { by: roster })).toBe('UNCERTAIN')
    expect(faults(27, { native: 'PERHAPS', references: [] }, { by: roster })).toMatchObject([{ field: 'native' }])
    expect([tag(27, { references: [] }), tag(27, about({ factor: 0.6 }))]).toEqual(['SUPPORTS', 'CONTRADICTS'])
  })
})

describe('a reference', () => {
  it.each([
    [27, 0.5, 'CONTRADICTS'],
    [27, 1, 'QUALIFIES'],
    [27, 1.5, 'SUPPORTS'],
    [35, 0.29, 'CONTRADICTS'],
    [35, 0.3, 'QUALIFIES'],
    [35, 0.79, 'QUALIFIES'],
    [35, 0.8, 'SUPPORTS'],
  ])('of agent %i with the factor %d %s its claim', (agent, factor, type) => {
    expect(message(agent, about({ factor })).references).toMatchObject([{ type, factor, evidence: null, check: null }])
  })

  it('of an attacker may be a support that is limited, and of a verifier may not', () => {
    const limited = about({ type: 'SUPPORTS', factor: 0.6 })
    expect([faults(35, limited), faults(27, limited)]).toMatchObject([[], [{ field: 'references.0.factor' }]])
  })

  it('may leave nothing by evidence or a check, and of what a check has shown by a check alone', () => {
    const [seen, computed] = [about({ factor: 0, evidence: 'seen' }), about({ factor: 0, check })]
    expect([faults(35, seen), faults(35, computed)]).toEqual([[], []])
    const factors = [{ kind: 'check', agent: 30, family: 'code', value: 1.5, evidence: null }] as const
    const of = { ...session, claims: session.claims.map((one) => ({ ...one, factors })) }
    expect(faults(35, seen, { of })[0]?.message).toContain('a check has shown c1')
    expect(faults(35, computed, { of })).toEqual([])
  })

  it('names a check with at most 8,000 characters of arguments', () => {
    const room = 8_000 - JSON.stringify({ text: '' }).length
    const long = (size: number) => about({ factor: 1, check: { ...check, arguments: { text: 'x'.repeat(size) } } })
    expect(faults(27, long(room))).toEqual([])
    expect(faults(27, long(room + 1))).toMatchObject([{ field: 'references.0.check.arguments' }])
  })
})

describe('an answer that is written', () => {
  const refuting = [{ claim: 'c2', type: 'CONTRADICTS', factor: 0, evidence: 'it is new' }] as const
  const stated = output(3, { claims: [{ statement: 'It is old', confidence: 0.9 }] })
  const of = stateOf(
    ...[opened({ profile: 'paper' }), answers(1, 'The pump'), answers(2, 'The valve')],
    ...[output(36, { references: refuting }), stated],
  )
  const restingOn = (...ids: string[]) =>
    faults(51, { verdict: 'x', synthesis: synthesis(ids) }, { of }).map((one) => one.message)

  it('does not rest on what was rejected, nor beside all that matters', () => {
    expect([restingOn('c1'), restingOn('c3', 'c1')]).toEqual([[], []])
    expect(restingOn('c1', 'c2')).toEqual(['c2 was rejected: give an answer that does not rest on it'])
    const beside = [expect.stringContaining('on a critical claim (c1)')]
    expect([restingOn(), restingOn('c3')]).toEqual([beside, beside])
  })

  it('may rest on anything where nobody proposed an answer or found a claim critical', () => {
    const mild = { of: stateOf(opened(), stated) }
    for (const ids of [[], ['c1']]) expect(faults(51, { synthesis: synthesis(ids) }, mild)).toEqual([])
  })
})
