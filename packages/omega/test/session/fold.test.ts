import { describe, expect, it } from 'vitest'
import { valueOfClaim } from '../../src/confidence/algebra.js'
import { detect } from '../../src/detect/detect.js'
import type { SessionEvent } from '../../src/protocol/log-event.js'
import { claimed, iterationEnded, opening, output, planned, reference, stateOf } from './support/world.js'

const verified = (factor: number, said = {}) =>
  output(27, { family: 'otter', references: [{ claim: 'c1', factor }], ...said })
const checked = (given: Partial<Parameters<typeof reference>[0]>, holds: boolean): SessionEvent => ({
  type: 'checked',
  agent: 30,
  reference: reference({ claim: 'c1', check: { name: 'prime_test', arguments: {} }, ...given }),
  holds,
  evidence: '91 = 7 · 13',
})

describe('claims', () => {
  it('are one claim when they say the same but for case, spacing and punctuation', () => {
    const { claims } = stateOf(
      claimed(0.8),
      output(2, { claims: [{ statement: '  it is SO. ', confidence: 0.6 }], family: 'otter', inputs: [1] }),
    )
    expect(claims).toHaveLength(1)
    expect(claims[0]).toMatchObject({
      id: 'c1',
      proposedBy: 1,
      critical: true,
      supporters: [
        { agent: 1, confidence: 0.8, family: 'heron', inputs: [] },
        { agent: 2, confidence: 0.6, family: 'otter', inputs: [1] },
      ],
    })
  })

  it.each([
    ['x > -1', 'x > 1'],
    ['it is n!', 'it is n'],
    ['at 0.5', 'at 05'],
    ["f' is 0", 'f is 0'],
    ['(a + b) c', 'a + b c'],
  ])('are two where a sign makes the difference: %s and %s', (one, other) => {
    const { claims } = stateOf(output(1, { claims: [{ statement: one }, { statement: other }] }))
    expect(claims.map(({ id }) => id)).toEqual(['c1', 'c2'])
  })

  it('gain a supporter, an opponent or a factor by what others say of them, and lose who changes sides', () => {
    const { claims } = stateOf(
      claimed(0.8),
      output(2, { confidence: 0.7, references: [{ claim: 'c1' }] }),
      output(3, { references: [{ claim: 'c1', type: 'CONTRADICTS', evidence: 'a cold day' }] }),
      output(35, { references: [{ claim: 'c1', factor: 0.5 }] }),
      verified(1.2),
      output(2, { references: [{ claim: 'c1', type: 'CONTRADICTS' }] }),
    )
    expect(claims[0]).toMatchObject({
      supporters: [{ agent: 1 }],
      opponents: [3, 2],
      factors: [
        { kind: 'survival', agent: 35, value: 0.5, independent: false },
        { kind: 'verification', agent: 27, value: 1.2, independent: true },
      ],
      evidence: [{ text: 'a cold day', agent: 3, type: 'CONTRADICTS' }],
    })
  })

  it('count a verifier as independent only as long as nobody of its kind holds them', () => {
    const held = output(2, { family: 'otter', references: [{ claim: 'c1' }] })
    const independent = (...events: readonly SessionEvent[]) =>
      stateOf(claimed(0.8), ...events).claims[0]?.factors[0]?.independent
    expect(independent(verified(1.2))).toBe(true)
    expect(independent(verified(1.2), held)).toBe(false)
    expect(independent(held, verified(1.2))).toBe(false)
    expect(independent(verified(1.2, { family: 'heron' }))).toBe(false)
    expect(independent(verified(1.2, { family: 'code' }))).toBe(true)
  })

  it('are held by an opponent who comes round to them', () => {
    const against = output(2, { references: [{ claim: 'c1', type: 'CONTRADICTS' }] })
    const state = stateOf(claimed(0.8), against, output(2, { references: [{ claim: 'c1' }] }))
    expect(state.claims[0]).toMatchObject({ opponents: [], supporters: [{ agent: 1 }, { agent: 2 }] })
  })

  it('count whoever gives a factor by that alone, and not as a supporter too', () => {
    expect(stateOf(claimed(0.8), verified(1.2, { confidence: 1 })).claims[0]?.supporters).toHaveLength(1)
  })

  it('are not verified by who made them', () => {
    const state = stateOf(
      output(27, { claims: [{ statement: 'It is so', confidence: 0.8 }] }),
      verified(1.5, { family: 'heron', confidence: 1 }),
    )
    expect(state.claims[0]).toMatchObject({ factors: [], supporters: [{ agent: 27, confidence: 0.8 }] })
  })

  it('are confirmed by an independent verifier once they are sure, and kept as a success', () => {
    const state = stateOf(claimed(0.8), verified(1.2))
    expect(state.claims[0]?.status).toBe('confirmed')
    expect(state.successes).toMatchObject([{ id: 's1', type: 'INSIGHT', agent: 1 }])
    expect(stateOf(claimed(0.8), verified(1)).claims[0]?.status).toBe('active')
    expect(stateOf(claimed(0.8), verified(1.2), verified(1)).claims[0]?.status).toBe('active')
  })

  it('refuse a factor that its kind does not allow for', () => {
    expect(() => stateOf(claimed(0.8), verified(1.6))).toThrow(
      expect.objectContaining({ code: 'invalid_confidence', field: 'verification factor' }),
    )
  })
})

