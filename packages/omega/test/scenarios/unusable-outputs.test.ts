import { describe, expect, it } from 'vitest'
import { happened, launches, plain, stateOf, trail, turns, world } from '../world.js'

describe('an output that can not be used', () => {
  it.each([
    ['10: a confidence above 1', { confidence: 1.2 }, 'schema', 'confidence'],
    ['10: no report at all', () => 'I am busy', 'schema', null],
    ['11: another name', { header: { agentId: 23, agentName: 'Gap Hunter' } }, 'roster', 'header.agentId'],
    [
      'a claim that nobody made',
      { references: [{ type: 'USES', claim: 'c99', relationship: 'x' }] },
      'coherence',
      'references.0.claim',
    ],
    [
      'a factor of an explorer',
      { references: [{ type: 'USES', claim: null, relationship: 'x', factor: 1 }] },
      'coherence',
      'references.0.factor',
    ],
  ] as const)(
    'because of %s is kept apart, and the agent is asked again with the reason',
    async (_, line, code, field) => {
      const { omega, asked } = world({ script: { 2: [line as never, {}] } })
      const run = omega.deliberate('Why?', plain)
      const report = await run
      expect(report.status).toBe('SUCCESS')
      expect(happened(run, 'quarantined')).toMatchObject([{ agent: 2, faults: [{ code, field }] }])
      expect(happened(run, 'agent_recovery')).toEqual([
        { type: 'agent_recovery', agent: 2, step: 'retry', substitute: null },
      ])
      const [first, second] = asked.filter(({ agent }) => agent === 2)
      expect(first?.rejected).toEqual([])
      expect(second?.rejected).toHaveLength(1)
      if (field) expect(second?.rejected[0]).toContain(field)
      // 55 keeps it, and the trail tells it.
      expect(stateOf(run).failures).toMatchObject([{ type: 'PROCESS', agent: 2 }])
      expect(trail(report, 'output of agent 2 quarantined')).toHaveLength(1)
      expect(report.claims.flatMap(({ supporters }) => supporters.map(({ agent }) => agent))).toContain(2)
    },
  )

  it('11: of an agent that calls itself by another name stands as a finding, and says nothing', async () => {
    const claims = [{ statement: 'There is a gap', confidence: 1, critical: true }]
    const header = { agentId: 23, agentName: 'Gap Hunter', agentTier: 'BRIDGE' }
    const high = { ...plain, uncertainty: 'HIGH' } as const
    const report = await world({ script: { 23: { header, claims } } }).omega.deliberate('Why?', high)
    expect(report.findings).toContainEqual(
      expect.objectContaining({ detector: 'roster', message: expect.stringContaining('"Gap Hunter"') }),
    )
    expect(report.claims.map(({ statement }) => statement)).not.toContain('There is a gap')
  })

  it('without confidence enough is kept apart, but nobody failed', async () => {
    const run = world({ script: { 2: { confidence: 0.2 } } }).omega.deliberate('Why?', plain)
    expect((await run).status).toBe('SUCCESS')
    expect(happened(run, 'quarantined')).toMatchObject([{ agent: 2, faults: [{ code: 'low_confidence' }] }])
    expect(happened(run, 'agent_recovery')).toEqual([])
  })

  it.each([
    ['throws', () => Promise.reject(new Error('no token')), 'no token'],
    ['gives nothing', () => undefined, 'expected object'],
    // 10
    ['gives what is no data', { confidence: Number.NaN }, 'NaN'],
    ['gives what can not be written down', { content: { ask: () => 1 } }, 'function'],
  ])('because the agent %s counts as a failure', async (_, line, why) => {
    const run = world({ script: { 2: [line, {}] } }).omega.deliberate('Why?', plain)
    expect((await run).status).toBe('SUCCESS')
    expect(happened(run, 'quarantined')[0]?.faults[0]?.message).toContain(why)
  })
})

