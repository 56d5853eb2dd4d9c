import { describe, expect, it } from 'vitest'
import { detect } from '../../src/detect/detect.js'
import { detectorNames } from '../../src/detect/finding.js'
import type { Severity } from '../../src/protocol/agent-report.js'
import type { SessionEvent } from '../../src/protocol/log-event.js'
import type { IterationRecord, SessionState } from '../../src/protocol/state.js'
import { claimed, logOf, opening, output, planned, stateOf, withRecords } from '../session/support/world.js'

const found = (state: SessionState) => detect(state).map(({ detector, severity }) => `${detector} ${severity}`)
const afterRecords = (...records: readonly Partial<IterationRecord>[]) =>
  found(withRecords(stateOf(opening()), records))

/** So many contradictions, of claims that have no confidence. */
function contradicting(...severities: readonly Severity[]): SessionState {
  const claims = severities.flatMap((_, index) => [{ statement: `A ${index}` }, { statement: `B ${index}` }])
  const contradictions = severities.map((severity, index) => ({
    a: `c${2 * index + 1}`,
    b: `c${2 * index + 2}`,
    severity,
    why: 'not both',
  }))
  return stateOf(opening(), output(1, { claims }), output(2, { contradictions }))
}

describe('what code sees of a session', () => {
  it.each([
    ['the same conclusions twice without evidence', [{}, {}], ['A'], ['circular SERIOUS', 'stall SERIOUS']],
    ['nothing said twice', [{}, {}], [], ['stall SERIOUS']],
    ['one empty iteration', [{}], ['A'], []],
    ['something new in the last', [{}, { newFindings: 1 }], ['A'], []],
  ])('a circle: %s', (_what, records, conclusions, findings) => {
    expect(afterRecords(...records.map((record) => ({ newFindings: 0, conclusions, ...record })))).toEqual(findings)
  })

  it('no circle where nothing is new but conclusions changed', () => {
    const records = [['A'], ['B']].map((conclusions) => ({ newFindings: 0, conclusions }))
    expect(afterRecords(...records)).toEqual(['stall SERIOUS'])
  })

  it.each([
    [[3, 4, 5], []],
    [[3, 4, 5, 6], ['convergence SERIOUS']],
    [[3, 4, 4, 5], []],
    [[9, 3, 4, 5, 6], ['convergence SERIOUS']],
  ])('a growing space: %j', (spaces, findings) => {
    expect(afterRecords(...spaces.map((space) => ({ space })))).toEqual(findings)
  })

  it.each([
    [['REWORK_NEEDED', 'IMPROVE_THEN_SHIP'], []],
    [['REWORK_NEEDED', 'IMPROVE_THEN_SHIP', 'REWORK_NEEDED'], ['quality SERIOUS']],
    [['REWORK_NEEDED', 'SHIP', 'REWORK_NEEDED', 'REWORK_NEEDED'], []],
    [['REWORK_NEEDED', null, 'REWORK_NEEDED', 'REWORK_NEEDED'], ['quality SERIOUS']],
  ])('a quality control that refuses: %j', (verdicts, findings) => {
    expect(afterRecords(...verdicts.map((quality) => ({ quality })))).toEqual(findings)
  })

  it.each([
    [0.3, []],
    [0.29, ['collapse SERIOUS']],
    [0.2, ['collapse SERIOUS']],
    [0.19, ['collapse CRITICAL']],
    [null, []],
  ])('confidence of %s', (confidence, findings) => {
    expect(found(stateOf(opening(), claimed(confidence)))).toEqual(findings)
  })

  it.each([
    [
      ['FATAL', 'FATAL', 'FATAL', 'FATAL'],
      ['cascade CRITICAL', 'contradiction_halt SERIOUS'],
    ],
    [['FATAL', 'FATAL', 'FATAL'], []],
    [['MINOR', 'MINOR', 'MINOR', 'MINOR'], ['contradiction_halt SERIOUS']],
    [['FATAL', 'MINOR', 'FATAL'], []],
  ] as const)('contradictions: %j', (severities, findings) => {
    expect(found(contradicting(...severities))).toEqual(findings)
  })

  it('agents that fail, and more gravely those that a success depends on', () => {
    const fails = (agent: number): SessionEvent => ({
      type: 'quarantined',
      agent,
      faults: [{ code: 'schema', field: 'confidence', message: 'confidence is NaN' }],
      output: null,
    })
    const state = stateOf(opening(), fails(5), fails(27), fails(27), fails(27), fails(52), output(5))
    expect(detect(state)).toMatchObject([
      { detector: 'agent_failure', severity: 'MODERATE', agents: [27], message: expect.stringContaining('systematic') },
      { detector: 'agent_failure', severity: 'SERIOUS', agents: [52] },
    ])
  })

  it('an agent under another name', () => {
    const message = 'agent 23 is Information Analyst, not Gap Hunter'
    const faults = [{ code: 'roster', field: 'agentName', message }] as const
    const state = stateOf(opening(), { type: 'quarantined', agent: 23, faults, output: { agentName: 'Gap Hunter' } })
    expect(detect(state)).toContainEqual(
      expect.objectContaining({ detector: 'roster', severity: 'MODERATE', message, agents: [23] }),
    )
  })

  it.each([
    [80_000, []],
    [80_001, ['resource MODERATE']],
  ])('%s of 100,000 tokens', (tokens, findings) => {
    expect(found(stateOf(opening(), { type: 'usage', agent: 1, tokens, modelCalls: 1, ms: 1 }))).toEqual(findings)
  })

  it('time by the clock of the log, not by what agents took side by side', () => {
    const state = stateOf(opening(), { type: 'usage', agent: 1, tokens: 1, modelCalls: 1, ms: 9_000_000 })
    expect(found(state)).toEqual([])
    expect(found({ ...state, updatedAt: '2026-01-01T00:15:00.000Z' })).toEqual(['resource MODERATE'])
  })

  it('by the same numbers, and in the same order, from a log', () => {
    const log = logOf(opening(), planned(1), claimed(0.1))
    expect(detect(log)).toMatchObject([{ detector: 'collapse' }])
    expect(detect(log, { ...defaults, collapse: 0.05, irrecoverable: 0.01 })).toEqual([])
    expect(new Set(detectorNames).size).toBe(11)
  })
})

