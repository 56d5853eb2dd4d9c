import type { Check, Tool } from '@artoo/spec'
import { describe, expect, it } from 'vitest'
import { happened, type Line, launches, plain, right, type Script, type Seen, world, wrong, wrongly } from '../world.js'

/** Passes for what is said of the pump. */
const opens: Check = {
  ...{ name: 'opens', description: 'Opens it and looks.' },
  run: ({ arguments: given }) => ({ pass: given.part === 'pump', evidence: `the ${given.part} was opened` }),
}
const named = (part: string) => ({ name: 'opens', arguments: { part } })

describe('a check by code', () => {
  it('of an explorer’s own answer that passes needs nobody else at low stakes', async () => {
    const { omega, calls } = world({ checks: [opens], script: { 1: { check: named('pump') } } })
    const report = await omega.deliberate('Why?', plain)
    expect(report).toMatchObject({ status: 'SUCCESS', answer: right })
    expect(report.confidence).toBeGreaterThan(0.97)
    expect(calls.map(({ agent }) => agent)).toEqual([1, 10, 17])
    expect(report.claims[0]?.judgements).toMatchObject([
      { agent: 1, kind: 'check', family: 'code', outcome: 'verified' },
    ])
  })

  it('that fails leaves the answer of who named it without that voice', async () => {
    const { omega } = world({ checks: [opens], script: { 1: { answer: wrong, check: named('valve') } } })
    const run = omega.deliberate('Why?', plain)
    const report = await run
    expect(report).toMatchObject({ status: 'SUCCESS', answer: right, dissent: [] })
    expect(report.claims[0]).toMatchObject({ statement: wrong, supporters: [], status: 'active' })
    expect(happened(run, 'checked')).toMatchObject([{ agent: 1, holds: false, evidence: 'the valve was opened' }])
  })

  it('by which a judge refutes an answer ends it for good, whoever holds it', async () => {
    const script: Script = {
      ...{ 1: wrongly, 10: wrongly, 17: wrongly },
      27: ({ claims }, usual) => {
        const refuted = claims.filter(({ statement }) => statement === wrong)
        const evidence = 'the pump was worn'
        const references = refuted.map(({ id }) => ({ claim: id, factor: 0.5, evidence, check: named('pump') }))
        return { ...usual, ...(refuted.length > 0 && { references }) }
      },
      2: wrongly,
    }
    const { omega } = world({ checks: [opens], script })
    const run = omega.deliberate('Why?', plain)
    const report = await run
    expect(report.claims[0]).toMatchObject({ statement: wrong, status: 'rejected', confidence: 0 })
    expect(report.claims[0]?.basis).toBe('agent 27: the pump was opened')
    expect(report).toMatchObject({ answer: right, restsOn: ['c2'] })
    // Who holds it all the same gets no hearing for it.
    expect(report.claims).toHaveLength(2)
  })

  it('that an answer was refuted by is no guess of a judge’s: a factor alone refutes nothing', async () => {
    const script: Script = {
      27: ({ claims }, usual) => ({ ...usual, references: claims.map(({ id }) => ({ claim: id, factor: 0.5 })) }),
    }
    const { omega } = world({ checks: [opens], script })
    const report = await omega.deliberate('Why?', plain)
    expect(report.claims[0]?.status).toBe('active')
  })

  it('that could not be run shows nothing, and leaves the word of who named it', async () => {
    const broken: Check = { ...opens, run: () => Promise.reject(new Error('no screwdriver')) }
    const names: Line = ({ claims }, usual) => ({
      ...usual,
      references: claims.map(({ id }) => ({ claim: id, factor: 1.5, check: named('pump') })),
    })
    const { omega } = world({ checks: [broken], script: { 1: { check: named('pump') }, 27: names } })
    const run = omega.deliberate('Why?', plain)
    const { claims, auditTrail } = await run
    expect(happened(run, 'checked').map(({ agent, holds }) => [agent, holds])).toEqual([
      [1, null],
      [27, null],
    ])
    expect(auditTrail.map(({ event }) => event)).toContain('opens of c1 could not be run: opens failed: no screwdriver')
    expect(claims[0]?.supporters.map(({ agent }) => agent)).toContain(1)
    expect(claims[0]?.judgements).toContainEqual(
      expect.objectContaining({ agent: 27, kind: 'verification', value: 1.5 }),
    )
  })

  it('that is given what it does not take shows nothing either', async () => {
    const needs = { type: 'object', properties: { part: { type: 'string' } }, required: ['part'] }
    const check = { name: 'opens', arguments: { piece: 1 } }
    const { omega } = world({ checks: [{ ...opens, argumentsSchema: needs }], script: { 1: { check } } })
    const run = omega.deliberate('Why?', plain)
    const { claims } = await run
    expect(happened(run, 'checked')).toMatchObject([{ agent: 1, holds: null }])
    expect(claims[0]?.supporters.map(({ agent }) => agent)).toContain(1)
  })

  it('that there is not is a fault of who names it', async () => {
    const script = { 1: { check: { name: 'weighs', arguments: {} } } }
    const run = world({ checks: [opens], script }).omega.deliberate('Why?', plain)
    await run
    const [fault] = happened(run, 'quarantined').flatMap(({ faults }) => faults)
    expect(fault).toMatchObject({
      code: 'coherence',
      field: 'check',
      message: 'there is no check weighs; there is opens',
    })
  })
})

