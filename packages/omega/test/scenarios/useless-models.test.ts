import { ProviderError } from '@artoo/spec'
import { describe, expect, it } from 'vitest'
import type { OmegaOptions } from '../../src/index.js'
import { happened, type Line, launches, plain, right, type Seen, stateOf, turns, world } from '../world.js'

const own = {
  agents: [
    { name: 'Anna', stance: 'exploring' },
    { name: 'Ben', stance: 'exploring' },
    { name: 'Cleo', stance: 'neutral' },
    { name: 'Dora', stance: 'neutral' },
  ],
} as const satisfies OmegaOptions['panel']

const everybody = (line: Line) => Object.fromEntries(Array.from({ length: 57 }, (_, index) => [index + 1, line]))
const down = () => {
  throw new Error('no such key')
}
const limits = { modelRetries: 0 }

describe.each([
  // Each is asked to mend its report once.
  ['answers {} to everything', everybody(() => ({})), 2, /wrong at answer|schema/],
  ['can not be reached', everybody(down), 1, /no such key/],
] as const)('a model that %s', (_, script, each, reason) => {
  it.each([
    ['a quick panel', 'quick', {}, [1, 10, 17]],
    ['a standard panel', 'standard', plain, [1, 2, 5, 9, 13, 17]],
    ['a full panel', 'full', { ...plain, stakes: 'HIGH' }, [1, 2, 5, 9, 13, 17]],
    ['a panel of one’s own', own, {}, [1, 2]],
  ] as const)('ends %s after its first batch', async (_, panel, known, batch) => {
    const { omega, calls, clock } = world({ panel, script, limits })
    const run = omega.deliberate('Why?', known)
    expect(await run).toMatchObject({
      ...{ status: 'FAILURE', code: 'irrecoverable', answer: null, failed: batch, spared: [] },
      why: expect.stringMatching(reason),
    })
    expect(launches(run)).toEqual([batch])
    expect(calls).toHaveLength(each * batch.length)
    expect(clock.pending).toBe(0)
  })

  it.each(['standard', 'full'] as const)(
    'ends a %s panel at the reading of a problem of no given kind',
    async (panel) => {
      const { omega, calls } = world({ panel, script, limits })
      const report = await omega.deliberate('Why?')
      expect(report).toMatchObject({ status: 'FAILURE', code: 'irrecoverable' })
      expect(report.why).toMatch(
        /^the problem could not be classified \(.+\): try again, or say what kind of problem it is$/,
      )
      expect(calls).toHaveLength(each)
    },
  )
})

describe('of two families of which one can not be reached', () => {
  const without = (dead: string) => everybody(({ family }: Seen, usual: object) => (family === dead ? down() : usual))

  it.each([
    ['quick', 'a'],
    ['quick', 'b'],
    ['standard', 'a'],
    ['standard', 'b'],
    ['full', 'b'],
  ] as const)('a %s panel without %s goes on and answers', async (panel, dead) => {
    const { omega, calls } = world({ panel, families: ['a', 'b'], script: without(dead), limits })
    const report = await omega.deliberate('Why?', plain)
    expect(report).toMatchObject({ status: 'SUCCESS', answer: expect.stringContaining(right) })
    expect(report.claims[0]?.supporters.some(({ family }) => family === dead)).toBe(false)
    expect(report.failed.length).toBeGreaterThan(0)
    expect(calls.length).toBeLessThan(15)
  })

  it('one’s own goes on as well', async () => {
    const { omega } = world({ panel: own, families: ['a', 'b'], script: without('a'), limits })
    expect(await omega.deliberate('Why?', plain)).toMatchObject({ status: 'SUCCESS', answer: right, failed: [1, 4] })
  })
})

describe('what one model must not decide alone', () => {
  const unlessAway: Line = ({ family }, usual) => {
    if (family === 'a') throw new ProviderError('provider_unavailable', 'overloaded')
    return usual
  }
  const speakers = (calls: readonly Seen[], id: number) => calls.flatMap((one) => (one.agent === id ? one.family : []))
  const asked = async (id: number, known: object = {}) => {
    const { omega, calls } = world({ panel: 'standard', families: ['a', 'b'], script: { [id]: unlessAway }, limits })
    return { report: await omega.deliberate('Why?', known), calls }
  }

  it('is the reading of a problem: while the first family is away, another reads it', async () => {
    const { report, calls } = await asked(57)
    expect(report.status).toBe('SUCCESS')
    expect(speakers(calls, 57)).toEqual(['a', 'b'])
  })

  it('is the writing of the answer: while the first family is away, another writes it', async () => {
    const { report, calls } = await asked(51, plain)
    expect(report).toMatchObject({ code: 'decided', answer: `${right} It is worn.` })
    expect(speakers(calls, 51)).toEqual(['a', 'b'])
  })

  // `modelEffect` notes by the first model's id that a run has fallen back, and then leaves that model out of lists that have no other.
  it('and once another has read it, agents of the first family are asked all the same', async () => {
    const { report, calls } = await asked(57)
    expect(report.failed).toEqual([])
    expect(speakers(calls, 1)).toEqual(['a'])
  })

  it.each([4, 14])('is the end: %i says nothing, and judges are sent all the same', async (id) => {
    const { omega } = world({ panel: 'standard', script: { [id]: () => ({}) } })
    const characteristics = ['creative_solutions', 'clear_decomposition'] as const
    const run = omega.deliberate('Why?', { ...plain, stakes: 'HIGH', characteristics: [...characteristics] })
    expect((await run).failed).toEqual([id])
    expect(launches(run).flat()).toContain(31)
  })
})

describe('an agent', () => {
  it('that can not be used is asked again with the reason, and then a peer takes its place', async () => {
    const script = { 10: { answer: 'x', confidence: 2 } }
    const { omega } = world({ computing: true, script, families: ['a'] })
    const run = omega.deliberate('Why?', plain)
    const report = await run
    expect(report).toMatchObject({ status: 'SUCCESS', failed: [10] })
    const trail = report.auditTrail.filter(({ agent }) => agent === 10).map(({ event }) => event)
    expect(trail).toEqual([
      expect.stringContaining('schema, '),
      'agent 10: retry',
      expect.stringContaining('confidence'),
      'agent 10: substitute by agent 12',
    ])
    expect(report.claims[0]?.supporters.map(({ agent }) => agent)).toContain(12)
  })

  it('that never answers counts as one that failed once its time is up', async () => {
    const { omega, clock } = world({ script: { 10: () => new Promise(() => {}) }, limits })
    const run = omega.deliberate('Why?', plain)
    await turns()
    expect(stateOf(run).awaited).toEqual([10])
    clock.advance(120_000)
    expect(await run).toMatchObject({ status: 'SUCCESS', failed: [10] })
    expect(happened(run, 'quarantined')).toMatchObject([{ agent: 10, faults: [{ code: 'no_answer' }] }])
    expect(clock.pending).toBe(0)
  })
})