const defaults = {
  collapse: 0.3,
  irrecoverable: 0.2,
  maxFailures: 3,
  maxContradictions: 3,
  stall: 2,
  divergence: 3,
  resources: 0.8,
  sure: 0.8,
  quorum: 2,
} as const

describe('false consensus', () => {
  const panel = (...families: readonly string[]): readonly SessionEvent[] =>
    families.map((family, index) =>
      output(index + 1, { family, claims: [{ statement: 'It is so', confidence: 0.9, critical: index === 0 }] }),
    )
  const five = panel('heron', 'heron', 'heron', 'heron', 'heron')
  const verified = (family: string, factor = 1.1) => output(27, { family, references: [{ claim: 'c1', factor }] })

  it.each([
    ['five of one model', [five], true],
    ['one alone', [panel('heron')], true],
    ['three models', [panel('heron', 'otter', 'stork')], true],
    ['a verifier of the same model', [five, verified('heron')], true],
    ['a verifier of another model', [five, verified('otter')], false],
    ['a verifier of another model that is worse off for it', [five, verified('otter', 0.95)], true],
    ['nine models', [panel(...'abcdefghi')], false],
    ['a function beside a model', [panel('heron', 'code')], false],
    ['what attacks have left unsure', [five, output(35, { references: [{ claim: 'c1', factor: 0.5 }] })], false],
  ])('%s', (_who, events, blocks) => {
    const findings = detect(stateOf(opening(), ...events))
    expect(findings.some(({ detector, blocksSuccess }) => detector === 'false_consensus' && blocksSuccess)).toBe(blocks)
  })

  it('is none of a claim on which nothing depends', () => {
    const aside = output(1, { claims: [{ statement: 'By the way', confidence: 0.9 }] })
    expect(found(stateOf(opening(), aside))).toEqual([])
    expect(found(stateOf(opening(), aside, output(51, { synthesis: { restsOn: ['c1'] } })))).toEqual([
      'false_consensus SERIOUS',
    ])
  })

  it('of two provers is over when a counterexample arrives: the claim falls, and 55 keeps it', () => {
    const provers = panel('heron', 'heron')
    const before = stateOf(opening(), provers, verified('heron', 1.2))
    expect(found(before)).toEqual(['false_consensus SERIOUS'])
    const counterexample = { claim: 'c1', type: 'CONTRADICTS', factor: 0, evidence: 'n = 41' } as const
    const after = stateOf(opening(), provers, verified('heron', 1.2), output(38, { references: [counterexample] }))
    expect(after.claims[0]).toMatchObject({ status: 'rejected', basis: 'agent 38: n = 41' })
    expect(after.failures).toMatchObject([{ type: 'REASONING', description: expect.stringContaining('n = 41') }])
    expect(found(after)).toEqual([])
  })
})
