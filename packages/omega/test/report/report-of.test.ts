import { describe, expect, test } from 'vitest'
import type { SessionState } from '../../src/protocol/state.js'
import { deliberationReport } from '../../src/report/deliberation-report.js'
import type { ReportInput } from '../../src/report/report-input.js'
import { reportOf } from '../../src/report/report-of.js'
import { at, sessionOf } from '../memory/support/session.js'
import { inputOf, winter } from './support/inputs.js'

/** Whatever is reported can stand on a bus. */
function reported(state: SessionState, given: Partial<ReportInput> = {}) {
  const report = reportOf(inputOf(state, given))
  expect(deliberationReport.parse(JSON.parse(JSON.stringify(report)))).toEqual(report)
  return report
}

describe('a success', () => {
  const report = reported(winter)

  test('has the answer with who verified it and whose attacks it survived', () => {
    expect(report).toMatchObject({
      status: 'SUCCESS',
      confidence: 0.72,
      restsOn: ['c1'],
      verifiedBy: [21, 32],
      survivedAttacksFrom: [38, 44],
      supportingEvidence: ['Of 40 flocks, 39 fit', 'It follows from the formal model'],
      caveats: ['Hens in moult lay nothing under any lamp.'],
    })
    expect(report.voices).toBeCloseTo(1.4)
  })

  test('tells the strongest argument on either side, who dissents and what would change it', () => {
    expect(report).toMatchObject({
      strongestFor: { claim: 'c1', agent: 32, value: 1.2, independent: true },
      strongestAgainst: { claim: 'c1', agent: 44, value: 0.6 },
      dissent: [{ agent: 44, verdict: 'Light is confounded with cold.', claims: ['c1'] }],
      wouldChange: ['A flock that lays at 10 hours of light', 'A flock under lamps that still stops'],
      openContradictions: [
        { id: 'k1', a: { statement: 'Laying stops below 14 hours of light', agents: [2, 9] }, b: { agents: [9] } },
      ],
    })
  })

  test('keeps what is refuted, through whom, and what is unknown as unknown', () => {
    expect(report.claims).toMatchObject([
      { id: 'c1', confidence: 0.72, attackers: [38, 44] },
      { id: 'c2', confidence: 0, status: 'rejected', judgements: [{ agent: 32, outcome: 'refuted' }] },
      { id: 'c3', confidence: null, supporters: [{ agent: 9, confidence: null }] },
    ])
  })

  test('sums up by tier', () => {
    expect(report.byTier).toEqual({
      genesis: {
        consensusFindings: [],
        disputedFindings: ['Laying stops below 14 hours of light', 'Cold alone stops the laying'],
        keyInsights: ['Laying follows the light by two weeks'],
      },
      bridge: { formalizations: ['eggs = f(light), with a step at 14 h'], connectionsFound: [] },
      verification: {
        verifiedClaims: ['Laying stops below 14 hours of light'],
        failedClaims: ['Cold alone stops the laying'],
        uncertainClaims: ['Feed plays a part'],
      },
      adversary: {
        survivedAttacks: [],
        fellToAttacks: [],
        modifiedByAttacks: ['Laying stops below 14 hours of light'],
      },
      meta: {
        synthesis: winter.synthesis?.answer,
        qualityAssessment: 'SHIP_WITH_CAVEATS: Good but for the lag.',
        remainingIssues: ['Does feed matter?', 'How soon does it come back?', 'k1: One cause or two'],
      },
      fullReports: [
        { agent: 32, reason: 'refuted c2' },
        { agent: 51, reason: 'wrote the answer' },
        { agent: 52, reason: 'judged its quality' },
      ],
    })
  })

  test('costs what the log says, by tier and by phase, a substitute in the phase of whom it stands in for', () => {
    expect(report.metrics).toMatchObject({
      iterations: 1,
      agentsDeployed: 9,
      totalTokens: 1500,
      timeElapsedMs: 60_000,
      byTier: [
        { tier: 'GENESIS', agents: 2, modelCalls: 6, tokens: 700, timeMs: 4500 },
        { tier: 'VERIFICATION', agents: 1, modelCalls: 5, tokens: 700, timeMs: 4000 },
        { tier: 'PHI', agents: 1, modelCalls: 1, tokens: 100, timeMs: 500 },
      ],
      byPhase: [
        { phase: null, tokens: 100 },
        { phase: 'EXPLORATION', tokens: 700 },
        { phase: 'VERIFICATION', tokens: 700 },
      ],
    })
    const { byTier, byPhase, totalTokens } = report.metrics
    for (const rows of [byTier, byPhase]) expect(rows.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(totalTokens)
  })
})

const endedAs = (ended: NonNullable<SessionState['ended']>): SessionState => ({ ...winter, ended })

test('a partial answer says what is missing and what would complete it', () => {
  const report = reported(
    endedAs({ status: 'PARTIAL', code: 'resource', atLimit: true, why: 'All tokens are used.' }),
    { degradation: 2 },
  )
  expect(report).toMatchObject({
    status: 'PARTIAL',
    answered: ['Is it the light?', 'Laying stops below 14 hours of light'],
    unanswered: ['Does feed matter?', 'How soon does it come back?'],
    whyStopped: 'All tokens are used.',
    whatWouldComplete:
      'More tokens, time or iterations. A resolution of k1. An answer to: Does feed matter?; How soon does it come back?',
  })
})

test.each([
  ['resource', 'RESOURCE'],
  ['irrecoverable', 'IRRECOVERABLE'],
  ['intractable', 'INTRACTABLE'],
  ['abort', 'ABORT'],
  ['exhausted', 'IRRECOVERABLE'],
] as const)('a failure by %s is %s and tells what was learnt', (code, failureType) => {
  const report = reported(endedAs({ status: 'FAILURE', code, atLimit: false, why: 'It is over.' }))
  expect(report).toMatchObject({
    failureType,
    whyFailed: 'It is over.',
    whatWasAttempted: ['batch 0 launched: 2, 5, 9'],
    whatWasLearned: [
      'It holds: Laying stops below 14 hours of light',
      "It doesn't hold: Cold alone stops the laying (refuted by a check of agent 32)",
      'Is it the light?',
    ],
  })
})

test('a failure does not tell of a claim that joined another or was given up that it is wrong', () => {
  const state = endedAs({ status: 'FAILURE', code: 'exhausted', atLimit: false, why: 'It is over.' })
  const claims = state.claims.map((claim) =>
    claim.id === 'c3' ? { ...claim, status: 'abandoned' as const, sameAs: 'c1', basis: 'says the same as c1' } : claim,
  )
  const report = reported({ ...state, claims })
  expect(report).toMatchObject({ whatWasLearned: expect.not.arrayContaining([expect.stringContaining('Feed plays')]) })
})

test('findings of detectors are reported, with no more than the report has room for', () => {
  const found = { detector: 'stall', severity: 'SERIOUS', message: 'Nothing new', claims: ['c1'], blocksSuccess: false }
  expect(reported(winter, { findings: [found] }).findings).toEqual([
    { detector: 'stall', severity: 'SERIOUS', message: 'Nothing new' },
  ])
})

describe('where little is known', () => {
  const empty = { log: [], overall: null, tests: [] }

  test('a session aborted before its plan is a failure with nothing in it', () => {
    const aborted = { type: 'aborted', reason: 'user', message: '' } as const
    const state = sessionOf({
      aborted,
      iteration: 0,
      problem: { original: 'x', clarified: null, classification: null },
    })
    expect(reported(state, { ...empty, degradation: 5 })).toMatchObject({
      status: 'FAILURE',
      failureType: 'ABORT',
      whyFailed: 'user',
      confidence: null,
      voices: null,
      claims: [],
      strongestFor: null,
      strongestAgainst: null,
      agents: [],
      problem: { type: null, stakes: null },
      metrics: { iterations: 0, byTier: [], byPhase: [] },
    })
  })

  test('a success without a synthesis has no answer, and rests on nothing', () => {
    const report = reported({ ...winter, synthesis: null }, { overall: null })
    expect(report).toMatchObject({ status: 'SUCCESS', answer: null, confidence: null, voices: null, restsOn: [] })
  })

  test('an answer that rests on a claim that fell says so', () => {
    const state = { ...winter, synthesis: winter.synthesis && { ...winter.synthesis, restsOn: ['c2', 'c9'] } }
    const report = reported(state, { overall: 0 })
    expect(report).toMatchObject({ restsOn: ['c2'], strongestAgainst: { claim: 'c2', agent: 32, value: 0 } })
  })

  test('evidence without a factor is told when there is no other', () => {
    const reference = (type: 'SUPPORTS' | 'CONTRADICTS', evidence: string | null) =>
      ({ type, agent: null, claim: 'c1', relationship: 'x', factor: null, evidence, check: null }) as const
    const [message] = winter.messages
    const references = [reference('SUPPORTS', null), reference('SUPPORTS', 'seen'), reference('CONTRADICTS', 'unseen')]
    const state: SessionState = {
      ...winter,
      claims: winter.claims.map((claim) => ({ ...claim, factors: [] })),
      messages: message ? [{ ...message, body: { ...message.body, references } }] : [],
    }
    expect(reported(state)).toMatchObject({
      strongestFor: { agent: 2, value: null, evidence: 'seen' },
      strongestAgainst: { agent: 2, value: null, evidence: 'unseen' },
    })
  })

  test('a clock that was set back makes no negative time', () => {
    expect(reported({ ...winter, updatedAt: at(-5) }).metrics.timeElapsedMs).toBe(0)
  })

  test('a session that goes on has no report', () => {
    expect(() => reportOf(inputOf(sessionOf()))).toThrow(expect.objectContaining({ code: 'not_ended' }))
  })
})
