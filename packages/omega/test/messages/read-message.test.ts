import { describe, expect, it } from 'vitest'
import { readMessage } from '../../src/messages/read-message.js'
import type { SessionState } from '../../src/protocol/state.js'
import { roster } from '../../src/roster/roster.js'
import { minimalReport } from '../roster/support.js'
import { claimed, output, stateOf } from '../session/support/world.js'

function faultsOf(agent: number, written: object, session: SessionState, known = session.claims.length) {
  const card = roster.card(agent)
  const read = readMessage(
    { ...minimalReport(card), ...written },
    {
      ...{ card, session, known, at: '2026-01-01T00:00:00.000Z', iteration: 1, respondingTo: 'INITIAL', inputs: [] },
      ...{ family: 'heron', tokens: 0, threshold: 0.5 },
    },
  )
  return 'faults' in read ? read.faults : []
}

describe('a reference to a claim', () => {
  const about = (claim: string) => ({ references: [{ type: 'SUPPORTS', claim, relationship: 'so it seems' }] })

  it('is no voice of one who was not shown it, even if somebody has made it meanwhile', () => {
    const session = stateOf(claimed(0.8))
    expect(faultsOf(2, about('c1'), session)).toEqual([])
    expect(faultsOf(2, about('c1'), session, 0)).toMatchObject([{ code: 'coherence', field: 'references.0.claim' }])
  })
})

describe('a check that a reference names', () => {
  const checked = (text: string) => ({
    references: [
      { type: 'SUPPORTS', claim: 'c1', relationship: 'so it computes', check: { name: 'file', arguments: { text } } },
    ],
  })

  it('has arguments of at most 8,000 characters', () => {
    const room = 8_000 - JSON.stringify({ text: '' }).length
    expect(faultsOf(2, checked('x'.repeat(room)), stateOf(claimed(0.8)))).toEqual([])
    const faults = faultsOf(2, checked('x'.repeat(room + 1)), stateOf(claimed(0.8)))
    expect(faults).toMatchObject([{ field: 'references.0.check.arguments', message: expect.stringContaining('8000') }])
  })
})

describe('an answer', () => {
  const session = stateOf(
    claimed(0.9, {
      claims: [
        { statement: 'It is so', confidence: 0.9, critical: true },
        { statement: 'Everybody says it is so', confidence: 0.9 },
        { statement: 'It is never so', confidence: 0.5, critical: true },
      ],
    }),
    output(36, { references: [{ claim: 'c3', type: 'CONTRADICTS', factor: 0, evidence: 'here it is so' }] }),
  )
  const restingOn = (restsOn: readonly string[], native = 'SYNTHESIS_COMPLETE') =>
    faultsOf(51, { native, synthesis: { answer: 'It is so.', restsOn } }, session).map(({ message }) => message)

  it('does not rest on what was rejected', () => {
    expect(restingOn(['c1'])).toEqual([])
    expect(restingOn(['c1', 'c3'])).toEqual(['c3 was rejected: give an answer that does not rest on it'])
    expect(restingOn(['c3'], 'SYNTHESIS_PARTIAL')).toHaveLength(1)
  })

  it('is not complete when it rests on nothing, or beside all that matters', () => {
    const expected = [expect.stringContaining('rests on a critical claim (c1)')]
    expect(restingOn([])).toEqual(expected)
    expect(restingOn(['c2'])).toEqual(expected)
    expect(restingOn([], 'SYNTHESIS_PARTIAL')).toEqual([])
    expect(restingOn(['c1', 'c2'])).toEqual([])
  })

  it('may rest on anything where nobody found a claim critical', () => {
    const mild = stateOf(output(1, { claims: [{ statement: 'It is so', confidence: 0.9 }] }))
    const synthesis = { answer: 'It is so.', restsOn: ['c1'] }
    expect(faultsOf(51, { native: 'SYNTHESIS_COMPLETE', synthesis }, mild)).toEqual([])
  })
})