describe('judges with nothing to judge', () => {
  const silent = { answer: null, confidence: null }

  it('are replaced by explorers on a quick panel', async () => {
    const { omega } = world({ script: { 1: silent, 10: silent, 17: silent } })
    const run = omega.deliberate('Why?', plain)
    expect(await run).toMatchObject({ status: 'SUCCESS', answer: right })
    const [first, second] = launches(run)
    expect(first).toEqual([1, 10, 17])
    expect(second).toHaveLength(2)
    expect(second?.every((agent) => agent <= 20)).toBe(true)
  })

  it('are replaced by explorers who answer: not by 14, who adds up what others found', async () => {
    const { omega } = world({ script: { 1: silent, 10: silent, 17: silent } })
    const run = omega.deliberate('Why?', plain)
    await run
    expect(launches(run)[1]).not.toContain(14)
  })

  it('are left out on a standard panel', async () => {
    const script: Script = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [index + 1, silent]))
    const { omega, calls } = world({ panel: 'standard', script })
    const report = await omega.deliberate('Why?', plain)
    expect(report).toMatchObject({ status: 'FAILURE', claims: [], confidence: null })
    expect(calls.filter(({ agent }) => agent >= 27 && agent <= 46)).toEqual([])
  })
})

describe('tools', () => {
  const made: unknown[] = []
  const look: Tool = {
    ...{ name: 'look', description: 'Looks at it.', inputSchema: { type: 'object' } },
    parse: async (input) => input,
    target: () => null,
    effect: async () => ({ kind: 'read' }),
    execute: async (input) => {
      made.push(input)
      return 'it is worn'
    },
  }
  const looks = { toolCalls: [{ id: 'c', name: 'look', input: { at: 'it' } }] }
  const isTold = ({ prompt }: Seen) => prompt.includes('it is worn')

  it('are offered to judges alone, who report after they have looked', async () => {
    const script: Script = { 1: looks, 27: (seen, usual) => (isTold(seen) ? usual : looks) }
    const { omega, calls } = world({ tools: [look], script })
    const run = omega.deliberate('Why?', plain)
    const report = await run
    expect(report).toMatchObject({ status: 'SUCCESS' })
    const offered = run.events.flatMap(({ type, payload }) =>
      type === 'ModelRequest' ? [payload as { key: string; tools: string[] }] : [],
    )
    const withTools = offered.filter(({ tools }) => tools.length > 0).map(({ key }) => Number.parseInt(key, 10))
    expect(new Set(withTools)).toEqual(new Set([27, 30]))
    expect(made).toEqual([{ at: 'it' }])
    expect(calls.filter(({ agent }) => agent === 27)).toHaveLength(2)
  })

  it('are taken away after six turns, from one who only looks', async () => {
    made.length = 0
    const { omega, calls } = world({ tools: [look], script: { 27: looks } })
    const report = await omega.deliberate('Why?', plain)
    expect(made).toHaveLength(6)
    expect(calls.filter(({ agent }) => agent === 27).length).toBeLessThanOrEqual(8)
    expect(report).toMatchObject({ status: 'SUCCESS', failed: [27] })
  })
})
