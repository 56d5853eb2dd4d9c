import { describe, expect, it } from 'vitest'
import { confidenceOf, shownStatus } from '../../src/evidence/evidence.js'
import type { SessionEvent } from '../../src/protocol/log-event.js'
import type { Claim, SessionState } from '../../src/protocol/state.js'
import { answers, opened, output, stateOf, synthesis } from '../support/session.js'

const stated = (agent: number, statement: string) => output(agent, { claims: [{ statement, confidence: 0.8 }] })
const against = (agent: number, evidence: string | null = null, claim = 'c1') =>
  output(agent, { references: [{ claim, type: 'CONTRADICTS', evidence }] })
const judged = (agent: number, factor: number, claim = 'c1', given: object = {}) =>
  output(agent, {
    family: 'otter',
    references: [{ claim, factor, type: factor < 1 ? 'CONTRADICTS' : 'SUPPORTS' }],
    ...given,
  })
/** Agents with an odd id are of another family. */
const same = (agent: number, ...ids: string[]) =>
  output(agent, { same: [ids], family: agent % 2 === 0 ? 'heron' : 'otter' })
const claimsOf = (...events: readonly SessionEvent[]) => stateOf(opened(), ...events).claims
const statuses = (...events: readonly SessionEvent[]) => claimsOf(...events).map(({ status }) => status)
/** The first claim as it is shown. */
const shown = (...events: readonly SessionEvent[]) => {
  const state = stateOf(opened(), ...events)
  return shownStatus(state.claims[0] as Claim, state)
}
const heldBy = (...events: readonly SessionEvent[]) =>
  claimsOf(...events).map(({ supporters }) => supporters.map(({ agent }) => agent))
const sure = (state: SessionState) => confidenceOf(state.claims[0] as Claim, state)

describe('claims', () => {
  it('are one when they say the same but for case, spacing and punctuation, and two where a sign makes the difference', () => {
    for (const said of ['  the PUMP. ', '**The pump**', 'The pump!!', '**The pump!**', '`The pump`.', "'The pump'"])
      expect(heldBy(answers(1, 'The pump'), answers(2, said))).toEqual([[1, 2]])
    const pairs = [
      ['x > -1', 'x > 1'],
      ['n!', 'n'],
      ["f'", 'f'],
      ['**', '*'],
      ['.', '?'],
      ['!', '…'],
      ['at 0.5', 'at 05'],
      ["f' is 0", 'f is 0'],
      ['(a + b) c', 'a + b c'],
    ]
    for (const [one = '', other = ''] of pairs) expect(claimsOf(answers(1, one), answers(2, other))).toHaveLength(2)
    expect(claimsOf(answers(1, 'Water'), stated(2, 'Water')).map(({ isAnswer }) => isAnswer)).toEqual([true, false])
  })

  it('gain a supporter, an opponent or a factor by what others say of them, and lose who changes sides', () => {
    const support = output(2, { confidence: 0.7, references: [{ claim: 'c1' }] })
    const judges = [judged(27, 1.2), judged(27, 1.4), judged(35, 0.5)]
    const events = [stated(1, 'It is so'), support, against(3, 'a cold day'), ...judges, against(2, 'A cold day.')]
    expect(claimsOf(...events)[0]).toMatchObject({
      ...{ supporters: [{ agent: 1 }], opponents: [3, 35, 2] },
      factors: [
        { kind: 'verification', agent: 27, value: 1.4 },
        { kind: 'survival', agent: 35, value: 0.5 },
      ],
      evidence: [{ text: 'a cold day', agent: 3, type: 'CONTRADICTS' }],
    })
    expect(heldBy(...events, support)).toEqual([[1, 2]])
  })

  it('count a judge by its factor alone, and not when it judges what it said itself', () => {
    const given = { confidence: 1, answer: 'The pump' }
    expect(heldBy(answers(1, 'The pump'), judged(27, 1.5, 'c1', given))).toEqual([[1]])
    expect(claimsOf(stated(27, 'It is so'), judged(27, 1.5))).toMatchObject([
      { factors: [], supporters: [{ agent: 27 }] },
    ])
  })

  it('are confirmed by a judge of another family as long as they are sure, and refuted by one only by the protocol', () => {
    const agreed = [answers(1, 'The pump', 0.9), answers(2, 'The pump', 0.9, 'wren')]
    const rivals = [3, 4, 5].map((agent) => answers(agent, 'The valve', 0.95, `family ${agent}`))
    expect([shown(...agreed), shown(...agreed, judged(27, 1.5))]).toEqual(['active', 'confirmed'])
    for (const later of [[judged(27, 1)], rivals]) expect(shown(...agreed, judged(27, 1.5), ...later)).toBe('active')
    const refuted = [...agreed, judged(35, 0), answers(3, 'The pump')]
    expect(statuses(...refuted)).toEqual(['active'])
    const paper = { status: 'rejected', basis: 'agent 35: nothing of it survived' }
    expect(stateOf(opened({ profile: 'paper' }), ...refuted).claims).toMatchObject([paper])
  })
})

