import { describe, expect, it } from 'vitest'
import { claimViews, judges, taskFor, thinksAlone } from '../../src/messages/agent-task.js'
import type { SessionEvent } from '../../src/protocol/log-event.js'
import { ownRoster } from '../../src/roster/own-panel.js'
import { createRoster } from '../../src/roster/roster.js'
import { answers, claim, easy, opened, output, sessionOf, stateOf, synthesis, voice } from '../support/session.js'

const roster = createRoster()
const check = { name: 'sum', description: 'Does a sum.', inputSchema: {} }
const classified: SessionEvent = { type: 'classified', classification: easy, by: 'host' }
const said = (agent: number, answer: string, family: string, text: string) =>
  output(agent, { answer, confidence: 0.8, family, text })
const session = stateOf(
  ...[opened(), classified, said(1, 'The pump', 'a', 'one'), said(2, 'The pump', 'a', 'two')],
  ...[said(3, 'The pump', 'b', 'three'), said(5, 'The pump', 'c', 'five'), said(6, 'The valve', 'a', '')],
  output(21, { verdict: 'Precisely so', text: 'in\nlines', confidence: 0.6 }),
  output(27, { references: [{ claim: 'c1', factor: 1.2, evidence: 'a proof' }] }),
  output(22, { contradictions: [{ a: 'c1', b: 'c2', severity: 'FATAL', why: 'not both' }] }),
  output(51, { synthesis: synthesis(['c1']) }),
)
const task = (agent: number, pressed = false) =>
  taskFor(roster.card(agent), session, { checks: [check], pressed, rejected: [], rejectedReport: null })

describe('the task of an agent', () => {
  it('of an explorer who has not spoken is the problem, and nothing of the others', () => {
    expect(task(7)).toMatchObject({
      problem: 'Why is it slow?',
      claims: [],
      contradictions: [],
      outputs: [],
      answer: null,
    })
    expect([7, 4, 14, 27, 51].map((id) => thinksAlone(roster.card(id), session))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
    expect(thinksAlone(roster.card(1), session)).toBe(false)
  })

  it('of anybody else is all that stands', () => {
    const { claims, contradictions, answer } = task(35)
    expect(claims.map(({ id }) => id)).toEqual(['c1', 'c2'])
    expect(contradictions).toEqual([{ id: 'k1', a: 'c1', b: 'c2', severity: 'FATAL', why: 'not both' }])
    expect(answer).toEqual({ answer: 'It is the pump.', restsOn: ['c1'] })
    expect(task(1).claims).toHaveLength(2)
  })

  it('has the last outputs of those whom it reads; judges are shown answers and reasons in place of those of explorers', () => {
    const outputs = (agent: number, pressed?: boolean) => task(agent, pressed).outputs
    expect(outputs(27)).toMatchObject([{ agent: 21 }, { agent: 22 }])
    expect(outputs(35)).toMatchObject([{ agent: 27 }])
    expect(outputs(21).map(({ agent }) => agent)).toEqual([1, 2, 3, 5, 6])
    expect(outputs(27)[0]).toEqual({ agent: 21, line: '[SUPPORTS] Precisely so | CONF: 60%', text: 'in lines' })
    expect(outputs(27, true)[0]?.text).toBe('')
  })

  it('offers checks to those who judge, and to explorers for their own answer', () => {
    const offered = [1, 27, 35, 4, 34, 46, 21, 51].filter((id) => task(id).checks.length > 0)
    expect(offered).toEqual([1, 27, 35])
    expect([1, 27, 35, 34, 46, 51].filter((id) => judges(roster.card(id)))).toEqual([27, 35])
  })

  it('has the reasons of the first of each family, of two families', () => {
    const [pump, valve] = claimViews(session)
    expect(pump).toMatchObject({
      ...{ isAnswer: true, heldBy: [1, 2, 3, 5], reasons: ['one', 'three'] },
      judgements: [{ agent: 27, kind: 'verification', value: 1.2, evidence: 'a proof' }],
    })
    expect(valve?.reasons).toEqual([])
    const long = stateOf(opened(), said(1, 'A', 'a', `x\n${'y'.repeat(4_000)}`))
    expect(claimViews(long)[0]?.reasons[0]).toMatch(/^x y+…$/)
    expect(claimViews(long)[0]?.reasons[0]?.length).toBeLessThanOrEqual(500)
  })

  it('is of the problem as it was made clear, with lessons of earlier sessions', () => {
    const lessons = [{ outcome: 'FAILURE', lesson: 'not the wire', strength: 1 }] as const
    const state = { ...session, lessons, problem: { ...session.problem, clarified: 'Why at night?' } }
    const again = { checks: [], pressed: false, rejected: ['x'], rejectedReport: { answer: 1 } }
    expect(taskFor(roster.card(1), state, again)).toMatchObject({
      ...{
        problem: 'Why at night?',
        lessons: ['FAILURE: not the wire'],
        rejected: ['x'],
        rejectedReport: { answer: 1 },
      },
    })
  })

  it('is of a known kind of problem', () => {
    const options = { checks: [], pressed: false, rejected: [], rejectedReport: null }
    expect(() => taskFor(roster.card(1), stateOf(opened()), options)).toThrow('classified')
  })
})

describe('the claims that are shown', () => {
  it('are all but those that count in the place of another', () => {
    const claims = [claim(1), claim(2, { status: 'rejected' }), claim(3, { status: 'abandoned', sameAs: 'c1' })]
    expect(claimViews(sessionOf(claims)).map(({ id, confidence }) => [id, confidence])).toEqual([
      ['c1', null],
      ['c2', 0],
    ])
  })

  it('are eighty at most: answers, then critical ones, then the latest', () => {
    const claims = Array.from({ length: 100 }, (_, index) =>
      claim(index + 1, { isAnswer: index === 0, critical: index < 2, supporters: [voice(1)] }),
    )
    const ids = claimViews(sessionOf(claims)).map(({ id }) => Number(id.slice(1)))
    expect(ids).toHaveLength(80)
    expect(ids.slice(0, 3)).toEqual([1, 2, 100])
    expect(ids.at(-1)).toBe(23)
  })
})

it('an explorer of one’s own panel thinks alone once', () => {
  const card = ownRoster([
    { name: 'A', stance: 'exploring' },
    { name: 'B', stance: 'exploring' },
  ]).card(1)
  expect(thinksAlone(card, stateOf(answers(2, 'X')))).toBe(true)
  expect(thinksAlone(card, stateOf(answers(1, 'X')))).toBe(false)
})
