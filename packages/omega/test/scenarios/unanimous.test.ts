import { describe, expect, it } from 'vitest'
import { notReplayed } from '../../../../test/replayed/not-replayed.js'
import { happened, type Line, launches, plain, right, stakes, world, wrongly } from '../world.js'

const families = ['a', 'b', 'c', 'd', 'e']
const remedy = /another family, or code, .* give a second family of models, a check, or an agent that computes/

async function asked(panel: 'quick' | 'standard' | 'full', count: number, level: (typeof stakes)[number]) {
  const { omega, calls } = world({ panel, families: families.slice(0, count) })
  const run = omega.deliberate('Why?', { ...plain, stakes: level })
  return { run, report: await run, calls: calls.length }
}

describe.each([1, 2, 3, 4, 5])('a quick panel of %i families that are always right', (count) => {
  it.each(stakes)('is sure after one iteration and at most 15 calls at %s stakes, alone not at HIGH', async (level) => {
    const { report, calls } = await asked('quick', count, level)
    const isAlone = count === 1 && level === 'HIGH'
    expect(report).toMatchObject({
      ...{ status: isAlone ? 'PARTIAL' : 'SUCCESS', answer: right, restsOn: ['c1'], dissent: [], failed: [] },
      metrics: { iterations: 1, modelCalls: calls },
    })
    expect(report.claims).toHaveLength(1)
    expect(calls).toBeLessThanOrEqual(isAlone ? 15 : 8)
    if (isAlone) expect(report.why).toMatch(remedy)
  })
})

describe.each(['standard', 'full'] as const)('a %s panel that is always right', (panel) => {
  it.each([1, 2, 3])('of %i families ends with the answer that 51 writes of it', async (count) => {
    notReplayed('larger panels are replayed elsewhere')
    for (const level of ['LOW', 'HIGH'] as const) {
      const { run, report, calls } = await asked(panel, count, level)
      const isAlone = count === 1 && level === 'HIGH'
      expect(report).toMatchObject({
        answer: `${right} It is worn.`,
        proposed: right,
        restsOn: ['c1'],
        caveats: ['Unless it is new.'],
      })
      expect(report.status, level).toBe(isAlone ? 'PARTIAL' : 'SUCCESS')
      expect(launches(run).at(-1)).toEqual([51])
      if (isAlone) expect(report.why).toMatch(remedy)
      else expect([report.metrics.iterations, calls <= 18]).toEqual([1, true])
    }
  })
})

it('a problem that is trivial takes a quick panel, whatever the size', async () => {
  const { omega, calls } = world({ panel: 'full' })
  expect((await omega.deliberate('Why?', { ...plain, trivial: true })).status).toBe('SUCCESS')
  expect(calls.map(({ agent }) => agent)).toEqual([1, 10, 17, 27, 30])
})

describe('after enough that agree', () => {
  it('nobody else is sent: three voices and two judges of one family, at low stakes', async () => {
    const { report, run } = await asked('quick', 1, 'LOW')
    expect(launches(run)).toEqual([
      [1, 10, 17],
      [27, 30],
    ])
    expect(report).toMatchObject({ code: 'decided', spared: [2, 5, 13, 31, 32, 3, 7, 11, 28, 29] })
    expect(report.why).toMatch(
      /^10 more agents would change the decision with a chance of \d %; the answer is 94 % sure/,
    )
  })

  it('it ends earlier the less is at stake, and the more families there are', async () => {
    const calls = async (count: number) =>
      (await Promise.all(stakes.map((level) => asked('quick', count, level)))).map((one) => one.calls)
    expect([await calls(1), await calls(2), await calls(3)]).toEqual([
      [5, 5, 15],
      [3, 5, 8],
      [3, 5, 5],
    ])
  })

  it('but a question that is disputed goes on, and what the judges find is the answer', async () => {
    const { omega, calls } = world({
      families: ['a', 'b'],
      script: { 1: wrongly, 17: wrongly, 27: { references: [] } },
    })
    const run = omega.deliberate('Why?', plain)
    expect(await run).toMatchObject({
      ...{ status: 'SUCCESS', answer: right, restsOn: ['c2'], code: 'decided' },
      dissent: [1, 17].map((agent) => ({ agent, verdict: 'Change the valve.', claims: ['c1'] })),
    })
    expect(happened(run, 'spared')).toHaveLength(1)
    expect(calls.length).toBeGreaterThan(5)
  })

  it('the report names none as spared who was sent after all, and each once', async () => {
    notReplayed('larger panels are replayed elsewhere')
    const unsure = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [index + 1, { confidence: 0.6 }]))
    const undecided: Line = ({ claims }, usual) => ({
      ...usual,
      references: claims.map(({ id }) => ({ claim: id, factor: 1.1 })),
    })
    const script = { ...unsure, 31: undecided, 32: undecided, 33: undecided }
    const { omega } = world({ panel: 'standard', families: ['a', 'b'], script })
    const run = omega.deliberate('Why?', { ...plain, stakes: 'MEDIUM' })
    const { spared } = await run
    const sent = launches(run).flat()
    expect(happened(run, 'spared').some(({ agents }) => agents.some((agent) => sent.includes(agent)))).toBe(true)
    expect(spared.filter((agent, index) => sent.includes(agent) || spared.indexOf(agent) < index)).toEqual([])
  })
})