describe('an agent that fails again and again', () => {
  const formal = { ...plain, type: 'ANALYTICAL', subtype: 'LOGICAL' } as const

  it('12: is asked twice, then 28 stands in for it, and each step is escalated in the log', async () => {
    const { omega, asked } = world({ script: { 27: { confidence: 2 } } })
    const run = omega.deliberate('Does it follow?', formal)
    const report = await run
    expect(asked.filter(({ agent }) => agent === 27)).toHaveLength(2)
    expect(happened(run, 'agent_recovery')).toMatchObject([
      { agent: 27, step: 'retry' },
      { agent: 27, step: 'substitute' },
    ])
    expect(happened(run, 'escalated')).toMatchObject([{ agent: 27, from: 'self', to: 'peer' }])
    expect(trail(report, 'escalated from self to peer')).toHaveLength(1)
    const { substitute } = happened(run, 'agent_recovery')[1] ?? {}
    expect(stateOf(run).messages.map(({ header }) => header.agentId)).toContain(substitute)
    expect(report.status).toBe('SUCCESS')
  })

  it('12: three times over two iterations is systematic: removed from all later plans, and told to its tier', async () => {
    // Quality control sends 27 once more.
    const doubts = { native: 'IMPROVE_THEN_SHIP', references: [{ type: 'QUALIFIES', agent: 27, relationship: 'x' }] }
    const { omega, asked } = world({ script: { 27: { confidence: 2 }, 52: [doubts, doubts, {}] } })
    const run = omega.deliberate('Does it follow?', formal)
    await run
    expect(asked.filter(({ agent }) => agent === 27)).toHaveLength(3)
    expect(happened(run, 'removed')).toEqual([{ type: 'removed', agent: 27 }])
    expect(happened(run, 'escalated').map(({ from, to }) => [from, to])).toEqual([
      ['self', 'peer'],
      ['peer', 'tier'],
    ])
    const last = happened(run, 'planned').at(-1)
    expect(last?.iteration).toBe(3)
    expect(last?.batches.flatMap(({ agents }) => agents)).not.toContain(27)
  })

  it('and has nobody to stand in for it, like quality control, ends the session', async () => {
    const { omega, asked } = world({ script: { 52: { native: 'FINE' } } })
    const run = omega.deliberate('Why?', plain)
    expect(await run).toMatchObject({ status: 'FAILURE', failureType: 'IRRECOVERABLE', code: 'irrecoverable' })
    expect(asked.filter(({ agent }) => agent === 52)).toHaveLength(3)
    expect(happened(run, 'escalated').at(-1)).toMatchObject({ from: 'tier', to: 'phi' })
  })

  it('takes its substitute with it in turn, and is done without in the end', async () => {
    const bad = { confidence: 2 }
    const { omega, asked } = world({ script: Object.fromEntries([...Array(20)].map((_, index) => [index + 1, bad])) })
    const report = await omega.deliberate('Why?', plain)
    // Nobody explored, so there is no claim, and no answer to be sure of.
    expect(report.status).toBe('FAILURE')
    expect(report.claims).toEqual([])
    const times = [...new Set(asked.map(({ agent }) => agent))].map(
      (agent) => asked.filter((task) => task.agent === agent).length,
    )
    expect(Math.max(...times)).toBeLessThanOrEqual(10)
  })
})

describe('an agent that never answers', () => {
  it('counts as one that failed once its time is up; the others are not held up', async () => {
    const { omega, clock, asked } = world({ script: { 2: [() => new Promise(() => {}), {}] } })
    const run = omega.deliberate('Why?', plain)
    await turns()
    expect(stateOf(run).messages.map(({ header }) => header.agentId)).toEqual([1, 5, 9, 13, 17])
    expect(launches(run)).toHaveLength(1)
    clock.advance(119_999)
    await turns()
    expect(asked.filter(({ agent }) => agent === 2)).toHaveLength(1)
    clock.advance(1)
    expect((await run).status).toBe('SUCCESS')
    expect(happened(run, 'quarantined')).toMatchObject([{ agent: 2, faults: [{ code: 'no_answer' }] }])
    expect(clock.pending).toBe(0)
  })

  it('is told that nobody waits for it any more', async () => {
    const told: unknown[] = []
    const hangs = (_: unknown, __: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise(() => signal.addEventListener('abort', () => told.push(signal.reason)))
    const { omega, clock } = world({ script: { 2: [hangs, {}] } })
    const run = omega.deliberate('Why?', plain)
    await turns()
    clock.advance(120_000)
    await run
    expect(told).toMatchObject([{ code: 'agent_timeout' }])
  })
})