describe('a check', () => {
  const promised = (type: 'SUPPORTS' | 'CONTRADICTS') =>
    output(30, { confidence: 0.9, references: [{ claim: 'c1', type, check: { name: 'prime_test', arguments: {} } }] })

  it('says nothing before code has run it', () => {
    const { claims } = stateOf(claimed(0.5), promised('CONTRADICTS'))
    expect(claims[0]).toMatchObject({ opponents: [], factors: [], status: 'active' })
  })

  it('refutes a claim for good, whoever held it', () => {
    const state = stateOf(claimed(0.9), promised('CONTRADICTS'), checked({ type: 'CONTRADICTS' }, true), claimed(1))
    expect(state.claims[0]).toMatchObject({ status: 'rejected', basis: 'agent 30: 91 = 7 · 13', opponents: [30] })
    expect(state.failures).toMatchObject([{ id: 'f1', type: 'REASONING', agent: 1 }])
    expect(state.claims.map((claim) => valueOfClaim(claim))).toEqual([0])
  })

  it('confirms a claim that only one agent holds once another one has looked and left it standing', () => {
    const alone = stateOf(claimed(0.6), promised('SUPPORTS'), checked({}, true)).claims[0]
    const factor = { kind: 'check', value: 1.5, independent: true, evidence: '91 = 7 · 13' }
    expect(alone).toMatchObject({ status: 'active', factors: [factor] })
    const statusAfter = (agent: number, value: number) =>
      stateOf(
        claimed(0.6),
        promised('SUPPORTS'),
        checked({}, true),
        output(agent, { references: [{ claim: 'c1', type: value < 1 ? 'QUALIFIES' : 'SUPPORTS', factor: value }] }),
      ).claims[0]?.status
    expect(statusAfter(27, 1)).toBe('confirmed')
    expect(statusAfter(44, 1)).toBe('confirmed')
    expect(statusAfter(30, 1.2)).toBe('active')
    expect(statusAfter(44, 0.7)).toBe('active')
  })

  it('that holds takes nothing off, whatever its agent thought before', () => {
    const { claims } = stateOf(claimed(0.6), promised('SUPPORTS'), checked({ factor: 0.5 }, true))
    expect(claims[0]?.factors).toMatchObject([{ value: 1 }])
  })

  it('is heard as a factor, and not as one more voice', () => {
    const [claim] = stateOf(claimed(0.6), promised('SUPPORTS'), checked({}, true)).claims
    expect(claim?.supporters.map(({ agent }) => agent)).toEqual([1])
  })

  it('that does not hold makes void what was said, and is a failure of who said it', () => {
    const before = stateOf(claimed(0.9), promised('CONTRADICTS'))
    const state = stateOf(claimed(0.9), promised('CONTRADICTS'), checked({ type: 'CONTRADICTS' }, false))
    expect(state.claims).toEqual(before.claims)
    expect(state.failures).toMatchObject([{ type: 'REASONING', agent: 30 }])
    expect(state.timeline.slice(-2)).toMatchObject([{ type: 'CHECK' }, { type: 'FAILURE' }])
  })
})

describe('agents', () => {
  const fault = { code: 'schema', field: 'confidence', message: 'confidence is 1.2' } as const
  const broken: SessionEvent = { type: 'quarantined', agent: 5, faults: [fault], output: { confidence: 1.2 } }

  it('that say what is no message are heard nowhere, which the record and 55 keep', () => {
    const state = stateOf(planned(1, [5]), broken)
    expect(state).toMatchObject({ messages: [], claims: [], failing: { 5: 1 }, awaited: [5] })
    expect(state.quarantined).toEqual([{ agent: 5, iteration: 1, faults: [fault] }])
    expect(state.failures).toMatchObject([{ type: 'PROCESS', agent: 5 }])
    expect(state.timeline.at(-1)).toMatchObject({ type: 'FAILURE', agentId: 5 })
  })

  it('start anew with their next valid output', () => {
    expect(stateOf(broken, broken, output(5)).failing).toEqual({})
  })

  it('that are honestly unsure did not fail', () => {
    const unsure = { code: 'low_confidence', field: null, message: 'confidence is 0.2' } as const
    const state = stateOf(planned(1, [5]), broken, { type: 'quarantined', agent: 5, faults: [unsure], output: {} })
    expect(state).toMatchObject({ failing: {}, awaited: [], messages: [] })
    expect(state.failures).toHaveLength(1)
  })

  it('are awaited until they are heard, replaced, skipped or removed', () => {
    const { awaited, removed, deployed } = stateOf(
      planned(1, [1, 2, 3, 4, 27]),
      { type: 'launched', batch: 0, agents: [1, 2, 3, 4, 27] },
      output(1),
      { type: 'agent_recovery', agent: 2, step: 'skip', substitute: null },
      { type: 'agent_recovery', agent: 3, step: 'retry', substitute: null },
      { type: 'agent_recovery', agent: 27, step: 'substitute', substitute: 28 },
      { type: 'removed', agent: 4 },
    )
    expect({ awaited, removed, deployed }).toEqual({ awaited: [3, 28], removed: [4], deployed: [1, 2, 3, 4, 27] })
  })
})

