import { describe, expect, it } from 'vitest'
import { happened, type Line, launches, plain, right, type Script, stakes, stateOf, world, wrong } from '../world.js'

const replace = 'Replace the pump.'
const idOf = (claims: readonly { readonly id: string; readonly statement: string }[], text: string) =>
  claims.find(({ statement }) => statement === text)?.id ?? 'c0'

describe('answers that mean the same in other words', () => {
  /** So that both are judged alike, and one judge more says that they are one. */
  const saysSame: Line = ({ claims }) => {
    const ids = claims.map(({ id }) => id)
    return { references: ids.map((claim) => ({ claim, factor: 1.4 })), same: ids.length > 1 ? [ids] : [] }
  }
  const judged = async (...sayers: number[]) => {
    const script: Script = {
      10: { answer: replace },
      27: { references: [] },
      30: { references: [] },
      ...Object.fromEntries(sayers.map((id) => [id, saysSame])),
    }
    const run = world({ script }).omega.deliberate('Why?', plain)
    return { run, report: await run }
  }

  it('are one when two judges say so, with the voices for both', async () => {
    const { report, run } = await judged(27, 30)
    expect(report).toMatchObject({ status: 'SUCCESS', answer: right, restsOn: ['c1'], dissent: [] })
    expect(report.claims[1]).toMatchObject({
      statement: replace,
      status: 'abandoned',
      basis: 'says the same as c1, say agents 27 and 30',
    })
    expect(report.claims[0]?.supporters.map(({ agent }) => agent)).toEqual([1, 17, 10])
    expect(stateOf(run).claims[1]?.sameAs).toBe('c1')
  })

  it('are rivals as long as one alone says so', async () => {
    const { report } = await judged(27)
    expect(report.claims.map(({ status }) => status).slice(0, 2)).toEqual(['active', 'active'])
  })
})

describe('a contradiction on a standard panel', () => {
  const holds = (what: string) => [{ statement: `The pump is ${what}`, confidence: 0.8, critical: true }]
  /** They can't tell, so that nobody is spared. */
  const judges = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [27 + index, { references: [] }]))
  const script = (resolver: Line): Script => ({
    ...judges,
    ...{
      1: { claims: holds('worn') },
      2: { answer: wrong, claims: holds('new') },
      5: { answer: wrong },
      9: { answer: wrong },
    },
    22: ({ claims }, usual) => ({
      ...usual,
      contradictions: [
        { a: idOf(claims, 'The pump is worn'), b: idOf(claims, 'The pump is new'), severity: 'FATAL', why: 'not both' },
      ],
    }),
    50: resolver,
  })
  const asked = async (resolver: Line, more: object = {}) => {
    const { omega, calls } = world({ panel: 'standard', script: script(resolver), limits: { iterations: 1 }, ...more })
    const run = omega.deliberate('Why?', { ...plain, stakes: 'HIGH' })
    return { run, calls, report: await run }
  }
  const settles: Line = ({ contradictions }, usual) => ({
    ...usual,
    resolutions: contradictions.map((contradiction) => ({ contradiction, holds: 'a', why: 'it was opened' })),
  })

  it('is settled by 50, whose word is one judgement against the other side', async () => {
    const { run, report } = await asked(settles)
    expect(launches(run).flat()).toContain(50)
    expect(report.openContradictions).toEqual([])
    expect(stateOf(run).contradictions).toMatchObject([{ severity: 'FATAL', resolution: { holds: 'a', by: 50 } }])
    const loser = report.claims.find(({ statement }) => statement === 'The pump is new')
    expect(loser).toMatchObject({ status: 'active' })
    expect(loser?.judgements).toContainEqual(
      expect.objectContaining({ agent: 50, value: 0.6, evidence: 'it was opened' }),
    )
  })

  it('stays open with both sides in the report, and makes either less sure', async () => {
    const { report } = await asked({})
    expect(report.openContradictions).toMatchObject([{ id: 'k1', severity: 'FATAL', why: 'not both' }])
    const settled = await asked(settles)
    const sure = (one: typeof report) =>
      one.claims.find(({ statement }) => statement === 'The pump is worn')?.confidence ?? 0
    expect(sure(settled.report)).toBeGreaterThan(sure(report))
  })

  it('rejects the other side for good by the rules of the paper', async () => {
    const { report } = await asked(settles, { profile: 'paper' })
    expect(report.claims.find(({ statement }) => statement === 'The pump is new')).toMatchObject({
      ...{ status: 'rejected', confidence: 0, basis: 'k1: it was opened' },
    })
  })

  it('nobody is sent to resolve where there is none', async () => {
    const { omega, calls } = world({ panel: 'standard', script: { 1: { answer: wrong } } })
    await omega.deliberate('Why?', { ...plain, stakes: stakes[2] })
    expect(calls.map(({ agent }) => agent)).not.toContain(50)
  })
})

describe('a problem that is unclear', () => {
  const unclear = { ...plain, wellDefined: false }
  const clarified = { clarified: { problem: 'Why is the pump slow?', questions: [] } }
  const open = { clarified: { problem: null, questions: ['Which pump?'] } }

  it('is made clear by 47 on a standard panel, and then read and explored', async () => {
    const { omega, calls } = world({ panel: 'standard', script: { 47: clarified } })
    const run = omega.deliberate('Why?', unclear)
    expect(await run).toMatchObject({
      status: 'SUCCESS',
      problem: { original: 'Why?', clarified: 'Why is the pump slow?' },
    })
    expect(launches(run)[0]).toEqual([47])
    expect(calls.slice(0, 3).map(({ agent }) => agent)).toEqual([47, 57, 1])
    expect(calls[2]?.prompt).toContain('The problem: "Why is the pump slow?"')
    expect(happened(run, 'planned').map(({ trigger }) => trigger)).toEqual(['first', 'clarified'])
  })

  it('is put to a person with the questions that 47 leaves open', async () => {
    const asked: unknown[] = []
    const { omega } = world({
      ...{ panel: 'standard', script: { 47: open } },
      clarify(questions) {
        asked.push(questions.map(({ question }) => question))
        return 'the one in the cellar'
      },
    })
    const run = omega.deliberate('Why?', unclear)
    expect(await run).toMatchObject({ status: 'SUCCESS', problem: { clarified: 'Why?\nthe one in the cellar' } })
    expect(asked).toEqual([['Which pump?']])
    expect(happened(run, 'clarified')).toMatchObject([{ by: 'user' }])
  })

  it('is taken as it stands where nobody answers', async () => {
    const run = world({ panel: 'standard', script: { 47: open } }).omega.deliberate('Why?', unclear)
    expect(await run).toMatchObject({ status: 'SUCCESS', problem: { clarified: 'Why?' } })
  })

  it('is put to a quick panel as it stands', async () => {
    const { omega, calls } = world()
    expect((await omega.deliberate('Why?', unclear)).status).toBe('SUCCESS')
    expect(calls.map(({ agent }) => agent)).not.toContain(47)
  })
})