describe('an agent that answers anew', () => {
  it('takes its voice along, leaves those of others and no rival behind, and keeps the claims that it made', () => {
    const events = [answers(1, 'The pump'), answers(2, 'The pump'), stated(1, 'It is old'), answers(1, 'The valve')]
    expect(heldBy(...events)).toEqual([[2], [1], [1]])
    const again = [...events, answers(1, 'The pump')]
    expect(heldBy(...again)).toEqual([[2, 1], [1], []])
    expect(sure(stateOf(opened(), ...again))).toBe(sure(stateOf(opened(), ...events.slice(0, 2))))
  })

  it('and has none any more takes its voice from all answers', () => {
    const said = [output(1, { answer: 'The pump', claims: [{ statement: 'It is old' }] }), answers(2, 'The pump')]
    expect(heldBy(...said, output(1))).toEqual([[2], [1]])
  })
})

describe('claims that say the same', () => {
  const two = [answers(1, 'The pump'), answers(2, 'It is the pump', 0.7, 'otter')]
  const three = [...two, answers(3, 'A pump')]
  const both = [same(28, 'c2', 'c1'), same(29, 'c1', 'c2')]
  const byWay = [same(28, 'c2', 'c3'), same(29, 'c1', 'c3')]

  it('are one when two agents say so, under the first id, with all that was said of either and will be', () => {
    const state = stateOf(
      opened(),
      ...two,
      judged(27, 1.2, 'c2'),
      ...both,
      answers(3, 'It is the pump'),
      judged(30, 1.1, 'c2'),
    )
    expect(state.claims).toMatchObject([
      { supporters: [{ agent: 1 }, { agent: 2 }, { agent: 3 }], factors: [{ agent: 27 }, { agent: 30 }] },
      { status: 'abandoned', sameAs: 'c1', basis: 'says the same as c1, say agents 28 and 29' },
    ])
    expect(sure(state)).toBeGreaterThan(sure(stateOf(opened(), ...two)) ?? 1)
  })

  it.each([
    ['one agent says so, however often', [same(28, 'c1', 'c2'), same(28, 'c1', 'c2'), same(28, 'c2', 'c1')]],
    ['two of one family say so', [same(28, 'c1', 'c2'), same(30, 'c1', 'c2')]],
    [
      'a judge finds one right and the other wrong',
      [judged(31, 1.4, 'c1'), judged(31, 0.6, 'c2'), same(28, 'c1', 'c2'), same(29, 'c1', 'c2')],
    ],
    ['two say so of different pairs', [same(28, 'c1', 'c2'), same(29, 'c1', 'c1')]],
    ['two say so of claims that there are not', [same(28, 'c1', 'c9'), same(29, 'c1', 'c9')]],
  ])('stay two when %s', (_, all) => {
    expect(statuses(...two, ...all)).toEqual(['active', 'active'])
  })

  it('are one at the word of two of the one family that was heard', () => {
    const alone = two.map((_, index) => answers(index + 1, index === 0 ? 'The pump' : 'It is the pump'))
    expect(statuses(...alone, same(28, 'c1', 'c2'), same(30, 'c1', 'c2'))).toEqual(['active', 'abandoned'])
  })

  it('are one pair by pair, and by way of a third', () => {
    const pairs = [same(28, 'c3', 'c1', 'c2'), same(29, 'c3', 'c2')]
    expect(statuses(...three, ...pairs)).toEqual(['active', 'active', 'abandoned'])
    expect(statuses(...three, ...both, ...byWay)).toEqual(['active', 'abandoned', 'abandoned'])
  })

  it('stay two where one is an answer and the other a claim, or one of them fell', () => {
    expect(statuses(answers(1, 'The pump'), stated(2, 'A pump is old'), ...both)).toEqual(['active', 'active'])
    const paper = stateOf(opened({ profile: 'paper' }), ...two, judged(35, 0, 'c2'), ...both)
    expect(paper.claims.map(({ status }) => status)).toEqual(['active', 'rejected'])
  })

  it('are one in what rests on them, before and after, and the word of an agent about the first counts', () => {
    const answer = output(51, { synthesis: synthesis(['c2', 'c1']) })
    for (const events of [
      [...both, answer],
      [answer, ...both],
    ])
      expect(stateOf(opened(), ...two, ...events).synthesis?.restsOn).toEqual(['c1'])
    const [one] = claimsOf(...two, judged(27, 1.4, 'c1'), judged(27, 1.2, 'c2'), ...both)
    expect(one?.factors).toMatchObject([{ agent: 27, value: 1.4 }])
  })
})
