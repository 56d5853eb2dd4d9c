import { expect, it } from 'vitest'
import { confidenceOf } from '../../src/evidence/evidence.js'
import type { Claim, SessionState } from '../../src/protocol/state.js'
import { deliberationReport } from '../../src/report/deliberation-report.js'
import { reportOf } from '../../src/report/report-of.js'
import { roster } from '../../src/roster/roster.js'
import { answers, at, claim, opened, output, sessionOf, stateOf, synthesis, voice } from '../support/session.js'
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
    ...{ openContradictions: [{ id: 'k1', a: 'c1', b: 'c3' }], dissent: [{ agent: 44, claims: ['c1'] }] },
  })
})

it('has all claims with who judged them, what is unknown as unknown, and who is for another answer', () => {
  const judgements = [38, 32, 44].map((agent) => ({ agent }))
  expect(reported().claims).toMatchObject([
    { id: 'c1', isAnswer: true, supporters: [{ agent: 2 }, { agent: 9 }], opponents: [44], judgements },
    { id: 'c2', status: 'rejected', confidence: 0, judgements: [{ kind: 'check', outcome: 'refuted' }] },
    { id: 'c3', isAnswer: false, confidence: null, supporters: [{ agent: 9, confidence: null }] },
  ])
  const rivals = stateOf(opened(), answers(1, 'The pump'), answers(2, 'The valve', 0.4), ended)
  expect(reported(rivals).dissent).toMatchObject([{ agent: 2, claims: ['c2'] }])
})

it('costs what the log says, by tier', () => {
  expect(reported().metrics).toEqual({
    ...{ iterations: 0, agentsDeployed: 8, modelCalls: 4, totalTokens: 1200, timeElapsedMs: 16_000 },
    byTier: [
      { tier: 'GENESIS', agents: 1, modelCalls: 1, tokens: 400, timeMs: 2000 },
      { tier: 'VERIFICATION', agents: 1, modelCalls: 2, tokens: 700, timeMs: 4000 },
      { tier: 'PHI', agents: 1, modelCalls: 1, tokens: 100, timeMs: 500 },
    ],
  })
  expect(reported({ ...winter, updatedAt: at(-5) }).metrics.timeElapsedMs).toBe(0)
})

it('has the answer whatever the status: the one that was written, or the surest that was proposed', () => {
  for (const status of ['SUCCESS', 'PARTIAL', 'FAILURE'] as const)
    expect(reported({ ...winter, ended: { ...ended, status } })).toMatchObject({
      status,
      answer: winter.synthesis?.answer,
    })
  const proposed = stateOf(opened(), answers(1, 'The pump'), answers(2, 'The valve', 0.4), ended)
  expect(reported(proposed)).toMatchObject({ status: 'FAILURE', answer: 'The pump', restsOn: ['c1'], voices: 1 })
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

// It is a rival of the answer that it counts in, so that the confidences of all may come to more than 1.
it.fails('has no confidence of its own for a claim that counts in another', () => {
  const held = { supporters: [voice(1, 'a', 1), voice(2, 'b', 1)] }
  const claims = [claim(1, held), claim(2, { ...held, status: 'abandoned', sameAs: 'c1' })]
  const state: SessionState = { ...sessionOf(claims), ended: winter.ended }
  expect(reported(state).claims[1]?.confidence).toBe(null)
})

// What its factor says of 10 % is read as a word against the claim, though it counts as a failed attack.
it.fails('does not list an attack that was survived as dissent', () => {
  const attacked = output(38, { references: [{ claim: 'c1', type: 'CONTRADICTS', factor: 0.9 }] })
  const report = reported(stateOf(opened(), answers(1, 'A'), attacked, ended))
  expect([report.claims[0]?.judgements[0]?.outcome, report.dissent]).toEqual(['survived', []])
})

it('is not made of a session that goes on', () => {
  expect(() => reported({ ...winter, ended: null })).toThrow(expect.objectContaining({ code: 'not_ended' }))
})
