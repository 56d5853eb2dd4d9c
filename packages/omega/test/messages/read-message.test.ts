import { describe, expect, it } from 'vitest'
import { readMessage } from '../../src/messages/read-message.js'
import type { AgentMessage } from '../../src/protocol/agent-message.js'
import type { Fault } from '../../src/protocol/log-event.js'
import type { SessionState } from '../../src/protocol/state.js'
import { ownRoster } from '../../src/roster/own-panel.js'
import { createRoster, type Roster, roster } from '../../src/roster/roster.js'
import { answers, at, opened, output, stateOf, synthesis } from '../support/session.js'

const measured = createRoster()
const session = stateOf(
  ...[opened(), answers(1, 'The pump'), answers(2, 'The valve')],
  output(22, { contradictions: [{ a: 'c1', b: 'c2', severity: 'FATAL', why: 'not both' }] }),
)

interface Reading {
  readonly of?: SessionState
  readonly by?: Roster
  readonly known?: number
}
function read(
  agent: number,
  written: unknown,
  { of = session, by = measured, known = of.claims.length }: Reading = {},
) {
  const facts = { at: at(0), iteration: 1, batch: 0, inputs: [2], family: 'heron', tokens: 7 }
  return readMessage(written, { ...facts, card: by.card(agent), session: of, known })
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

describe('a report', () => {
  const own = ownRoster(
    (['exploring', 'neutral', 'hostile', 'connecting', 'integrating'] as const).map((stance) => ({
      name: stance,
      stance,
    })),
  )

  it.each([
    ['the protocol', roster],
    ['measured evidence', measured],
    ['a quick panel', createRoster({ isLean: true })],
    ['a panel of one’s own', own],
  ])('that is empty is none, of any card of %s', (_, by) => {
    for (const { id } of by.cards)
      for (const written of [{}, { text: 'well' }, null, [], 'well'])
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
    ['its answer', { answer: 'One\ntwo', confidence: null }, 'One two'],
    ['its text', { answer: null, confidence: null, text: `It ${'x'.repeat(200)}` }, /^It x{96}…$/],
    ['nothing', { answer: null, confidence: null }, 'nothing to say'],
    ['its own', { verdict: 'So', answer: 'A', confidence: 1 }, 'So'],
  ])('has the verdict of %s', (_, written, verdict) => {
    expect(message(1, written).verdict).toEqual(typeof verdict === 'string' ? verdict : expect.stringMatching(verdict))
  })

  it.each([
    ['an answer that is missing', { confidence: 0.5 }, 'answer'],
    ['a confidence beyond 1', { answer: 'A', confidence: 1.2 }, 'confidence'],
    ['a confidence in words', { answer: 'A', confidence: 'SURE' }, 'confidence'],
    ['a long answer', { answer: 'x'.repeat(1001), confidence: 1 }, 'answer'],
    ['a claim without a statement', { answer: 'A', confidence: 1, claims: [{ confidence: 1 }] }, 'claims.0.statement'],
  ])('is kept apart for %s', (_, written, field) => {
    expect(faults(1, written)).toMatchObject([{ code: 'schema', field, message: expect.stringContaining(field) }])
  })

  it('is not read in the name of another agent', () => {
    const report = { answer: 'A', confidence: 1 }
    expect(faults(1, { ...report, agent: 2 })).toMatchObject([{ code: 'roster', field: 'name' }])
    expect(faults(1, { ...report, name: 'PHI' })[0]?.message).toBe(
      'it calls itself "PHI", and agent 1 is First Principles',
    )
    expect(faults(1, { ...report, agent: 1, name: 'First Principles' })).toEqual([])
  })

  it('that is unsure is kept apart only by the protocol', () => {
    const written = { answer: 'A', confidence: 0.29 }
    expect(faults(1, written)).toEqual([])
    const of = stateOf(opened({ profile: 'paper' }))
    expect(faults(1, written, { of })).toMatchObject([{ code: 'low_confidence', field: 'confidence' }])
    expect(faults(1, { ...written, confidence: 0.3 }, { of })).toEqual([])
    expect(faults(1, { ...written, confidence: null }, { of })).toEqual([])
  })

  it('closes with a verdict of its card, which gives its tag', () => {
    const by = roster
    expect(message(27, { native: 'INCOMPLETE', references: [] }, { by }).tag).toBe('UNCERTAIN')
    expect(faults(27, { native: 'PERHAPS', references: [] }, { by })).toMatchObject([{ field: 'native' }])
    expect(message(27, { references: [] }).tag).toBe('SUPPORTS')
    expect(message(27, about({ factor: 0.6 })).tag).toBe('CONTRADICTS')
  })
})

describe('a reference', () => {
  it.each([
    [27, 0.5, 'CONTRADICTS'],
    [27, 1, 'QUALIFIES'],
    [27, 1.5, 'SUPPORTS'],
    [35, 0.9, 'CONTRADICTS'],
    [35, 1, 'SUPPORTS'],
  ])('of agent %i with the factor %d %s its claim', (agent, factor, type) => {
    expect(message(agent, about({ factor })).references).toMatchObject([{ type, factor, claim: 'c1', evidence: null }])
  })

  it.each([
    ['supports with a factor below 1', 27, { type: 'SUPPORTS', factor: 0.9 }],
    ['contradicts with a factor of 1', 27, { type: 'CONTRADICTS', factor: 1 }],
    ['leaves nothing and shows nothing', 35, { factor: 0 }],
  ])('is refused when it %s', (_, agent, given) => {
    expect(faults(agent, about(given))).toMatchObject([{ code: 'coherence', field: 'references.0.factor' }])
  })

  it('may leave nothing by evidence or a check, and of what a check has shown by a check alone', () => {
    const [evidence, check] = [
      { factor: 0, evidence: 'seen' },
      { factor: 0, check: { name: 'sum', arguments: {} } },
    ]
    expect([faults(35, about(evidence)), faults(35, about(check))]).toEqual([[], []])
    const factors = [{ kind: 'check', agent: 30, family: 'code', value: 1.5, evidence: null }] as const
    const of = { ...session, claims: session.claims.map((one) => ({ ...one, factors })) }
    expect(faults(35, about(evidence), { of })[0]?.message).toContain('a check has shown c1')
    expect(faults(35, about(check), { of })).toEqual([])
  })

  it('knows the claims that its author was shown, and no others', () => {
    expect(faults(27, about({ factor: 1 }, 'c9'))).toMatchObject([{ code: 'coherence', field: 'references.0.claim' }])
    expect(faults(27, about({ factor: 1 }, 'c2'), { known: 1 })).toHaveLength(1)
    expect(faults(27, about({ factor: 1 }, 'first'))).toMatchObject([{ code: 'schema' }])
  })

  it('names a check with at most 8,000 characters of arguments', () => {
    const checked = (text: string) => about({ factor: 1, check: { name: 'file', arguments: { text } } })
    const room = 8_000 - JSON.stringify({ text: '' }).length
    expect(faults(27, checked('x'.repeat(room)))).toEqual([])
    expect(faults(27, checked('x'.repeat(room + 1)))).toMatchObject([{ field: 'references.0.check.arguments' }])
  })
})

it.each([
  ['contradictions.0', 22, { verdict: 'x', contradictions: [{ a: 'c1', b: 'c7', severity: 'MINOR', why: 'x' }] }],
  ['contradictions.0', 22, { verdict: 'x', contradictions: [{ a: 'c1', b: 'c1', severity: 'MINOR', why: 'x' }] }],
  ['resolutions.0.contradiction', 50, { verdict: 'x', resolutions: [{ contradiction: 'k2', holds: 'a', why: 'x' }] }],
  ['same', 27, { references: [], same: [['c1', 'c8']] }],
  ['synthesis.restsOn', 51, { verdict: 'x', synthesis: synthesis(['c1', 'c6']) }],
])('%s that names what there is not is refused', (field, agent, written) => {
  expect(faults(agent, written)).toMatchObject([{ code: 'coherence', field }])
})

describe('an answer that is written', () => {
  const of = stateOf(
    ...[opened({ profile: 'paper' }), answers(1, 'The pump'), answers(2, 'The valve')],
    output(36, { references: [{ claim: 'c2', type: 'CONTRADICTS', factor: 0, evidence: 'it is new' }] }),
    output(3, { claims: [{ statement: 'It is old', confidence: 0.9 }] }),
  )
  const restingOn = (...ids: string[]) =>
    faults(51, { verdict: 'x', synthesis: synthesis(ids) }, { of }).map((fault) => fault.message)

  it('does not rest on what was rejected, nor beside all that matters', () => {
    expect([restingOn('c1'), restingOn('c3', 'c1')]).toEqual([[], []])
    expect(restingOn('c1', 'c2')).toEqual(['c2 was rejected: give an answer that does not rest on it'])
    const beside = [expect.stringContaining('on a critical claim (c1)')]
    expect([restingOn(), restingOn('c3')]).toEqual([beside, beside])
  })

  it('may rest on anything where nobody proposed an answer or found a claim critical', () => {
    const mild = stateOf(opened(), output(1, { claims: [{ statement: 'It is old', confidence: 0.9 }] }))
    for (const ids of [[], ['c1']])
      expect(faults(51, { verdict: 'x', synthesis: synthesis(ids) }, { of: mild })).toEqual([])
  })
})
