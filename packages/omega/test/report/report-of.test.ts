import { expect, it } from 'vitest'
import { confidenceOf } from '../../src/evidence/evidence.js'
import type { Claim } from '../../src/protocol/state.js'
import { deliberationReport } from '../../src/report/deliberation-report.js'
import { reportOf } from '../../src/report/report-of.js'
import { roster } from '../../src/roster/roster.js'
import { answers, at, claim, contradiction, opened, sessionOf, stateOf, synthesis, voice } from '../support/session.js'
import { reported, winter } from './winter.js'

const ended = { type: 'ended', status: 'FAILURE', code: 'exhausted', why: 'nobody is left' } as const

it('is plain JSON with the answer, how sure it is, what it rests on and what is said beside it', () => {
  const report = reported()
  expect(deliberationReport.parse(JSON.parse(JSON.stringify(report)))).toEqual(report)
  expect(report).toMatchObject({
    ...{ version: 2, status: 'SUCCESS', code: 'decided', profile: 'measured', restsOn: ['c1'] },
    ...{ answer: winter.synthesis?.answer, confidence: confidenceOf(winter.claims[0] as Claim, winter) },
    problem: { original: 'Why did the hens stop laying?', clarified: null, type: 'EMPIRICAL', stakes: 'LOW' },
    ...{ caveats: ['Hens in moult lay nothing.'], unanswered: ['How soon?'], voices: report.claims[0]?.voices },
    ...{ wouldChange: ['A flock that lays at 10 hours of light'], failed: [11], spared: [27, 30] },
    reasons: [
      { agent: 9, text: 'Moult comes in autumn.' },
      { agent: 2, text: 'Hens lay by *light*.' },
    ],
    ...{ openContradictions: [{ id: 'k1', a: 'c1', b: 'c3' }], dissent: [{ agent: 44, claims: ['c1'] }] },
  })
  const unread = { ...winter.problem, classifiedBy: 'default' } as const
  expect(reported({ ...winter, problem: unread }).problem).toMatchObject({ type: null, stakes: 'LOW' })
})

it('has all claims with who judged them, what is unknown as unknown, and who is for another answer', () => {
  const judgements = [
    { agent: 38, outcome: 'survived' },
    { agent: 32, outcome: 'verified' },
    { agent: 44, outcome: 'weakened' },
  ]
  expect(reported().claims).toMatchObject([
    { id: 'c1', isAnswer: true, supporters: [{ agent: 2 }, { agent: 9 }], opponents: [44], judgements },
    { id: 'c2', status: 'rejected', confidence: 0, judgements: [{ kind: 'check', outcome: 'refuted' }] },
    { id: 'c3', isAnswer: false, confidence: null, supporters: [{ agent: 9, confidence: null }] },
  ])
  const rivals = stateOf(opened(), answers(1, 'The pump'), answers(2, 'The valve', 0.4), ended)
  const dissent = [{ agent: 2, claims: ['c2'] }]
  expect(reported(rivals)).toMatchObject({ answer: 'The pump', restsOn: ['c1'], voices: 1, dissent })
})

it('takes no time where the clock was set back', () => {
  expect(reported({ ...winter, updatedAt: at(-5) }).metrics.timeElapsedMs).toBe(0)
})

it('has an answer that rests on nothing or on what fell, and none where nothing was said', () => {
  const resting = (...ids: string[]) => reported({ ...winter, synthesis: synthesis(ids), profile: 'paper' })
  expect(resting()).toMatchObject({ restsOn: [], confidence: null, voices: null })
  expect(resting('c2', 'c9')).toMatchObject({ restsOn: ['c2'], confidence: null })
  expect(resting('c2')).toMatchObject({ restsOn: ['c2'], confidence: 0 })
  const empty = reportOf(stateOf({ type: 'aborted', reason: 'user', message: 'enough' }, ended), [], roster)
  const nothing = { answer: null, confidence: null, voices: null, claims: [], dissent: [], agents: [] }
  expect(deliberationReport.parse(empty)).toMatchObject({ ...nothing, problem: { type: null, stakes: null } })
})

it.each([
  ['survival', 'refuted 0.29, weakened 0.3, weakened 0.79, survived 0.8'],
  ['verification', 'doubted 0.99, undecided 1, verified 1.01'],
  ['check', 'refuted 0, verified 1'],
] as const)('tells a %s by its factor: %s', (kind, told) => {
  const outcomes = told.split(', ').map((one) => one.split(' ') as [string, string])
  const factors = outcomes.map(([, value], agent) => ({
    kind,
    agent: agent + 1,
    family: 'a',
    value: Number(value),
    evidence: null,
  }))
  const [one] = reported({ ...winter, claims: [claim(1, { factors })] }).claims
  expect(one?.judgements.map(({ outcome }) => outcome)).toEqual(outcomes.map(([outcome]) => outcome))
})

it('goes by the claim that another one counts in, which has no confidence of its own', () => {
  const held = { supporters: [voice(1, 'a', 1), voice(2, 'b', 1)] }
  const claims = [claim(1, held), claim(2, { ...held, status: 'abandoned', sameAs: 'c1' }), claim(3)]
  const given = { synthesis: synthesis(['c2']), contradictions: [contradiction('c3', 'c2')], ended: winter.ended }
  const report = reported(sessionOf(claims, given))
  expect(report).toMatchObject({ restsOn: ['c1'], openContradictions: [{ a: 'c3', b: 'c1' }] })
  expect(report.claims).toMatchObject([{ sameAs: null }, { sameAs: 'c1', confidence: null }, {}])
})

it('is not made of a session that goes on', () => {
  expect(() => reported({ ...winter, ended: null })).toThrow(expect.objectContaining({ code: 'not_ended' }))
})
