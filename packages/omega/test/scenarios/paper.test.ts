import { describe, expect, it } from 'vitest'
import { happened, plain, right, type Script, stateOf, world } from '../world.js'

/** Two families, of which the judges confirm what both hold. */
const paper = { profile: 'paper', families: ['a', 'b', 'c'] } as const

describe('the profile paper', () => {
  it.each(['standard', 'full'] as const)('on a %s panel is a success when all conditions hold', async (panel) => {
    const { omega, calls } = world({ ...paper, panel })
    const run = omega.deliberate('Why?', plain)
    expect(await run).toMatchObject({
      ...{ status: 'SUCCESS', code: 'decided', why: 'all conditions hold', profile: 'paper', spared: [] },
      ...{ answer: `${right} It is worn.`, restsOn: ['c1'] },
    })
    // Nobody is spared: the gates have to be heard.
    for (const gate of [40, 44, 46, 48, 52]) expect(calls.map(({ agent }) => agent)).toContain(gate)
    expect(stateOf(run).profile).toBe('paper')
  })

  it.each<[string, Script, RegExp]>([
    ['an attacker’s word', { 44: { native: 'STEELMAN_DEFEATED' } }, /; agent 44 says STEELMAN_DEFEATED$/],
    ['quality control’s', { 52: { native: 'REWORK_NEEDED' } }, /; agent 52 says REWORK_NEEDED$/],
    ['a gate that gives nothing', { 48: { native: 'FINE' } }, /; not heard: 48; agent 48 gave no verdict$/],
    ['an answer that is not written', { 51: { synthesis: null } }, /; no answer was written$/],
    ['what nobody verified', { 31: {}, 32: {}, 33: {} }, /; not verified: c1$/],
  ])('takes %s into account', async (_, script, why) => {
    const said = Object.fromEntries(Object.entries(script).map(([id, line]) => [id, { references: [], ...line }]))
    const { omega } = world({ ...paper, panel: 'standard', script: said, limits: { iterations: 1 } })
    const report = await omega.deliberate('Why?', plain)
    expect(report.status).not.toBe('SUCCESS')
    expect(report.why).toMatch(why)
  })

  it('lets a judge refute a claim for good by evidence', async () => {
    const refutes: Script = {
      36: ({ claims }, usual) => ({
        ...usual,
        references: claims.map(({ id }) => ({ claim: id, factor: 0, evidence: 'the pump is new' })),
      }),
    }
    const { omega } = world({ ...paper, panel: 'standard', script: refutes, limits: { iterations: 1 } })
    const report = await omega.deliberate('Why?', plain)
    expect(report.claims[0]).toMatchObject({ status: 'rejected', confidence: 0, basis: 'agent 36: the pump is new' })
    expect(report.status).not.toBe('SUCCESS')
  })

  it('does not take an output that is not sure enough, which is no failure of its agent', async () => {
    const { omega } = world({ ...paper, panel: 'standard', script: { 2: { confidence: 0.2 } } })
    const run = omega.deliberate('Why?', plain)
    expect((await run).status).toBe('SUCCESS')
    expect(happened(run, 'quarantined')).toMatchObject([{ agent: 2, faults: [{ code: 'low_confidence' }] }])
    expect(happened(run, 'agent_recovery')).toEqual([])
  })

  it('refuses a consensus of one family that nobody else has verified', async () => {
    const one = (families: readonly string[]) =>
      world({ profile: 'paper', panel: 'standard', families, limits: { iterations: 1 } }).omega.deliberate(
        'Why?',
        plain,
      )
    const alone = await one(['a'])
    expect(alone).toMatchObject({
      status: 'PARTIAL',
      why: expect.stringMatching(/c1 rests on 1\.\d+ independent voices and no check/),
    })
    expect((await one(['a', 'b', 'c'])).status).toBe('SUCCESS')
  })
})
