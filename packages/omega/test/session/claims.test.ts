import { describe, expect, it } from 'vitest'
import { bestAnswer, confidenceOf } from '../../src/evidence/evidence.js'
import type { SessionEvent } from '../../src/protocol/log-event.js'
import type { Claim, SessionState } from '../../src/protocol/state.js'
import { answers, opened, output, stateOf, synthesis } from '../support/session.js'

const stated = (agent: number, statement: string, given: object = {}) =>
  output(agent, { claims: [{ statement, confidence: 0.8, ...given }] })
const judged = (agent: number, factor: number, given: object = {}, claim = 'c1') =>
  output(agent, {
    family: 'otter',
    references: [{ claim, factor, type: factor < 1 ? 'CONTRADICTS' : 'SUPPORTS' }],
    ...given,
  })
const same = (agent: number, ...ids: string[]) => output(agent, { same: [ids] })
const claimsOf = (...events: readonly SessionEvent[]) => stateOf(opened(), ...events).claims
const statuses = (...events: readonly SessionEvent[]) => claimsOf(...events).map(({ status }) => status)
const heldBy = (...events: readonly SessionEvent[]) =>
  claimsOf(...events).map(({ supporters }) => supporters.map(({ agent }) => agent))
const sure = (state: SessionState, number = 1) => confidenceOf(state.claims[number - 1] as Claim, state)

describe('claims', () => {
  it('are one when they say the same but for case, spacing and punctuation', () => {
    const given = [answers(1, 'The pump', 0.8), answers(2, '  the PUMP. ', 0.6, 'otter')]
    expect(claimsOf(...given)).toMatchObject([
      {
        ...{ id: 'c1', proposedBy: 1, isAnswer: true, critical: true },
        supporters: [
          { agent: 1, confidence: 0.8, family: 'heron' },
          { agent: 2, confidence: 0.6, family: 'otter' },
        ],
      },
    ])
  })

  it.each([
    ['x > -1', 'x > 1'],
    ['it is n!', 'it is n'],
    ['at 0.5', 'at 05'],
    ["f' is 0", 'f is 0'],
    ['(a + b) c', 'a + b c'],
  ])('are two where a sign makes the difference: %s and %s', (one, other) => {
    expect(claimsOf(answers(1, one), answers(2, other))).toHaveLength(2)
  })

  it('are two where one is an answer, and the other a claim of the same word', () => {
    expect(claimsOf(answers(1, 'Water'), stated(2, 'Water')).map(({ isAnswer }) => isAnswer)).toEqual([true, false])
  })

  it('gain a supporter, an opponent or a factor by what others say of them, and lose who changes sides', () => {
    const [one] = claimsOf(
      stated(1, 'It is so'),
      output(2, { confidence: 0.7, references: [{ claim: 'c1' }] }),
      output(3, { references: [{ claim: 'c1', type: 'CONTRADICTS', evidence: 'a cold day' }] }),
      judged(27, 1.2),
      judged(27, 1.4),
      judged(35, 0.5),
      output(2, { references: [{ claim: 'c1', type: 'CONTRADICTS', evidence: 'A cold day.' }] }),
    )
    expect(one).toMatchObject({
      ...{ supporters: [{ agent: 1 }], opponents: [3, 35, 2] },
      factors: [
        { kind: 'verification', agent: 27, value: 1.4 },
        { kind: 'survival', agent: 35, value: 0.5 },
      ],
      evidence: [{ text: 'a cold day', agent: 3, type: 'CONTRADICTS' }],
    })
    const back = [
      output(2, { references: [{ claim: 'c1', type: 'CONTRADICTS' }] }),
      output(2, { references: [{ claim: 'c1' }] }),
    ]
    expect(claimsOf(stated(1, 'It is so'), ...back)[0]).toMatchObject({
      opponents: [],
      supporters: [{ agent: 1 }, { agent: 2 }],
    })
  })

  it('count a judge by its factor alone, and not when it judges what it said itself', () => {
    expect(heldBy(stated(1, 'It is so'), judged(27, 1.5, { confidence: 1 }))).toEqual([[1]])
    expect(claimsOf(stated(27, 'It is so'), judged(27, 1.5))[0]).toMatchObject({
      factors: [],
      supporters: [{ agent: 27 }],
    })
  })

  // A function may give an answer beside its factors: then one judgement counts as two.
  it.fails('count a judge by its factor alone if it gives an answer too', () => {
    const state = (given: object) => stateOf(opened(), answers(1, 'The pump'), judged(27, 1.5, given))
    expect(sure(state({ answer: 'The pump', confidence: 0.9 }))).toBe(sure(state({})))
  })

  it('are confirmed by a judge of another family once they are sure', () => {
    const agreed = [answers(1, 'The pump', 0.9), answers(2, 'The pump', 0.9, 'wren')]
    expect(statuses(...agreed, judged(27, 1.5))).toEqual(['confirmed'])
    expect(statuses(...agreed)).toEqual(['active'])
    expect(statuses(...agreed, judged(27, 1.5), judged(27, 1))).toEqual(['active'])
  })

  // Its status is only looked at again when somebody speaks of it.
  it.fails('are not called confirmed any more when a rival has become surer', () => {
    const rival = [3, 4, 5].map((agent) => answers(agent, 'The valve', 0.95, `family ${agent}`))
    const turned = [judged(28, 1.5, {}, 'c2'), judged(29, 1.5, { family: 'heron' }, 'c2')]
    const state = stateOf(opened(), answers(1, 'The pump', 0.95), judged(27, 1.5), ...rival, ...turned)
    expect(sure(state)).toBeLessThan(0.2)
    expect(state.claims[0]?.status).toBe('active')
  })

  it('are refuted by a judge for good only as the protocol has it', () => {
    const events = [answers(1, 'The pump'), judged(35, 0), answers(2, 'The pump')]
    expect(stateOf(opened({ profile: 'paper' }), ...events).claims).toMatchObject([
      { status: 'rejected', basis: 'agent 35: nothing of it survived' },
    ])
    expect(statuses(...events)).toEqual(['active'])
  })
})