describe('an iteration', () => {
  it('counts what was not known before it, and compares what was concluded', () => {
    const again = (iteration: number): readonly SessionEvent[] => [
      planned(iteration),
      claimed(0.6, { iteration }),
      output(35, { iteration, references: [{ claim: 'c1', factor: 0.9, evidence: 'Cold days' }], open: ['Why?'] }),
      iterationEnded(iteration),
    ]
    const { iterations } = stateOf(again(1), again(2))
    // The claim, the factor and the evidence; then nothing.
    expect(iterations.map(({ newFindings }) => newFindings)).toEqual([3, 0])
    expect(iterations.map(({ conclusions }) => conclusions)).toEqual([['it is so'], ['it is so']])
    expect(iterations.map(({ space }) => space)).toEqual([2, 2])
    expect(iterations[0]?.confidence).toBeCloseTo(0.54)
  })

  it('counts what was resolved in it, and ends once', () => {
    const claims = [{ statement: 'A' }, { statement: 'B' }]
    const contradictions = [{ a: 'c1', b: 'c2', severity: 'MINOR', why: 'not both' }] as const
    const { iterations } = stateOf(
      planned(1),
      output(1, { claims, contradictions }),
      iterationEnded(1),
      planned(2),
      { type: 'resolved', contradiction: 'k1', holds: 'both', why: 'one is of winter', by: 50 },
      iterationEnded(2),
      iterationEnded(2),
    )
    expect(iterations.map(({ iteration, newFindings }) => [iteration, newFindings])).toEqual([
      [1, 2],
      [2, 1],
    ])
  })

  it('leaves in 55 and 56 what quality control said of it', () => {
    const { failures, successes } = stateOf(
      ...['REWORK_NEEDED', 'SHIP_WITH_CAVEATS', 'SHIP'].map((native) => output(52, { native })),
    )
    expect(failures.map(({ type }) => type)).toEqual(['PROCESS'])
    expect(successes.map(({ type }) => type)).toEqual(['APPROACH', 'APPROACH'])
  })

  it('knows a question once, and no longer when it is answered', () => {
    const { questions } = stateOf(
      output(1, { open: ['Why?', 'How?'] }),
      output(2, { open: ['why'] }),
      output(3, { answered: ['WHY?'] }),
      output(4, { open: ['Why?'] }),
    )
    expect(questions).toEqual({ open: ['How?'], answered: ['WHY?'] })
  })

  it('that goes round in a circle is seen, and a pivot gives up what it held but not what was confirmed', () => {
    const round = (iteration: number): readonly SessionEvent[] => [
      planned(iteration),
      output(1, {
        iteration,
        claims: [
          { statement: 'A', confidence: 0.6 },
          { statement: 'B', confidence: 0.8 },
        ],
      }),
      iterationEnded(iteration),
    ]
    const sure = output(27, { family: 'otter', references: [{ claim: 'c2', factor: 1.2 }] })
    const circle = [round(1), sure, round(2), round(3)].flat()
    expect(detect(stateOf(circle)).map(({ detector }) => detector)).toEqual(['circular', 'stall'])
    const answer = output(51, { iteration: 3, synthesis: { restsOn: ['c1', 'c2'] } })
    const state = stateOf(circle, answer, { type: 'recovery', kind: 'pivot', detail: 'look at the cold' })
    expect(state.synthesis).toBeNull()
    expect(state.claims.map(({ status }) => status)).toEqual(['abandoned', 'confirmed'])
    expect(state.failures).toMatchObject([{ type: 'APPROACH', description: expect.stringContaining('c1') }])
    expect(stateOf(circle, { type: 'recovery', kind: 'pivot', detail: '' }, round(4)).claims[0]?.status).toBe('active')
  })
})

describe('after an abort', () => {
  it('what comes late changes nothing but the bill, and is on record', () => {
    const stopped = [opening(), planned(1, [1]), { type: 'aborted', reason: 'user', message: 'enough' }] as const
    const state = stateOf(
      ...stopped,
      claimed(0.9),
      { type: 'usage', agent: 1, tokens: 10, modelCalls: 1, ms: 5 },
      { type: 'ended', status: 'FAILURE', code: 'abort', atLimit: false, why: 'enough' },
      output(2),
    )
    expect(state).toMatchObject({ claims: [], messages: [], used: { tokens: 10 }, ended: { code: 'abort' } })
    expect(state.timeline.slice(-3).map(({ summary }) => summary)).toEqual([
      'output came too late and is ignored',
      'ended, FAILURE (abort): enough',
      'output came too late and is ignored',
    ])
  })
})
