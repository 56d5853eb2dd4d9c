import { describe, expect, it } from 'vitest'
import { notReplayed } from '../../../../test/replayed/not-replayed.js'
import {
  happened,
  type Line,
  launches,
  logOf,
  plain,
  right,
  type Script,
  stateOf,
  turns,
  type WorldOptions,
  world,
} from '../world.js'

const everybody = (line: Line): Script =>
  Object.fromEntries(Array.from({ length: 52 }, (_, index) => [index + 1, line]))
const hangs = () => new Promise(() => {})
/** Each explorer has an answer of its own, and judges can't tell. */
const divided = everybody(({ agent, claims }) => ({
  ...{ answer: `Change part ${agent}.`, confidence: 0.6 },
  references: claims.map(({ id }) => ({ claim: id, factor: 1 })),
  same: [],
}))
const unsure = everybody((_, usual) => ({
  ...usual,
  ...('confidence' in usual && { confidence: 0.25 }),
  ...('references' in usual && { references: [] }),
}))

async function ended(options: WorldOptions, known: object = {}) {
  const made = world(options)
  const run = made.omega.deliberate('Why?', { ...plain, ...known })
  const report = await run
  await made.omega.close()
  expect(run.events.filter(({ type }) => type === 'DeliberationResult')).toHaveLength(1)
  return { ...made, run, report }
}

describe('the best answer so far and its confidence are in the report of', () => {
  it.each<[string, WorldOptions, object, object]>([
    ['a success', {}, {}, { status: 'SUCCESS', code: 'decided', answer: right }],
    [
      'an answer that is not sure enough',
      { script: unsure },
      {},
      { status: 'PARTIAL', code: 'exhausted', answer: right },
    ],
    ['a failure', { script: divided }, {}, { status: 'FAILURE', code: 'exhausted', answer: 'Change part 1.' }],
    ['a panel without model calls', { limits: { modelCalls: 4 } }, {}, { code: 'resource', answer: right }],
    ['one without tokens', { limits: { tokens: 1_000, maxOutputTokens: 50 } }, {}, { code: 'resource', answer: right }],
    [
      'one whose judges fail',
      { script: everybody((_, usual) => ('references' in usual ? 5 : usual)) },
      {},
      { code: 'irrecoverable', answer: right },
    ],
  ])('%s', async (_, options, known, expected) => {
    const { report, run } = await ended(options, known)
    expect(report).toMatchObject(expected)
    const [ground] = report.claims.filter(({ id }) => report.restsOn.includes(id))
    expect(ground?.confidence).toBe(report.confidence)
    expect(ground?.statement).toBe(report.answer)
    expect(report.confidence).toBeGreaterThan(0)
    expect(stateOf(run).ended).toEqual({ status: report.status, code: report.code, why: report.why })
  })

  it('one whose time is over', async () => {
    const { omega, clock } = world({ script: { 27: hangs }, limits: { timeMs: 60_000 } })
    const run = omega.deliberate('Why?', plain)
    await turns(20)
    clock.advance(60_000)
    expect(await run).toMatchObject({ code: 'resource', answer: right, confidence: expect.any(Number) })
    expect(happened(run, 'aborted')).toMatchObject([{ reason: 'deadline' }])
    expect(clock.pending).toBe(0)
  })

  it('one that is aborted, which is no success however sure it is', async () => {
    const { omega } = world({ script: { 30: hangs } })
    const host = new AbortController()
    const run = omega.deliberate('Why?', { ...plain, signal: host.signal })
    await turns(20)
    host.abort(new Error('changed my mind'))
    const report = await run
    expect(report).toMatchObject({ status: 'PARTIAL', code: 'abort', answer: right })
    expect(report.confidence).toBeGreaterThan(0.9)
    expect(report.why).toMatch(/changed my mind/)
    expect(report.auditTrail.map(({ event }) => event)).toContain('aborted (user): changed my mind')
  })

  it('one that is closed', async () => {
    const { omega, clock } = world({ script: { 27: hangs } })
    const run = omega.deliberate('Why?', plain)
    await turns(20)
    await omega.close()
    expect(await run).toMatchObject({ answer: right, code: 'abort', status: 'PARTIAL' })
    expect(clock.pending).toBe(0)
    expect(() => omega.deliberate('Why?')).toThrow(expect.objectContaining({ code: 'closed' }))
  })

  it('one that is aborted before it began, which has none', async () => {
    const { report, calls } = await ended({}, { signal: AbortSignal.abort() })
    expect(report).toMatchObject({ status: 'FAILURE', code: 'abort', answer: null, confidence: null, voices: null })
    expect(calls).toEqual([])
  })
})

describe('iterations', () => {
  it('are one unless more are allowed', async () => {
    const { report, calls } = await ended({ script: divided })
    expect(report).toMatchObject({ code: 'exhausted', metrics: { iterations: 1, agentsDeployed: 15 } })
    expect(report.why).toMatch(/^iteration 1 was the last; the answer is/)
    expect(calls).toHaveLength(15)
  })

  it('send others each, as long as the decision may still change', async () => {
    notReplayed('the first iteration is, above')
    const { report, run } = await ended({ script: divided, limits: { iterations: 3, modelCalls: 60 } })
    expect(report).toMatchObject({ code: 'exhausted', metrics: { iterations: 3 } })
    expect(happened(run, 'planned').map(({ trigger }) => trigger)).toEqual(['first', 'undecided', 'undecided'])
    const sent = launches(run).flat()
    expect(new Set(sent).size).toBe(sent.length)
  })

  it('send three explorers each while there are some who answer', async () => {
    notReplayed('the first iteration is, above')
    const { run } = await ended({ script: divided, limits: { iterations: 3, modelCalls: 60 } })
    const explorers = launches(run).filter(([first = 0]) => first <= 20)
    expect(explorers.map(({ length }) => length)).toEqual([3, 3, 3, 3, 3])
  })

  it('are no more than it takes', async () => {
    // In the second iteration all find what judges find right.
    const first = [1, 10, 17, 2, 5, 13, 3, 7, 11]
    const script = Object.fromEntries(first.map((id) => [id, { answer: `Change part ${id}.`, confidence: 0.3 }]))
    const { report } = await ended({ script, families: ['a', 'b', 'c'], limits: { iterations: 5, modelCalls: 80 } })
    expect(report).toMatchObject({ status: 'SUCCESS', code: 'decided', answer: right })
    expect(report.metrics.iterations).toBeLessThan(5)
  })

  it('end when everybody was heard', async () => {
    notReplayed('the first iteration is, above')
    const { report } = await ended({ script: divided, limits: { iterations: 10, modelCalls: 200, tokens: 1_000_000 } })
    expect(report).toMatchObject({
      code: 'exhausted',
      why: expect.stringMatching(/^everybody who could help was heard; /),
    })
    expect(report.metrics.agentsDeployed).toBeGreaterThan(30)
  })
})

it('two deliberations at once know nothing of each other', async () => {
  const { omega } = world()
  const runs = ['Why?', 'How?'].map((problem) => omega.deliberate(problem, plain))
  const reports = await Promise.all(runs)
  expect(reports.map(({ problem }) => problem.original)).toEqual(['Why?', 'How?'])
  const [one, other] = runs.map((run) => logOf(run).map(({ event }) => event.type))
  expect(one).toEqual(other)
})
