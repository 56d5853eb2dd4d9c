import type { Check } from '@artoo/spec'
import { describe, expect, it } from 'vitest'
import { about, against, happened, launches, plain, type Script, stateOf, stoppedIn, trail, world } from '../world.js'

const theorem = 'Every such number is prime'
const proves = { claims: [{ statement: theorem, confidence: 0.95, critical: true }] }
const nothing = { claims: [] }
/** Two agents "independently" prove a theorem; all models are of one family. */
const prove: Script = { 1: proves, 2: proves, 5: nothing, 9: nothing, 13: nothing, 17: nothing }
/** Nor does anybody who is sent later find another answer. */
const nobodyElse: Script = {
  ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [index + 1, nothing])),
  ...prove,
}
const oneFamily = () => 'm'

const factors: Check = {
  name: 'has_factor',
  description: 'Whether `n` is divided by `by`.',
  argumentsSchema: {
    type: 'object',
    properties: { n: { type: 'number' }, by: { type: 'number' } },
    required: ['n', 'by'],
  },
  run({ arguments: given }) {
    const { n, by } = given as { n: number; by: number }
    return { pass: n % by === 0, evidence: `${n} / ${by} = ${n / by}` }
  },
}
const divided = (by: number) => ({
  native: 'ARGUMENT_DAMAGED',
  references: [
    against('c1', {
      ...{ relationship: `4294967297 is divided by ${by}`, factor: 0 },
      check: { name: 'has_factor', arguments: { n: 4294967297, by } },
    }),
  ],
})

describe('22: a theorem that two of one family prove and a third of it confirms', () => {
  it('is no success: voices that reason alike are not two', async () => {
    const { omega } = world({ script: prove, family: oneFamily })
    const run = omega.deliberate('Are they?', plain)
    const report = await run
    // More of the same kind would not help, so that nobody else is paid.
    expect(happened(run, 'planned')).toHaveLength(1)
    expect(report).toMatchObject({ status: 'PARTIAL', code: 'exhausted' })
    expect(report.why).toContain('give a second family of models, a check, or an agent that computes')
    expect(report.findings).toContainEqual(
      expect.objectContaining({ detector: 'false_consensus', message: expect.stringContaining('c1') }),
    )
    expect(report.claims[0]).toMatchObject({ status: 'active' })
    expect(report.claims[0]?.votes).toBeLessThan(2)
  })

  it('is one when somebody of another family confirms it', async () => {
    const { omega } = world({ script: prove, family: (agent) => (agent === 32 ? 'other' : 'm') })
    const report = await omega.deliberate('Are they?', plain)
    expect(report).toMatchObject({ status: 'SUCCESS', claims: [{ status: 'confirmed' }] })
    expect(report.metrics.iterations).toBe(1)
  })

  it('falls with one counterexample that code can check, whoever held it and how surely', async () => {
    // 40 and 44 are sent in the first iteration, 35 in the next.
    const { omega, asked } = world({
      script: { ...nobodyElse, 35: divided(641) },
      family: oneFamily,
      checks: [factors],
    })
    const run = omega.deliberate('Are they?', plain)
    const report = await run
    expect(launches(run).findIndex((batch) => batch.includes(35))).toBeGreaterThan(8)
    expect(asked.find(({ agent }) => agent === 35)?.checks.map(({ name }) => name)).toEqual(['has_factor'])
    expect(asked.find(({ agent }) => agent === 1)?.checks).toEqual([])
    expect(happened(run, 'checked')).toMatchObject([{ agent: 35, holds: true, evidence: '4294967297 / 641 = 6700417' }])
    const [claim] = report.claims
    expect(claim).toMatchObject({ status: 'rejected', confidence: 0 })
    expect(claim?.judgements).toContainEqual({
      ...{ agent: 35, kind: 'check', value: 0, outcome: 'refuted', independent: true },
      evidence: '4294967297 / 641 = 6700417',
    })
    expect(report.status).not.toBe('SUCCESS')
    // Who refuted it, where a reader looks: in the claim, in the strongest thing against it, in 55 and in the trail.
    expect(claim?.basis).toBe('agent 35: 4294967297 / 641 = 6700417')
    expect(report.strongestAgainst).toMatchObject({ claim: 'c1', agent: 35 })
    expect(stateOf(run).failures.map(({ description }) => description)).toContainEqual(
      expect.stringContaining('c1 rejected'),
    )
    expect(trail(report, 'c1 rejected')).toHaveLength(1)
  })

  it('stands when the check of the counterexample fails, which is the attacker’s failure', async () => {
    const { signal, script } = stoppedIn(2)
    const { omega } = world({ script: { ...script, ...prove, 35: divided(643) }, family: oneFamily, checks: [factors] })
    const run = omega.deliberate('Are they?', { ...plain, signal })
    const report = await run
    expect(happened(run, 'checked')).toMatchObject([{ agent: 35, holds: false }])
    expect(report.claims[0]?.status).toBe('active')
    expect(trail(report, 'what agent 35 said of c1 is void')).toHaveLength(1)
  })

  it('is not refuted by a check that is not there or could not be run', async () => {
    const broken: Check = {
      ...factors,
      run() {
        throw new Error('out of memory')
      },
    }
    for (const checks of [[{ ...factors, name: 'another' }], [broken]]) {
      const { signal, script } = stoppedIn(2)
      const { omega } = world({ script: { ...script, ...prove, 35: divided(641) }, family: oneFamily, checks })
      const run = omega.deliberate('Are they?', { ...plain, signal })
      const report = await run
      expect(happened(run, 'checked')).toMatchObject([{ holds: false }])
      expect(report.claims[0]?.status).toBe('active')
    }
  })

  it('is verified by a check that code ran, whatever the families', async () => {
    const proof = about('c1', { factor: 1.2, check: { name: 'has_factor', arguments: { n: 6, by: 3 } } })
    const script = { ...prove, 32: { references: [proof] } }
    const report = await world({ script, family: oneFamily, checks: [factors] }).omega.deliberate('Are they?', plain)
    expect(report).toMatchObject({ status: 'SUCCESS', claims: [{ status: 'confirmed' }] })
  })
})

describe('no success', () => {
  it('23: as long as the strongest opponent wins, all else being green', async () => {
    const report = await world({ script: { 44: { native: 'STEELMAN_DEFEATED' } } }).omega.deliberate('Why?', plain)
    expect(report.status).toBe('PARTIAL')
    expect(report.why).toContain('agent 44 says STEELMAN_DEFEATED')
  })

  it.each([
    [0.8, false],
    [0.801, true],
  ])('21: at high stakes with a confidence of %d, unless it exceeds 0.8', async (confidence, isSuccess) => {
    const { signal, script: stop } = stoppedIn(2)
    const script = {
      ...stop,
      ...Object.fromEntries(
        [...Array(20)].map((_, index) => [
          index + 1,
          { claims: index === 0 ? [{ ...proves.claims[0], confidence }] : [] },
        ]),
      ),
      ...Object.fromEntries(
        [...Array(8)].map((_, index) => [27 + index, { references: [about('c1', { factor: 1 })] }]),
      ),
    }
    const { omega } = world({ script })
    const run = omega.deliberate('Are they?', { ...plain, stakes: 'HIGH', signal })
    const report = await run
    expect(stateOf(run).iterations[0]?.confidence).toBeCloseTo(confidence, 10)
    expect(report.status === 'SUCCESS').toBe(isSuccess)
  })
})
