import { describe, expect, it } from 'vitest'
import { happened, launches, plain, type Script, stateOf, stoppedIn, world } from '../world.js'

/** Two explorers hold the opposite of each other so often, and a bridge sees it. */
function atOdds(pairs: number, severity: string, more: Script = {}): Script {
  const each = Array.from({ length: pairs }, (_, index) => index + 1)
  const holds = (what: string) => ({
    claims: each.map((index) => ({ statement: `Part ${index} is ${what}`, confidence: 0.9, critical: true })),
  })
  const nothing = { claims: [] }
  const contradictions = each.map((index) => ({
    ...{ a: `c${index}`, b: `c${index + pairs}` },
    severity,
    why: 'not both',
  }))
  return {
    ...{ 1: holds('worn'), 2: holds('new'), 5: nothing, 9: nothing, 13: nothing, 17: nothing },
    ...{ 22: [{ contradictions }, {}] },
    ...more,
  }
}
const settles = (...ids: string[]) => ({
  resolutions: ids.map((contradiction) => ({ contradiction, holds: 'a', why: 'it was opened' })),
})
const rules = (...ids: string[]) => ({
  json: { rulings: ids.map((contradiction) => ({ contradiction, holds: 'a', why: 'it was opened' })) },
})

describe('13: four fatal contradictions', () => {
  it('halt all but the Conflict Resolver, and what it settles goes on with the batch that was next', async () => {
    const { omega, model } = world({ script: atOdds(4, 'FATAL', { 50: [settles('k1', 'k2', 'k3', 'k4'), {}] }) })
    const run = omega.deliberate('Why?', plain)
    const report = await run
    expect(launches(run).slice(0, 4)).toEqual([[1, 2, 5, 9, 13, 17], [21, 22], [50], [31, 32, 33]])
    expect(happened(run, 'recovery')).toMatchObject([{ kind: 'resolve_contradictions' }])
    expect(happened(run, 'escalated').map(({ from, to }) => [from, to])).toEqual([['peer', 'tier']])
    expect(model.requests).toEqual([])
    expect(report).toMatchObject({ status: 'SUCCESS', restsOn: ['c1', 'c2', 'c3', 'c4'], openContradictions: [] })
    expect(report.claims.slice(4).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
  })

  it('that it leaves are PHI’s call', async () => {
    const { omega, model } = world({ script: atOdds(4, 'FATAL'), speech: { judgement: rules('k1', 'k2', 'k3', 'k4') } })
    const run = omega.deliberate('Why?', plain)
    expect((await run).status).toBe('SUCCESS')
    expect(model.requests.map(({ output }) => output?.name)).toEqual(['judgement'])
    expect(happened(run, 'resolved').map(({ by }) => by)).toEqual([57, 57, 57, 57])
    expect(happened(run, 'escalated').map(({ from, to }) => [from, to])).toEqual([
      ['peer', 'tier'],
      ['tier', 'phi'],
    ])
  })

  const undecided = { json: { rulings: [{ contradiction: 'k1', holds: 'undecided', why: 'nobody looked' }] } }

  it('that PHI leaves are put to the user with both sides, and what the user says counts', async () => {
    const asked: (readonly string[])[] = []
    const { omega } = world({
      ...{ script: atOdds(4, 'FATAL'), speech: { judgement: undecided } },
      clarify(questions) {
        asked.push(questions.map(({ question }) => question))
        return 'k1: a, k2: b and K3 neither; k4 = both'
      },
    })
    const run = omega.deliberate('Why?', plain)
    await run
    expect(asked).toHaveLength(1)
    expect(asked[0]).toHaveLength(4)
    expect(asked[0]?.[0]).toContain('k1: which holds? a: "Part 1 is worn" b: "Part 1 is new"')
    expect(happened(run, 'resolved')).toMatchObject([
      { contradiction: 'k1', holds: 'a', by: 'user' },
      { contradiction: 'k2', holds: 'b', by: 'user' },
      { contradiction: 'k3', holds: 'neither', by: 'user' },
      { contradiction: 'k4', holds: 'both', by: 'user' },
    ])
    expect(launches(run)[3]).toEqual([31, 32, 33])
  })

  it('may be settled one by one, each by the answer to its own question', async () => {
    const outcomes = ['a', 'Both', 'k3: neither', '']
    const { omega } = world({
      ...{ script: atOdds(4, 'FATAL'), speech: { judgement: undecided } },
      clarify: (questions) => Object.fromEntries(questions.map(({ id }, index) => [id, outcomes[index] ?? ''])),
    })
    const run = omega.deliberate('Why?', plain)
    await run
    expect(happened(run, 'resolved')).toMatchObject([
      { contradiction: 'k1', holds: 'a', by: 'user' },
      { contradiction: 'k2', holds: 'both', by: 'user' },
      { contradiction: 'k3', holds: 'neither', by: 'user' },
    ])
  })

  it('are not settled by words that only look like an outcome: the user is asked once more', async () => {
    const asked: string[] = []
    const answers = ['k1: a bit of both', 'k1: b because it squeaks, k2: both']
    const { omega } = world({
      ...{ script: atOdds(4, 'FATAL'), speech: { judgement: undecided } },
      clarify([first]) {
        asked.push(`${first?.question}`)
        return answers[asked.length - 1] ?? ''
      },
    })
    const run = omega.deliberate('Why?', plain)
    await run
    expect(asked).toHaveLength(2)
    expect(asked[1]).toMatch(/^\(the answer could not be read\)\nk1: which holds\?/)
    expect(happened(run, 'resolved')).toMatchObject([
      { contradiction: 'k1', holds: 'b', by: 'user' },
      { contradiction: 'k2', holds: 'both', by: 'user' },
    ])
  })

  it('are PHI’s call at once when the resolver gives nothing that can be used', async () => {
    const script = atOdds(4, 'FATAL', { 50: { confidence: 2 } })
    const { omega, asked } = world({ script, speech: { judgement: rules('k1', 'k2', 'k3', 'k4') } })
    const run = omega.deliberate('Why?', plain)
    await run
    expect(asked.filter(({ agent }) => agent === 50)).toHaveLength(3)
    expect(happened(run, 'resolved').map(({ by }) => by)).toEqual([57, 57, 57, 57])
    expect(happened(run, 'removed')).toEqual([{ type: 'removed', agent: 50 }])
  })

  it('that nobody settles end the session, with both sides in the report', async () => {
    const { omega } = world({ script: atOdds(4, 'FATAL'), speech: { judgement: undecided }, clarify: () => 'no idea' })
    const run = omega.deliberate('Why?', plain)
    const report = await run
    expect(report).toMatchObject({
      ...{ status: 'FAILURE', failureType: 'IRRECOVERABLE', code: 'irrecoverable' },
      whyFailed: expect.stringContaining('nobody could resolve them'),
    })
    expect(report.openContradictions).toHaveLength(4)
    expect(report.openContradictions[0]).toMatchObject({
      a: { statement: 'Part 1 is worn', agents: [1] },
      b: { statement: 'Part 1 is new', agents: [2] },
    })
    expect(launches(run)).toEqual([[1, 2, 5, 9, 13, 17], [21, 22], [50]])
  })

  it('are put to the user when PHI’s model gives no answer', async () => {
    const { omega } = world({
      ...{
        script: atOdds(4, 'FATAL'),
        speech: { judgement: { error: new Error('gone') } },
        limits: { modelRetries: 0 },
      },
      clarify: () => 'k1: a, k2: a, k3: a, k4: a',
    })
    expect((await omega.deliberate('Why?', plain)).status).toBe('SUCCESS')
  })
})

it('14: three fatal ones are no cascade, and no success as long as they stand', async () => {
  const { signal, script } = stoppedIn(2)
  const { omega } = world({ script: atOdds(3, 'FATAL', script) })
  const run = omega.deliberate('Why?', { ...plain, signal })
  const report = await run
  expect(happened(run, 'recovery').map(({ kind }) => kind)).not.toContain('resolve_contradictions')
  expect(launches(run)[2]).toEqual([31, 32, 33])
  expect(happened(run, 'planned')[1]).toMatchObject({ trigger: 'contradiction' })
  expect(report.openContradictions).toHaveLength(3)
})

it('15: four small ones halt as well, but are no cascade: left open they forbid nothing', async () => {
  const { omega } = world({ script: atOdds(4, 'MINOR'), speech: { judgement: { json: { rulings: [] } } } })
  const run = omega.deliberate('Why?', plain)
  const report = await run
  expect(happened(run, 'recovery')).toMatchObject([{ kind: 'resolve_contradictions' }])
  const { detector } = report.findings.find(({ message }) => message.startsWith('4 contradictions')) ?? {}
  expect(detector).toBe('contradiction_halt')
  expect(report.status).toBe('SUCCESS')
  expect(stateOf(run).contradictions.every(({ resolution }) => resolution === null)).toBe(true)
})
