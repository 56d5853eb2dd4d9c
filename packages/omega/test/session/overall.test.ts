import { describe, expect, it } from 'vitest'
import { detect } from '../../src/detect/detect.js'
import type { SessionEvent } from '../../src/protocol/log-event.js'
import { overallConfidence } from '../../src/session/overall.js'
import { claimed, message, output, stateOf } from './support/world.js'

describe('overall confidence', () => {
  const two = output(1, {
    claims: [{ statement: 'A', confidence: 0.7 }, { statement: 'B', confidence: 0.5 }, { statement: 'C' }],
  })
  const answer = (restsOn: readonly string[], coherence = 1) =>
    output(51, { synthesis: { restsOn: [...restsOn], coherence } })
  const refuted = output(35, { references: [{ claim: 'c2', factor: 0 }] })

  it.each([
    ['the mean of what is known, before an answer', [two], 0.6],
    ['what the answer rests on: the least of it', [two, answer(['c1', 'c2'], 0.8)], 0.4],
    ['nothing when it rests on what was refuted', [two, answer(['c1', 'c2']), refuted], 0],
  ])('is %s', (_what, events, confidence) => {
    expect(overallConfidence(stateOf(...events))).toBeCloseTo(confidence)
  })

  it.each([
    ['before it is written', (joining: SessionEvent, answering: SessionEvent) => [joining, answering]],
    ['afterwards', (joining: SessionEvent, answering: SessionEvent) => [answering, joining]],
  ])('is that of the claim that counts where its grounds are found to be one, %s', (_, order) => {
    const said = message(49)
    const joining: SessionEvent = { type: 'output', message: { ...said, body: { ...said.body, same: [['c1', 'c2']] } } }
    const claims = ['A', 'B'].map((statement) => ({ statement, confidence: 0.9 }))
    const answering = output(51, { synthesis: { restsOn: ['c2', 'c1'] } })
    const state = stateOf(output(1, { claims }), ...order(joining, answering))
    expect(state.synthesis?.restsOn).toEqual(['c1'])
    // Neither of the two was marked as critical: the answer makes it matter.
    expect(detect(state)).toContainEqual(expect.objectContaining({ detector: 'false_consensus', claims: ['c1'] }))
  })

  it('is unknown when it rests on nothing, or on what is unknown', () => {
    for (const events of [[], [two, answer([])], [two, answer(['c1', 'c3'])], [two, answer(['c1', 'c9'])]])
      expect(overallConfidence(stateOf(...events))).toBeNull()
  })

  it('goes by measured correlations where the session has some', () => {
    const both = (rho: number) =>
      stateOf(
        { type: 'recalled', patterns: [], correlations: [{ families: ['heron', 'otter'], rho }] },
        claimed(0.8),
        output(2, { family: 'otter', claims: [{ statement: 'It is so', confidence: 0.8 }] }),
      )
    expect(overallConfidence(both(0))).toBeCloseTo(0.8)
    expect(overallConfidence(both(1))).toBeCloseTo(0.7)
  })
})