describe('an agent that answers anew', () => {
  it('takes its voice along, and leaves the voices of others', () => {
    const events = [answers(1, 'The pump'), answers(2, 'The pump'), answers(1, 'The valve')]
    expect(heldBy(...events)).toEqual([[2], [1]])
    expect(heldBy(...events, answers(1, 'The pump'))).toEqual([[2, 1], []])
  })

  it('keeps the claims that it made', () => {
    expect(heldBy(stated(1, 'It is old'), answers(1, 'The pump'), answers(1, 'The valve'))).toEqual([[1], [], [1]])
  })

  // What nobody holds any more keeps the odds of an answer that nobody knows anything about: 9 points here.
  it.fails('leaves no rival behind', () => {
    const agreed = [answers(1, 'The pump'), answers(2, 'The pump', 0.8, 'otter')]
    const state = stateOf(opened(), answers(2, 'The valve', 0.8, 'otter'), ...agreed)
    expect(sure(state, 2)).toBe(sure(stateOf(opened(), ...agreed)))
  })
})

describe('claims that say the same', () => {
  const two = [answers(1, 'The pump'), answers(2, 'It is the pump', 0.7, 'otter')]

  it('are one when two agents say so, under the first id, with all that was said of either', () => {
    const state = stateOf(opened(), ...two, judged(27, 1.2, {}, 'c2'), same(28, 'c2', 'c1'), same(29, 'c1', 'c2'))
    expect(state.claims).toMatchObject([
      { id: 'c1', supporters: [{ agent: 1 }, { agent: 2 }], factors: [{ agent: 27 }] },
      { id: 'c2', status: 'abandoned', sameAs: 'c1', basis: 'says the same as c1, say agents 28 and 29' },
    ])
    const [one, other] = [state, stateOf(opened(), ...two)].map((each) => bestAnswer(each)?.confidence ?? 0)
    expect(one).toBeGreaterThan(other as number)
  })

  it.each([
    ['one agent says so, however often', [same(28, 'c1', 'c2'), same(28, 'c1', 'c2'), same(28, 'c2', 'c1')]],
    ['two say so of different pairs', [same(28, 'c1', 'c2'), same(29, 'c1', 'c1')]],
    ['two say so of claims that there are not', [same(28, 'c1', 'c9'), same(29, 'c1', 'c9')]],
  ])('stay two when %s', (_, said) => {
    expect(statuses(...two, ...said)).toEqual(['active', 'active'])
  })

  it('stay two where one is an answer and the other a claim, or one of them fell', () => {
    const [first] = two as [SessionEvent]
    const both = [same(28, 'c1', 'c2'), same(29, 'c1', 'c2')]
    expect(statuses(first, stated(2, 'A pump is old'), ...both)).toEqual(['active', 'active'])
    const paper = stateOf(opened({ profile: 'paper' }), ...two, judged(35, 0, {}, 'c2'), ...both)
    expect(paper.claims.map(({ status }) => status)).toEqual(['active', 'rejected'])
  })

  it('count in the first whatever is said of them later, by its own words too, and in what rests on them', () => {
    const joined = [...two, same(28, 'c1', 'c2'), same(29, 'c1', 'c2')]
    const later = [answers(3, 'It is the pump'), judged(27, 1.2, {}, 'c2')]
    const state = stateOf(opened(), ...joined, ...later, output(51, { synthesis: synthesis(['c2', 'c1']) }))
    expect(state.claims[0]).toMatchObject({ supporters: [{ agent: 1 }, { agent: 2 }, { agent: 3 }], factors: [{}] })
    expect(state.synthesis?.restsOn).toEqual(['c1'])
    const before = stateOf(opened(), ...two, output(51, { synthesis: synthesis(['c2']) }), ...joined.slice(2))
    expect(before.synthesis?.restsOn).toEqual(['c1'])
  })

  it('keep the word of an agent about the one that counts', () => {
    const both = [judged(27, 1.4, {}, 'c1'), judged(27, 0.6, {}, 'c2'), same(28, 'c1', 'c2'), same(29, 'c1', 'c2')]
    expect(claimsOf(...two, ...both)[0]?.factors).toMatchObject([{ agent: 27, value: 1.4 }])
  })
})
