import { describe, expect, it } from 'vitest'
import { happened, launches, logOf, plain, type Script, stateOf, trail, turns, world } from '../world.js'

const hangs = () => new Promise<never>(() => {})

/** A verifier that answers when it is told to. */
function held() {
  let release = () => {}
  const answered = new Promise<void>((resolve) => {
    release = resolve
  })
  const script: Script = {
    31: async (_, usual) => {
      await answered
      return { ...usual, claims: [{ statement: 'Too late', confidence: 0.9 }] }
    },
  }
  return { script, release }
}

describe('24: an abort in the middle of a batch', () => {
  it('ends in one report that says so; what comes late is not heard, and the trail is whole', async () => {
    const { script, release } = held()
    const { omega } = world({ script })
    const host = new AbortController()
    const run = omega.deliberate('Why?', { ...plain, signal: host.signal })
    await turns()
    expect(launches(run).at(-1)).toEqual([31, 32, 33])
    host.abort(new Error('changed my mind'))
    release()
    const report = await run
    await turns()
    expect(report).toMatchObject({
      ...{ status: 'FAILURE', failureType: 'ABORT', code: 'abort' },
      whyFailed: expect.stringContaining('changed my mind'),
    })
    expect(report.claims.map(({ statement }) => statement)).not.toContain('Too late')
    expect(stateOf(run).messages.map(({ header }) => header.agentId)).not.toContain(31)
    // All that happened until then, and how it ended.
    expect(report.auditTrail).toHaveLength(stateOf(run).timeline.length)
    expect(trail(report, 'batch 2 launched: 31, 32, 33')).toHaveLength(1)
    expect(trail(report, 'aborted (user)')).toHaveLength(1)
    expect(report.auditTrail.at(-1)?.event).toContain('ended, FAILURE (abort)')
    expect(run.events.filter(({ type }) => type === 'DeliberationResult')).toHaveLength(1)
  })

  it('before anything has happened is a report as well', async () => {
    const { omega, asked } = world()
    const report = await omega.deliberate('Why?', { ...plain, signal: AbortSignal.abort() })
    expect(report).toMatchObject({ status: 'FAILURE', failureType: 'ABORT' })
    expect(asked).toEqual([])
  })

  it('through close() is told to agents that compute, and waited for', async () => {
    const signals: AbortSignal[] = []
    const { omega, clock } = world({
      script: {
        31: (_, __, { signal }) => {
          signals.push(signal)
          return hangs()
        },
      },
    })
    const run = omega.deliberate('Why?', plain)
    await turns()
    await omega.close()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect((await run).status).toBe('FAILURE')
    expect(clock.pending).toBe(0)
    expect(() => omega.deliberate('Why?', plain)).toThrow(expect.objectContaining({ code: 'closed' }))
  })
})

describe('a limit that is reached in the middle of a batch', () => {
  const resource = { code: 'resource' }

  it('of time ends in one report of what there is', async () => {
    const { omega, clock } = world({ script: { 31: hangs } })
    const run = omega.deliberate('Why?', { ...plain, limits: { timeMs: 60_000 } })
    await turns()
    clock.advance(60_000)
    const report = await run
    // 32 and 33 have verified by then.
    expect(report).toMatchObject({ ...resource, status: 'PARTIAL', whatWouldComplete: expect.stringContaining('time') })
    expect(happened(run, 'aborted')).toMatchObject([{ reason: 'deadline' }])
    expect(run.events.filter(({ type }) => type === 'DeliberationResult')).toHaveLength(1)
    expect(clock.pending).toBe(0)
  })

  it('of time before anything was verified is a failure', async () => {
    const { omega, clock } = world({ script: { 21: hangs } })
    const run = omega.deliberate('Why?', { ...plain, limits: { timeMs: 60_000 } })
    await turns()
    clock.advance(60_000)
    expect(await run).toMatchObject({ ...resource, status: 'FAILURE', failureType: 'RESOURCE' })
  })

  it('of model calls or tokens ends so as well, and spends no more', async () => {
    for (const limits of [{ modelCalls: 10 }, { tokens: 20_000, maxOutputTokens: 100 }]) {
      const { omega, model } = world({ panel: 'model', limits })
      const run = omega.deliberate('Why?', plain)
      const report = await run
      const spent = model.requests.length
      await turns()
      expect(report).toMatchObject(resource)
      expect(happened(run, 'aborted')).toMatchObject([{ reason: 'limit' }])
      expect(run.events.filter(({ type }) => type === 'DeliberationResult')).toHaveLength(1)
      expect(model.requests).toHaveLength(spent)
      expect(spent).toBeLessThan(22)
      if (limits.modelCalls) expect(spent).toBe(10)
      else expect(report.metrics.totalTokens).toBeLessThanOrEqual(20_000)
    }
  })

  it('is warned of before: others are shown in a line each from then on', async () => {
    const { omega, model } = world({ panel: 'model', limits: { modelCalls: 24 } })
    await omega.deliberate('Why?', plain)
    const promptOf = (agent: number) =>
      String(model.requests.find(({ output }) => output?.name === `agent_${agent}`)?.messages.at(-1)?.content)
    // The resolver reads in full, unless it has to be brief: 19 of 24 are 79 %, and 20 are 83 %.
    expect(promptOf(50)).toContain('| confidence 90%')
    expect(promptOf(52)).not.toContain('| confidence 90%')
    expect(promptOf(52)).toContain('CONF: 90%')
  })
})

it('two deliberations at once know nothing of each other', async () => {
  const { omega } = world()
  const runs = ['Why?', 'How?'].map((problem) => omega.deliberate(problem, plain))
  const reports = await Promise.all(runs)
  expect(reports.map(({ problem }) => problem.original)).toEqual(['Why?', 'How?'])
  expect(reports.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS'])
  const [one, other] = runs.map((run) => logOf(run).map(({ event }) => event.type))
  expect(one).toEqual(other)
  expect(new Set(runs.map(({ taskId }) => taskId)).size).toBe(2)
})
